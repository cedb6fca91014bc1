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
