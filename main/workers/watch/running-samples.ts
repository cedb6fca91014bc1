import { isBlockingMethod } from '../../analysis/stacks/frames/blocking-frames.ts'

/** Value of the sample's payload that says "in managed code"; 1 is "outside of it", mostly waiting. */
export const runningSample = 2

/** Below this share of the samples that do not wait, the runtime cannot have meant what it said. */
const leastRunningShare = 0.05

/**
 * .NET 9 says "outside of managed code" of nearly every sample, also where a method computes (9.0.22, a computing thread: 4 of 529
 * samples "managed"; 8 and 10 say it of all). Then a leaf that neither waits nor calls out of managed code counts as running.
 */
export function isRunningReported(
  runtimeVersion: string | null,
  runningCount: number,
  computingCount: number,
): boolean {
  if (runtimeVersion?.startsWith('9.') !== true || computingCount === 0) return true
  return runningCount >= leastRunningShare * (runningCount + computingCount)
}

/** Whether the method at the leaf of a sample "outside of managed code" looks like code that runs. Null: it has no name. */
export function looksComputing(name: string | null): boolean {
  return name !== null && !/^Interop[+.]|IL_STUB/.test(name) && !isBlockingMethod(name)
}
