import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { publish, SampleBuildError } from './build.mjs'
import { canBuildSamples } from './start-target.ts'

const run = promisify(execFile)

/** What ClrMD could read of a dump. */
export interface DumpAnswer {
  readonly pid: number
  readonly runtime: string
  readonly threadCount: number
  /** Threads with at least one managed frame that has a name. */
  readonly stackCount: number
  /** Every named frame of every thread, `Namespace.Type.Method`. */
  readonly frames: readonly string[]
  readonly canWalkHeap: boolean
  readonly objectCount: number
  readonly objectBytes: number
  /** Count and bytes of every type, `Free` among them. */
  readonly all: Readonly<Record<string, readonly [number, number]>>
  /** How many objects of each type of the samples. */
  readonly types: Readonly<Record<string, number>>
}

/** Path of the built program, or null when it cannot be built here (no SDK, or ClrMD not reachable). */
export function tryBuildDumpOracle(): string | null {
  if (!canBuildSamples()) return null
  try {
    const folder = publish({ project: path.join(import.meta.dirname, 'dump-oracle'), name: 'dump-oracle' })
    return path.join(folder, process.platform === 'win32' ? 'Pipescope.DumpOracle.exe' : 'Pipescope.DumpOracle')
  } catch (error) {
    if (error instanceof SampleBuildError) return null
    throw error
  }
}

/** Throws with ClrMD's own words when it cannot read the dump. */
export async function askDumpOracle(program: string, dump: string): Promise<DumpAnswer> {
  const { stdout } = await run(program, [dump], { maxBuffer: 64 * 2 ** 20 })
  return JSON.parse(stdout) as DumpAnswer
}
