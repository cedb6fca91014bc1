import path from 'node:path'
import type { DumpBlocker, DumpEstimate, DumpPreflight, DumpType, DumpWarning } from '../../../shared/model/dump.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import {
  access,
  fileStateOf,
  freeBytesAt,
  mayAccess,
  placeToLook,
  ptraceScope,
  type TargetView,
} from '../../os/target-view.ts'
import type { TargetFacts } from '../../protocol/target-facts.ts'

/*
 * Everything that can be found out before a dump is asked for. A failed attempt is not harmless: without an executable
 * createdump .NET 8 to 10 lose their socket, and a full disk can end the target's own work.
 */

export interface DumpPlan {
  /** As the target is to resolve it, with no escapes. */
  readonly path: string
  readonly type: DumpType
  readonly mayOverwrite: boolean
  readonly isReportOnly: boolean
}

export interface PreflightInput {
  readonly facts: TargetFacts
  /** Null where the system does not tell (Windows, macOS) or the process is gone. */
  readonly view: TargetView | null
  readonly isStopped: boolean
  readonly isSameUser: boolean
  readonly userName: string | null
  /** Somebody was asked about this path: only then is a share of another machine looked at. */
  readonly isAgreed?: boolean
}

/** Left free on the target's disk: 5 % are not known here, 1 GB is. */
const keepFreeBytes = 1024 * 1024 * 1024
const megabyte = 1024 * 1024

export async function checkDump(plan: DumpPlan, input: PreflightInput): Promise<DumpPreflight> {
  const { view, facts } = input
  const estimates = estimateDumps(view)
  const visiblePath =
    input.isAgreed === true && view?.canLook === true ? view.visible(plan.path) : placeToLook(view, plan.path)
  const blockers: DumpBlocker[] = [...(await blockersOfTarget(plan, input))]
  const warnings: DumpWarning[] = []
  let freeBytes: number | null = null
  if (!isAbsolute(plan.path)) blockers.push({ kind: 'path-not-absolute' })
  else if (view !== null && visiblePath !== null) {
    blockers.push(...(await blockersOfPath(plan, view, visiblePath, input.userName)))
    freeBytes = await freeBytesAt(path.dirname(visiblePath))
    const space = spaceTrouble(freeBytes, plan.isReportOnly ? null : estimates[plan.type])
    if (space?.kind === 'not-enough-space') blockers.push(space)
    else if (space !== null) warnings.push(space)
  }
  if (visiblePath === null) warnings.push({ kind: 'cannot-look' })
  if (view?.isOtherFileSystem === true) warnings.push({ kind: 'other-file-system', visiblePath })
  if (!input.isSameUser) warnings.push({ kind: 'other-owner', userName: input.userName })
  return {
    path: plan.path,
    visiblePath,
    blockers,
    warnings,
    estimates,
    freeBytes,
    createdumpPath: createdumpOf(facts, view),
  }
}

/**
 * Measured on 3.1, 8, 9 and 10: a full dump is the sum of the readable regions, a heap dump the sum of the writable ones plus
 * about 2 MB; small ones depend on stacks and modules (2 to 20 MB).
 */
export function estimateDumps(
  view: Pick<TargetView, 'memory' | 'threadCount'> | null,
): Readonly<Record<DumpType, DumpEstimate | null>> {
  if (view === null || view.memory.readableBytes === 0) return { mini: null, heap: null, triage: null, full: null }
  const { readableBytes, writableBytes } = view.memory
  const around = (bytes: number): DumpEstimate => ({
    lowBytes: Math.round(bytes * 0.97),
    highBytes: Math.round(bytes * 1.1) + 8 * megabyte,
  })
  const small: DumpEstimate = {
    lowBytes: 1.5 * megabyte,
    highBytes: Math.min(readableBytes, (16 + view.threadCount / 4) * megabyte),
  }
  return { mini: small, triage: small, heap: around(writableBytes + 2 * megabyte), full: around(readableBytes) }
}

/** Whether the process can write it there, into a file system that is ours too: where no person chose the place another one may do. */
export function fitsPlace({ blockers, warnings }: Pick<DumpPreflight, 'blockers' | 'warnings'>): boolean {
  return !blockers.some(({ kind }) => misplaced.has(kind)) && !warnings.some(({ kind }) => kind === 'other-file-system')
}

const misplaced: ReadonlySet<DumpBlocker['kind']> = new Set([
  'folder-missing',
  'folder-not-writable',
  'not-enough-space',
])

async function blockersOfTarget(plan: DumpPlan, { facts, view, isStopped }: PreflightInput): Promise<DumpBlocker[]> {
  const blockers: DumpBlocker[] = []
  const flavour = flavourBlocker(facts)
  if (flavour !== null) return [flavour]
  if (facts.isSuspended === true) blockers.push({ kind: 'suspended' })
  if (isStopped) blockers.push({ kind: 'stopped' })
  if (view === null) return blockers
  const createdump = createdumpOf(facts, view)
  if (createdump === null) {
    if (facts.flavour === 'coreclr' && plan.type !== 'full') blockers.push({ kind: 'only-full' })
  } else if (view.canLook) {
    const visible = view.visible(createdump)
    const state = await fileStateOf(visible)
    if (state === 'missing') blockers.push({ kind: 'createdump-missing', path: createdump })
    else if ((await mayAccess(visible, view.ids, access.execute)) === false)
      blockers.push({ kind: 'createdump-not-executable', path: createdump })
  }
  const trace = traceBlocker(ptraceScope(), view.ids.userId)
  return trace === null ? blockers : [...blockers, trace]
}

export function flavourBlocker({ flavour }: TargetFacts): DumpBlocker | null {
  return flavour === 'nativeaot' || flavour === 'mono' ? { kind: 'flavour', flavour } : null
}

/** createdump traces its parent, which allows just that; above 1 only root may, above 2 nobody. */
export function traceBlocker(scope: number | null, userId: number): DumpBlocker | null {
  const isForbidden = scope !== null && (scope >= 3 || (scope === 2 && userId !== 0))
  return isForbidden ? { kind: 'tracing-forbidden', ptraceScope: scope } : null
}

/** Beside the runtime that is really mapped, not beside the one that should be. */
function createdumpOf(facts: TargetFacts, view: TargetView | null): string | null {
  const folder = view?.memory.runtimeFolder ?? null
  if (folder === null || facts.flavour === 'nativeaot') return null
  return folder.includes('\\') ? path.win32.join(folder, 'createdump.exe') : path.posix.join(folder, 'createdump')
}

async function blockersOfPath(
  plan: DumpPlan,
  view: TargetView,
  visiblePath: string,
  userName: string | null,
): Promise<DumpBlocker[]> {
  const folder = path.dirname(plan.path)
  const visibleFolder = path.dirname(visiblePath)
  const folderState = await fileStateOf(visibleFolder)
  if (folderState === 'missing' || folderState === 'file') return [{ kind: 'folder-missing', path: folder }]
  const state = await fileStateOf(visiblePath)
  if (state === 'folder') return [{ kind: 'path-is-folder' }]
  const blockers: DumpBlocker[] = []
  if ((await mayAccess(visibleFolder, view.ids, access.write | access.execute)) === false)
    blockers.push({ kind: 'folder-not-writable', path: folder, userName })
  if (state !== 'missing' && state !== 'unknown' && !plan.mayOverwrite)
    blockers.push({ kind: 'file-exists', sizeBytes: await sizeOf(visiblePath) })
  return blockers
}

export function spaceTrouble(
  freeBytes: number | null,
  estimate: DumpEstimate | null,
): (DumpBlocker & { kind: 'not-enough-space' }) | (DumpWarning & { kind: 'space-low' }) | null {
  if (freeBytes === null || estimate === null) return null
  const neededBytes = estimate.highBytes
  // A small dump on a small disk that holds it is no trouble: the floor is for those that could fill it.
  const floorBytes = Math.min(keepFreeBytes, neededBytes)
  if (freeBytes < neededBytes + floorBytes) return { kind: 'not-enough-space', freeBytes, neededBytes }
  return freeBytes < 2 * neededBytes + floorBytes ? { kind: 'space-low', freeBytes, neededBytes } : null
}

async function sizeOf(visiblePath: string): Promise<number> {
  const looked = await lookAtForeign(visiblePath)
  return looked.ok ? looked.value.sizeBytes : 0
}

function isAbsolute(targetPath: string): boolean {
  return path.posix.isAbsolute(targetPath) || path.win32.isAbsolute(targetPath)
}
