/** `npm run test:full` sets this: whole matrix, soaks, long fuzz. */
export const isFullRun = process.env['PIPESCOPE_FULL'] === '1'

/** Runs of a property: a few in every test run, a hundred times as many in the full one. */
export function fuzzRuns(usual: number): number {
  return isFullRun ? usual * 100 : usual
}

/** A loaded machine takes its time; a test that hangs is still found. */
export const fuzzTimeoutMs = isFullRun ? 1_800_000 : 60_000
