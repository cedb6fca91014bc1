import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { publish, SampleBuildError } from './build.mjs'
import { canBuildSamples } from './start-target.ts'

const run = promisify(execFile)

/** What Microsoft's serialization library finds in a `.gcdump`. */
export interface GcDumpAnswer {
  readonly nodes: number
  readonly edges: number
  readonly totalBytes: number
  readonly root: number
  readonly tool: string | null
  readonly is64: boolean
  /** Count and bytes by the name that the file has for a type. */
  readonly types: Readonly<Record<string, readonly [number, number]>>
}

/** Path of the built program, or null when it cannot be built here (no SDK, or TraceEvent not reachable). */
export function tryBuildGcDumpOracle(): string | null {
  if (!canBuildSamples()) return null
  try {
    const folder = publish({ project: path.join(import.meta.dirname, 'gcdump-oracle'), name: 'gcdump-oracle' })
    return path.join(folder, process.platform === 'win32' ? 'Pipescope.GcDumpOracle.exe' : 'Pipescope.GcDumpOracle')
  } catch (error) {
    if (error instanceof SampleBuildError) return null
    throw error
  }
}

export async function askGcDumpOracle(program: string, file: string): Promise<GcDumpAnswer> {
  const { stdout } = await run(program, [file], { maxBuffer: 64 * 2 ** 20 })
  return JSON.parse(stdout) as GcDumpAnswer
}
