import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { DumpAccess, DumpFailure, DumpFileFacts, DumpResult, DumpType } from '../../../../shared/model/dump.ts'
import { farBlockBytes } from '../../../machines/far-file-script.ts'
import { maxBlocks, type FarFile, type FarFiles } from '../../../machines/far-files.ts'
import { pause, pauseWhile } from '../../../os/pause.ts'
import { generateCoreDump, type Target } from '../../client-actions.ts'
import { readDumpFactsBy } from '../verify-dump.ts'

/*
 * A dump of a process on another machine: its runtime writes it there, and it is checked there. Only its head and tables come over the link.
 * The runtime's answer decides nothing by itself (take-dump.ts).
 */

export interface FarDumpPlan {
  /** Nothing is there yet. */
  readonly path: string
  readonly type: DumpType
  readonly logging: boolean
  /** Of the process, which owns what it writes. */
  readonly userName: string | null
  onProgress?(bytes: number): void
  /** Once, when it is known which file it is. */
  onFound?(file: FarFile): void
}

export interface TakenFarDump {
  readonly outcome: Result<DumpResult, DumpFailure>
  /** What the request made, whole or not; null: nothing, or nothing that can be read. */
  readonly file: FarFile | null
  /** The link broke before it could be looked at: `file` is as it was seen last, while it was being written, if it was. */
  readonly isUnseen: boolean
}

/** Which file it is should be known before a link breaks. */
const findEveryMs = 200
const lookEveryMs = 1000
const settleMs = 2000
const others = 0o077

type Files = Pick<FarFiles, 'look' | 'read' | 'restrict'>

export async function takeFarDump(files: Files, target: Target, plan: FarDumpPlan): Promise<TakenFarDump> {
  const { path, type, logging } = plan
  const { pid } = target.endpoint
  const startMs = performance.now()
  let isWriting = true
  const watching = watch(files, pid, plan, () => isWriting)
  const answered = await generateCoreDump(target, { path, type, flags: logging ? 1 : 0 })
  isWriting = false
  const seen = await watching
  const looked = await verify(files, pid, path)
  const isUnseen = looked.isLost
  const file = isUnseen ? seen : looked.file
  if (!answered.ok) return { outcome: err(failureOf(answered.error, path, looked.file)), file, isUnseen }
  const access = looked.file === null ? null : await restrictToOwner(files, looked.file, plan.userName)
  const result: DumpResult = {
    verdict: looked.verdict,
    path,
    visiblePath: null,
    file: looked.facts,
    access,
    crashReportPath: null,
    commandVersion: answered.value.version,
    tookMs: Math.round(performance.now() - startMs),
  }
  return { outcome: ok(result), file, isUnseen }
}

async function watch(files: Files, pid: number, plan: FarDumpPlan, isWriting: () => boolean): Promise<FarFile | null> {
  let seen: FarFile | null = null
  while (isWriting()) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const looked = await files.look(pid, plan.path)
    if (!looked.ok) return seen
    if (looked.value !== null && looked.value !== 'unreadable') {
      if (seen === null) plan.onFound?.(looked.value)
      seen = looked.value
      plan.onProgress?.(seen.sizeBytes)
    }
    const nextMs = seen === null ? findEveryMs : lookEveryMs
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pauseWhile(isWriting, nextMs, 100)
  }
  return seen
}

interface Looked {
  readonly verdict: DumpResult['verdict']
  readonly facts: DumpFileFacts | null
  readonly file: FarFile | null
  /** Nobody could look. */
  readonly isLost: boolean
}

async function verify(files: Files, pid: number, path: string): Promise<Looked> {
  const endMs = performance.now() + settleMs
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const looked = await files.look(pid, path)
    if (!looked.ok || looked.value === 'unreadable')
      return { verdict: 'unverified', facts: null, file: null, isLost: !looked.ok }
    const file = looked.value
    // oxlint-disable-next-line no-await-in-loop -- as above
    const facts = file === null ? null : await readFarDumpFacts(files, file.sizeBytes)
    if (facts?.ok === false) return { verdict: 'unverified', facts: null, file, isLost: false }
    if (facts?.value.isComplete === true) return { verdict: 'complete', facts: facts.value, file, isLost: false }
    if (performance.now() >= endMs) {
      const verdict = facts === null ? 'missing' : facts.value.format === 'unknown' ? 'not-a-dump' : 'partial'
      return { verdict, facts: facts?.value ?? null, file, isLost: false }
    }
    // oxlint-disable-next-line no-await-in-loop -- a network disk may show the file a little later
    await pause(200)
  }
}

/** Of the file that was looked at last. */
export function readFarDumpFacts(
  files: Pick<FarFiles, 'read'>,
  sizeBytes: number,
): Promise<Result<DumpFileFacts, AppError>> {
  return readDumpFactsBy<AppError>(async (offset, maxBytes) => {
    const wanted = Math.max(0, Math.min(maxBytes, sizeBytes - offset))
    const first = Math.floor(offset / farBlockBytes)
    const end = Math.ceil((offset + wanted) / farBlockBytes)
    const parts: Buffer[] = []
    for (let at = first; at < end; at += maxBlocks) {
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const read = await files.read(at, Math.min(maxBlocks, end - at))
      if (!read.ok) return read
      parts.push(read.value)
    }
    const skip = offset - first * farBlockBytes
    return ok({ bytes: Buffer.concat(parts).subarray(skip, skip + wanted), sizeBytes })
  })
}

/** .NET Core 3.1 writes them readable by everybody. */
async function restrictToOwner(files: Files, file: FarFile, ownerName: string | null): Promise<DumpAccess> {
  return { ...(await restrict(files, file)), ownerName }
}

async function restrict(files: Files, file: FarFile): Promise<DumpAccess> {
  if ((file.mode & others) === 0) return accessOf(file, 'none-needed')
  // Under its other name it may be somebody's file that is meant to be read.
  if (file.linkCount !== 1) return accessOf(file, 'refused', 'EMLINK')
  const restricted = await files.restrict()
  const now = restricted.ok ? restricted.value : null
  return now !== null && (now.mode & others) === 0
    ? accessOf(now, 'restricted')
    : accessOf(now ?? file, 'refused', 'EPERM')
}

function accessOf({ mode, ownerId }: FarFile, change: DumpAccess['change'], code: string | null = null): DumpAccess {
  return { mode, ownerId, ownerName: null, change, code }
}

function failureOf(error: AppError, path: string, file: FarFile | null): DumpFailure {
  const text = error.kind === 'runtime-error' ? (error.text ?? '') : ''
  return {
    error,
    messages: text.split('\n').filter((line) => line.trim() !== ''),
    // Its row says so.
    isTargetGone: false,
    isSocketLost: false,
    leftFile: file === null ? null : { path, sizeBytes: file.sizeBytes },
  }
}
