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
    text: 'Threads and stacks, no heap. Personal data such as paths is removed where the runtime can.',
    goodFor: 'Crash triage, sharing',
  },
  mini: { title: 'Mini', text: 'Threads, stacks, exceptions. No heap.', goodFor: 'Hangs and deadlocks' },
  heap: {
    title: 'Heap',
    text: 'All managed objects, threads and stacks. No module images.',
    goodFor: 'Leaks, objects',
  },
  full: { title: 'Full', text: 'The process’s entire memory, including modules.', goodFor: 'Native code, everything' },
}

/** From small to large. */
export const typeOrder = ['triage', 'mini', 'heap', 'full'] as const satisfies readonly DumpType[]

export function estimateText(estimate: DumpEstimate | null): string {
  if (estimate === null) return 'Unknown'
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
        ? 'Mono can’t write dumps. Use a system tool such as gcore.'
        : 'Native AOT can’t write dumps. Use a system tool such as gcore.'
    case 'createdump-missing':
      return `${blocker.path} doesn’t exist. The runtime couldn’t write a dump and would lose its diagnostic port. Restore createdump of exactly this runtime version.`
    case 'createdump-not-executable':
      return `The process can’t execute ${blocker.path}, and the runtime would lose its diagnostic port. Run chmod +x on it.`
    case 'suspended':
      return 'The process is suspended at startup and would never answer. Resume it first.'
    case 'stopped':
      return 'The process is stopped (SIGSTOP or a debugger) and can’t answer. Let it continue first.'
    case 'path-not-absolute':
      return 'Relative paths aren’t allowed. Enter an absolute path.'
    case 'folder-missing':
      return `${blocker.path} doesn’t exist in the process’s file system. Create it or choose another folder.`
    case 'folder-not-writable':
      return `${blocker.userName === null ? 'The process’s user' : blocker.userName} can’t write to ${blocker.path}. Choose another folder.`
    case 'path-is-folder':
      return 'A folder with this name already exists. Choose another name.'
    case 'file-exists':
      return `A file with this name already exists (${sizeText(blocker.sizeBytes)}).`
    case 'not-enough-space':
      return `${sizeText(blocker.freeBytes)} free, up to ${sizeText(blocker.neededBytes)} needed. A full disk affects the process too. Free up space, or choose another folder or a smaller type.`
    case 'tracing-forbidden':
      return `kernel.yama.ptrace_scope is ${String(blocker.ptraceScope)}: createdump can’t read the process’s memory. Set it to 1 or 0 with sysctl, or run the process as root.`
    case 'only-full':
      return 'createdump is built into this single-file program and can only write full dumps. Choose Full.'
  }
}

export const formatWords: Readonly<Record<DumpFormat, string>> = {
  'elf-core': 'ELF core',
  minidump: 'Windows minidump',
  'macho-core': 'Mach-O core',
  unknown: 'Unknown format',
}

/** What became of the process, when the dump failed. */
export function failureNotes(failure: DumpFailure): readonly string[] {
  const notes: string[] = []
  if (failure.isTargetGone) notes.push('The process has exited.')
  if (failure.isSocketLost)
    notes.push(
      'The runtime closed its diagnostic port. The process keeps running, but no tool can reach it until it is restarted.',
    )
  if (failure.leftFile !== null)
    notes.push(`A partial file was left behind: ${failure.leftFile.path} (${sizeText(failure.leftFile.sizeBytes)}).`)
  return notes
}

export const secretsNote =
  'A dump contains the process’s memory, including passwords, keys and personal data. Share it only with people you trust.'

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
      return `Other users can read it (owner ${owner}, ${bits}), and Pipescope couldn’t change that (${code ?? 'unknown'}). Run chmod 600 on it as ${owner} or root.`
  }
}
