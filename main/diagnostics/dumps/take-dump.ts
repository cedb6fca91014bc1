import fs from 'node:fs'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { DumpFailure, DumpPreflight, DumpResult, DumpType, DumpVerdict } from '../../../shared/model/dump.ts'
import { lookAtForeign } from '../../foreign/foreign-files.ts'
import { isProcessAlive } from '../../os/process-alive.ts'
import { dumpPathText } from '../../protocol/encode.ts'
import { generateCoreDump, type Target } from '../client-actions.ts'
import { firstFree } from '../files/free-path.ts'
import { DumpOutput } from './dump-output.ts'
import type { MadeFile } from './made-file.ts'
import { readDumpFacts } from './verify-dump.ts'
import { isElsewhere } from '../../transport/endpoint.ts'
import { pause } from '../../os/pause.ts'

/*
 * One dump, from the request to a file that has been looked at. The answer of the runtime decides nothing by itself: .NET Core
 * 3.1 says OK when createdump has crashed, and a dump that ran out of disk is a file all the same.
 *
 * A dump cannot be called off. Who does not want to wait any more stops waiting; the request stays on its connection and the
 * watch goes on, so that the end is still told.
 */

export interface TakeDumpOptions {
  readonly type: DumpType
  /** createdump's own diagnostics on the target's console. */
  readonly logging?: boolean
  readonly crashReport?: 'none' | 'as-well' | 'only'
  /** Operating system as ProcessInfo names it. */
  readonly operatingSystem: string | null
  /** An existing file is moved aside before, so that what is there afterwards is new. */
  readonly mayOverwrite: boolean
  /** Name of an account, for the owner of the file. */
  readonly userName?: (id: number) => string | null
  onProgress?(bytes: number, elapsedMs: number): void
}

export interface RunningDump extends Disposable {
  /** Resolves at the end, or when waiting was stopped. */
  readonly whenWaited: Promise<'ended' | 'stopped-waiting'>
  /** The end itself, also after waiting was stopped. */
  readonly whenEnded: Promise<Result<DumpResult, DumpFailure>>
  /** After the end: what is there and is no whole dump, if this request made it. */
  leftover(): MadeFile | null
  stopWaiting(): void
  /** Stops looking; the target goes on writing. */
  dispose(): void
}

const lookEveryMs = 200
/** Between the answer and the last byte on a slow disk. */
const settleMs = 2000
const flagBits = { logging: 1, crashReport: 4, crashReportOnly: 8 } as const

/** `preflight` must be without blockers; nothing is checked again. */
export function takeDump(target: Target, preflight: DumpPreflight, options: TakeDumpOptions): RunningDump {
  const closing = new AbortController()
  const patience = new AbortController()
  const stopped = new Promise<'stopped-waiting'>((resolve) => {
    patience.signal.addEventListener('abort', () => resolve('stopped-waiting'))
  })
  const output = new DumpOutput(preflight.visiblePath, options.userName)
  const whenEnded = run(target, preflight, options, output, closing.signal)
  return {
    whenEnded,
    whenWaited: Promise.race([stopped, whenEnded.then(() => 'ended' as const)]),
    leftover: () => output.leftover,
    stopWaiting: () => patience.abort(),
    dispose: () => closing.abort(),
  }
}

async function run(
  target: Target,
  preflight: DumpPreflight,
  options: TakeDumpOptions,
  output: DumpOutput,
  signal: AbortSignal,
): Promise<Result<DumpResult, DumpFailure>> {
  const { visiblePath } = preflight
  const report = options.crashReport ?? 'none'
  const startMs = performance.now()
  const aside = visiblePath === null || !options.mayOverwrite ? null : await moveAside(visiblePath)
  output.begin()
  const timer = setInterval(() => {
    output.look()
    if (visiblePath !== null) void reportProgress(visiblePath, startMs, options)
  }, lookEveryMs)
  const flags =
    (options.logging === true ? flagBits.logging : 0) |
    (report === 'as-well' ? flagBits.crashReport : report === 'only' ? flagBits.crashReportOnly : 0)
  const path = dumpPathText(preflight.path, options.operatingSystem)
  const answered = await generateCoreDump(target, { path, type: options.type, flags }, { signal })
  clearInterval(timer)
  output.look()
  if (!answered.ok) {
    const isOldBack = aside !== null && visiblePath !== null && (await putBack(aside, visiblePath))
    output.end(visiblePath, false)
    return err(await describeFailure(target, answered.error, isOldBack ? null : visiblePath))
  }
  const looked = report === 'only' ? await lookForReportOnly(visiblePath) : await verify(visiblePath)
  if (aside !== null && visiblePath !== null) {
    // The old file goes only when a whole new one is there.
    if (looked.verdict === 'complete') await fs.promises.rm(aside, { force: true })
    else if (looked.verdict === 'missing') await putBack(aside, visiblePath)
  }
  const crashReportPath = report === 'none' ? null : await reportPath(visiblePath)
  const isWhole = looked.verdict !== 'partial' && looked.verdict !== 'not-a-dump'
  return ok({
    ...looked,
    path: preflight.path,
    access: output.end(looked.visiblePath, isWhole, crashReportPath),
    crashReportPath,
    commandVersion: answered.value.version,
    tookMs: Math.round(performance.now() - startMs),
  })
}

async function reportProgress(visiblePath: string, startMs: number, options: TakeDumpOptions): Promise<void> {
  const size = await sizeOf(visiblePath)
  options.onProgress?.(typeof size === 'number' ? size : 0, performance.now() - startMs)
}

type Looked = Pick<DumpResult, 'verdict' | 'visiblePath' | 'file'>

async function verify(visiblePath: string | null): Promise<Looked> {
  if (visiblePath === null) return { verdict: 'unverified', visiblePath, file: null }
  const endMs = performance.now() + settleMs
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const size = await sizeOf(visiblePath)
    if (size === 'unreadable') return { verdict: 'unverified', visiblePath, file: null }
    // oxlint-disable-next-line no-await-in-loop -- as above
    const facts = size === null ? null : await readDumpFacts(visiblePath)
    // EACCES: the file belongs to the target's user and is theirs alone (0600).
    if (facts?.ok === false && facts.error.kind !== 'missing') return { verdict: 'unverified', visiblePath, file: null }
    const file = facts?.ok === true ? facts.value : null
    const verdict = verdictOf(file)
    if (verdict === 'complete' || performance.now() >= endMs) {
      // oxlint-disable-next-line no-await-in-loop -- and then it returns
      const named = verdict === 'partial' ? await nameAsPartial(visiblePath) : visiblePath
      return { verdict, visiblePath: named, file }
    }
    // oxlint-disable-next-line no-await-in-loop -- a network disk may show the file a little later
    await pause(100)
  }
}

function verdictOf(file: DumpResult['file']): DumpVerdict {
  if (file === null) return 'missing'
  if (file.format === 'unknown') return 'not-a-dump'
  return file.isComplete ? 'complete' : 'partial'
}

async function lookForReportOnly(visiblePath: string | null): Promise<Looked> {
  const report = await reportPath(visiblePath)
  if (visiblePath === null) return { verdict: 'unverified', visiblePath, file: null }
  return { verdict: report === null ? 'missing' : 'report-only', visiblePath: null, file: null }
}

/** createdump adds the ending itself. */
async function reportPath(visiblePath: string | null): Promise<string | null> {
  if (visiblePath === null) return null
  const report = `${visiblePath}.crashreport.json`
  return typeof (await sizeOf(report)) === 'number' ? report : null
}

/** So that nobody takes half a dump for a whole one later. Where that is not allowed the verdict has to do. */
async function nameAsPartial(visiblePath: string): Promise<string> {
  const named = await freeName(`${visiblePath}.partial`)
  if (!named.ok) return visiblePath
  try {
    await fs.promises.rename(visiblePath, named.value)
    return named.value
  } catch {
    // EACCES, EPERM, EROFS: the folder is not ours.
    return visiblePath
  }
}

async function moveAside(visiblePath: string): Promise<string | null> {
  if ((await sizeOf(visiblePath)) === null) return null
  const aside = await freeName(`${visiblePath}.old`)
  if (!aside.ok) return null
  try {
    await fs.promises.rename(visiblePath, aside.value)
    return aside.value
  } catch {
    // Then createdump overwrites it, which is what was asked for.
    return null
  }
}

/** False: it stays beside, under its `.old` name. */
async function putBack(aside: string, visiblePath: string): Promise<boolean> {
  try {
    if ((await sizeOf(visiblePath)) !== null) return false
    await fs.promises.rename(aside, visiblePath)
    return true
  } catch {
    // EACCES, EPERM, EROFS: the folder is not ours.
    return false
  }
}

function freeName(wanted: string): Promise<Result<string, AppError>> {
  return firstFree((number) => (number === 1 ? wanted : `${wanted}-${number}`))
}

/** Null: not there. */
async function sizeOf(file: string): Promise<number | null | 'unreadable'> {
  const looked = await lookAtForeign(file)
  return looked.ok ? looked.value.sizeBytes : looked.error.kind === 'missing' ? null : 'unreadable'
}

async function describeFailure(target: Target, error: AppError, visiblePath: string | null): Promise<DumpFailure> {
  const { endpoint } = target
  const text = error.kind === 'runtime-error' ? (error.text ?? '') : ''
  const size = visiblePath === null ? null : await sizeOf(visiblePath)
  const isTargetGone = !isElsewhere(endpoint) && !isProcessAlive(endpoint.pid)
  return {
    error,
    messages: text.split('\n').filter((line) => line.trim() !== ''),
    isTargetGone,
    isSocketLost: !isTargetGone && endpoint.transport === 'unix' && (await sizeOf(endpoint.path)) === null,
    leftFile: typeof size === 'number' && visiblePath !== null ? { path: visiblePath, sizeBytes: size } : null,
  }
}
