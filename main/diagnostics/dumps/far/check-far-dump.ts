import path from 'node:path'
import type { AppError } from '../../../../shared/base/errors.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { DumpBlocker, DumpPreflight, DumpWarning } from '../../../../shared/model/dump.ts'
import type { FarFiles } from '../../../machines/far-files.ts'
import { textOf, type FarReply } from '../../../machines/far-replies.ts'
import { parseIds, parseMemoryMap } from '../../../os/linux/memory-map.ts'
import { estimateDumps, flavourBlocker, spaceTrouble, traceBlocker, type DumpPlan } from '../preflight.ts'
import type { KnownTarget } from '../../known-target.ts'

/** What `checkDump` finds out here, asked on the machine of the process: as the person who is logged in there sees it. */
export async function checkFarDump(
  files: Pick<FarFiles, 'place' | 'mayRun'>,
  plan: Omit<DumpPlan, 'mayOverwrite'>,
  target: KnownTarget,
  machine: string,
): Promise<Result<DumpPreflight, AppError>> {
  const { pid } = target.endpoint
  const folder = path.posix.dirname(plan.path)
  const isAbsolute = path.posix.isAbsolute(plan.path)
  const asked = await files.place(pid, isAbsolute ? folder : '/', path.posix.basename(plan.path))
  if (!asked.ok) return asked
  const status = textOf(asked.value, 'status')
  const memory = parseMemoryMap(textOf(asked.value, 'maps'))
  const threadCount = Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  const estimates = estimateDumps({ memory, threadCount })
  const blockers: DumpBlocker[] = []
  const warnings: DumpWarning[] = []
  const flavour = flavourBlocker(target.facts)
  if (flavour !== null) blockers.push(flavour)
  if (target.facts.isSuspended === true) blockers.push({ kind: 'suspended' })
  if (target.isStopped || /^State:\s+[Tt]/m.test(status)) blockers.push({ kind: 'stopped' })
  const createdumpPath =
    memory.runtimeFolder === null || flavour !== null ? null : path.posix.join(memory.runtimeFolder, 'createdump')
  if (createdumpPath !== null && flavour === null) {
    const mayRun = await files.mayRun(pid, createdumpPath)
    if (!mayRun.ok) return mayRun
    if (mayRun.value === null) blockers.push({ kind: 'createdump-missing', path: createdumpPath })
    else if (!mayRun.value) blockers.push({ kind: 'createdump-not-executable', path: createdumpPath })
  } else if (memory.readableBytes > 0 && target.facts.flavour === 'coreclr' && plan.type !== 'full')
    blockers.push({ kind: 'only-full' })
  const trace = traceBlocker(ptraceScopeOf(asked.value), parseIds(status).userId)
  if (trace !== null) blockers.push(trace)
  if (isAbsolute) blockers.push(...blockersOfFolder(asked.value, folder, target.userName))
  else blockers.push({ kind: 'path-not-absolute' })
  const freeBytes = isAbsolute ? freeBytesOf(asked.value) : null
  const space = spaceTrouble(freeBytes, plan.isReportOnly ? null : estimates[plan.type])
  if (space?.kind === 'not-enough-space') blockers.push(space)
  else if (space !== null) warnings.push(space)
  if (!target.isSameUser) warnings.push({ kind: 'other-owner', userName: target.userName })
  return ok({ path: plan.path, visiblePath: null, blockers, warnings, estimates, freeBytes, createdumpPath, machine })
}

function blockersOfFolder(reply: FarReply, folder: string, userName: string | null): readonly DumpBlocker[] {
  const state = textOf(reply, 'folder').split('\n')
  if (!state.includes('folder')) return [{ kind: 'folder-missing', path: folder }]
  const listed = textOf(reply, 'file')
  const found = /^ *\d+ (\S)\S+ +\d+ +\d+ +\d+ +(\d+)/.exec(listed)
  if (found?.[1] === 'd') return [{ kind: 'path-is-folder' }]
  const blockers: DumpBlocker[] = []
  if (!state.includes('writable')) blockers.push({ kind: 'folder-not-writable', path: folder, userName })
  // Never overwritten: what is there could not be put back.
  if (listed.trim() !== '') blockers.push({ kind: 'file-exists', sizeBytes: found === null ? 0 : Number(found[2]) })
  return blockers
}

/** The fourth figure of `df -Pk`, in kB; the name of the file system may hold anything but comes first. */
function freeBytesOf(reply: FarReply): number | null {
  const line = textOf(reply, 'space').trim().split('\n').at(-1) ?? ''
  const found = / \d+ +\d+ +(\d{1,15}) +\d+% /.exec(line)
  return found === null ? null : Number(found[1]) * 1024
}

function ptraceScopeOf(reply: FarReply): number | null {
  const text = textOf(reply, 'ptrace').trim()
  return /^\d$/.test(text) ? Number(text) : null
}
