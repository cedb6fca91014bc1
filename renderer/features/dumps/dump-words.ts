import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type {
  DumpAccess,
  DumpBlocker,
  DumpEstimate,
  DumpFailure,
  DumpFormat,
  DumpType,
} from '../../../shared/model/dump.ts'

/** Every sentence about dumps, in one place. */

export interface TypeWords {
  readonly title: string
  readonly text: string
  readonly goodFor: string
}

export const typeWords: Readonly<Record<DumpType, TypeWords>> = {
  triage: {
    title: 'Triage',
    text: 'Threads and stacks, no heap. Personal data such as paths is left out as far as the runtime manages.',
    goodFor: 'Crash triage, sharing',
  },
  mini: { title: 'Mini', text: 'Threads, stacks, exceptions. No heap.', goodFor: 'Hangs and deadlocks' },
  heap: {
    title: 'Heap',
    text: 'All managed objects, threads, stacks. No images of modules.',
    goodFor: 'Leaks, objects',
  },
  full: { title: 'Full', text: 'All memory of the process, modules too.', goodFor: 'Native code, everything' },
}

/** From small to large. */
export const typeOrder = ['triage', 'mini', 'heap', 'full'] as const satisfies readonly DumpType[]

export function estimateText(estimate: DumpEstimate | null): string {
  if (estimate === null) return 'not known'
  return `${sizeText(estimate.lowBytes)} – ${sizeText(estimate.highBytes)}`
}

export function sizeText(sizeBytes: number): string {
  return quantityText(formatBytes(sizeBytes))
}

/** Cause first, then what to do about it. */
export function blockerText(blocker: DumpBlocker): string {
  switch (blocker.kind) {
    case 'flavour':
      return blocker.flavour === 'mono'
        ? 'Mono has no dump writer. Take a core dump with the tools of the system (gcore).'
        : 'NativeAOT has no dump writer. Take a core dump with the tools of the system (gcore).'
    case 'createdump-missing':
      return `${blocker.path} is not there: the runtime could write nothing and would lose its diagnostic port over it. Put back createdump of exactly this runtime version.`
    case 'createdump-not-executable':
      return `${blocker.path} may not be executed by the process: the runtime would lose its diagnostic port over it. Run chmod +x on it.`
    case 'suspended':
      return 'It waits at its start and would never answer. Resume it first.'
    case 'stopped':
      return 'The system has stopped it (SIGSTOP or a debugger), so it cannot answer. Let it go on first.'
    case 'path-not-absolute':
      return 'The process would take it relative to a folder of its own. Write the whole path, from the root.'
    case 'folder-missing':
      return `${blocker.path} does not exist where the process lives. Create it or choose another one.`
    case 'folder-not-writable':
      return `${blocker.userName === null ? 'The user of the process' : blocker.userName} may not write to ${blocker.path}. Choose another folder.`
    case 'path-is-folder':
      return 'A folder has this name already. Choose another name.'
    case 'file-exists':
      return `A file of this name is there already (${sizeText(blocker.sizeBytes)}).`
    case 'not-enough-space':
      return `${sizeText(blocker.freeBytes)} are free, up to ${sizeText(blocker.neededBytes)} are needed. A full disk harms the process too. Free some space, choose another folder or a smaller type.`
    case 'tracing-forbidden':
      return `kernel.yama.ptrace_scope is ${String(blocker.ptraceScope)}: createdump may not read the memory of its parent. Set it to 1 or 0 for the dump (sysctl), or run the process as root.`
    case 'only-full':
      return 'A single-file program carries its dump writer inside, and that writes full dumps only. Choose Full.'
  }
}

export const formatWords: Readonly<Record<DumpFormat, string>> = {
  'elf-core': 'ELF core',
  minidump: 'Windows minidump',
  'macho-core': 'Mach-O core',
  unknown: 'unknown format',
}

/** What became of the process, when the dump failed. */
export function failureNotes(failure: DumpFailure): readonly string[] {
  const notes: string[] = []
  if (failure.isTargetGone) notes.push('The process has ended.')
  if (failure.isSocketLost)
    notes.push(
      'Its runtime has removed its diagnostic port. The process goes on, but no tool can reach it until it is restarted.',
    )
  if (failure.leftFile !== null)
    notes.push(
      `A part of the file was left behind: ${failure.leftFile.path} (${sizeText(failure.leftFile.sizeBytes)}).`,
    )
  return notes
}

export const secretsNote =
  'A dump holds the memory of the process: passwords, keys and personal data included. Share it only with people you trust.'

/** `Only anna (0600)`, and what was done to get there. */
export function accessText({ mode, ownerId, ownerName, change, code }: DumpAccess): string {
  const owner = ownerName ?? `user ${String(ownerId)}`
  const bits = `0${mode.toString(8).padStart(3, '0')}`
  switch (change) {
    case 'none-needed':
      return `Only ${owner} (${bits})`
    case 'restricted':
      return `Only ${owner} (${bits}). Other users could read it before; Pipescope restricted it.`
    case 'refused':
      return `Other users can read it (owner ${owner}, ${bits}), and Pipescope couldn't change that (${code ?? 'unknown'}). Run chmod 600 on it as ${owner} or root.`
  }
}
