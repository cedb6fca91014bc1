import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { publish, SampleBuildError } from './build.mjs'

const run = promisify(execFile)

/** One event as TraceEvent sees it. Floating-point fields are round-trip text, times Unix milliseconds. */
export interface OracleEvent {
  readonly provider: string
  readonly id: number
  readonly version: number
  readonly timeMs: number
  readonly fields: Readonly<Record<string, string | number>>
}

export interface OracleAnswer {
  readonly events: readonly OracleEvent[]
  /** All events of the file, of any kind. */
  readonly eventCount: number
  readonly lostEventCount: number
}

/** Path of the built program, or null when it cannot be built here (no SDK, or TraceEvent not reachable). */
export function tryBuildOracle(): string | null {
  try {
    const folder = publish({ project: path.join(import.meta.dirname, 'trace-oracle'), name: 'trace-oracle' })
    return path.join(folder, process.platform === 'win32' ? 'Pipescope.TraceOracle.exe' : 'Pipescope.TraceOracle')
  } catch (error) {
    if (error instanceof SampleBuildError) return null
    throw error
  }
}

export async function askOracle(program: string, file: string): Promise<OracleAnswer> {
  const { stdout } = await run(program, [file], { maxBuffer: 256 * 2 ** 20 })
  const lines = stdout.split('\n').filter((line) => line !== '')
  const summary = JSON.parse(lines.pop() ?? '{}') as { readonly events: number; readonly lost: number }
  const events = lines.map((line) => JSON.parse(line) as OracleEvent)
  return { events, eventCount: summary.events, lostEventCount: summary.lost }
}

/** Events per processor second of each pass of TraceEvent with a callback for every event. */
export async function measureOracle(program: string, file: string, passes: number): Promise<readonly number[]> {
  const { stdout } = await run(program, ['--speed', file, String(passes)])
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly events: number; readonly seconds: number })
    .map((pass) => pass.events / pass.seconds)
}

/** The sampled stacks of a file with names: lines of count, thread and frames (samples/trace-oracle/FrameDump.cs). */
export async function dumpFrames(program: string, file: string): Promise<string> {
  const { stdout } = await run(program, ['--frames', file], { maxBuffer: 256 * 2 ** 20 })
  return stdout
}

/** Every event of a file with all its fields, as text (samples/trace-oracle/EventDump.cs). */
export async function dumpEvents(program: string, file: string): Promise<string> {
  const { stdout } = await run(program, ['--events', file], { maxBuffer: 1024 * 2 ** 20 })
  return stdout
}

/** The collections of a file, a line each (samples/trace-oracle/CollectionDump.cs). */
export async function dumpCollections(program: string, file: string): Promise<string> {
  const { stdout } = await run(program, ['--collections', file], { maxBuffer: 64 * 2 ** 20 })
  return stdout
}

/** Waits for locks, a line each (samples/trace-oracle/ContentionDump.cs). */
export async function dumpContention(program: string, file: string): Promise<string> {
  const { stdout } = await run(program, ['--contention', file], { maxBuffer: 64 * 2 ** 20 })
  return stdout
}

/** Activities with a start and a stop, a line each (samples/trace-oracle/ActivityDump.cs). */
export async function dumpActivities(program: string, file: string): Promise<string> {
  const { stdout } = await run(program, ['--activities', file], { maxBuffer: 64 * 2 ** 20 })
  return stdout
}

/** What the runtime of the SDK says its events are, a line each (samples/trace-oracle/NativeEventDump.cs). */
export async function dumpNativeEvents(program: string): Promise<string> {
  const { stdout } = await run(program, ['--native-events'], { maxBuffer: 16 * 2 ** 20 })
  return stdout
}
