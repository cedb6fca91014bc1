/**
 * Runs checks one after the other; those beside begin in their place and the next one does not wait for them, unless it says so.
 *
 * @typedef {import('./run-check.mjs').Check} Check
 * @typedef {import('./run-check.mjs').Counts} Counts
 *
 * @param {readonly Check[]} checks
 * @param {(check: Check) => Promise<Counts>} run
 * @returns {Promise<Counts[]>}
 */
export async function runAll(checks, run) {
  /** @type {Map<string, Promise<Counts>>} */
  const beside = new Map()
  const counts = []
  for (const check of checks) {
    const running = runAfter(beside.get(check.waitsFor ?? ''), check, run)
    if (check.isBeside === true) beside.set(check.name, running)
    else counts.push(await running)
  }
  return [...counts, ...(await Promise.all(beside.values()))]
}

/**
 * @param {Promise<Counts> | undefined} earlier
 * @param {Check} check
 * @param {(check: Check) => Promise<Counts>} run
 */
async function runAfter(earlier, check, run) {
  await earlier
  return run(check)
}
