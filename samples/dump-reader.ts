import path from 'node:path'
import { publish, SampleBuildError } from './build.mjs'
import { canBuildSamples } from './start-target.ts'

/** Folder of the product's own program that opens dumps, or null when it cannot be built here (no SDK, or ClrMD not reachable). */
export function tryBuildDumpReader(): string | null {
  if (!canBuildSamples()) return null
  try {
    return publish({ project: path.join(import.meta.dirname, '../helpers/dump-reader'), name: 'dump-reader' })
  } catch (error) {
    if (error instanceof SampleBuildError) return null
    throw error
  }
}
