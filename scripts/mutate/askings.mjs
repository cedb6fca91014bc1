/**
 * @typedef {object} Asking tests of a file that come by a fault
 * @property {string} file
 * @property {readonly string[]} tests
 * @property {number} mostSteps how many places they may come by with the fault
 * @property {number} totalMs what they cost
 * @property {number} limitMs how long one of them may take with the fault
 * @property {boolean} isSlow asked only when no fast test of any file has noticed the fault
 *
 * @typedef {import('./journal.mjs').Survey} Survey
 */

/** A test that costs more than this is asked by itself, when the others have noticed nothing, and not at all for a quick look. In ms. */
const slowMs = 300

/**
 * By the clock every test is slow on a busy machine, and by the processor none that waits for something. In ms.
 *
 * @param {import('./journal.mjs').RanTest} test
 */
function costOf({ ms, cpuMs }) {
  return Math.max(cpuMs, ms / 10)
}

/**
 * Whom to ask about each fault, the fastest tests first: most faults are noticed by the tests beside them, in milliseconds.
 *
 * @param {readonly Survey[]} surveys
 * @param {boolean} isQuick leaves slow tests out: then the faults that are noticed are a lower bound
 * @returns {ReadonlyMap<number, readonly Asking[]>} in the order of the faults
 */
export function askingsByFault(surveys, isQuick) {
  /** @type {Map<number, Asking[]>} */
  const all = new Map()
  for (const { file, tests, around, steps } of surveys) {
    const isAround = new Set(around)
    /** @type {Map<number, Survey['tests'][number][]>} */
    const coming = new Map(around.map((fault) => [fault, [...tests]]))
    for (const test of tests) {
      for (const fault of test.faults) if (!isAround.has(fault)) coming.set(fault, [...(coming.get(fault) ?? []), test])
    }
    for (const [fault, own] of coming) {
      const fast = own.filter((test) => costOf(test) <= slowMs)
      const slow = isQuick ? [] : own.filter((test) => costOf(test) > slowMs)
      const groups = [...(fast.length > 0 ? [fast] : []), ...slow.map((test) => [test])]
      const askings = groups.map((group) => ({
        file,
        tests: group.map(({ id }) => id),
        mostSteps: 10 * steps + 100_000,
        totalMs: group.reduce((sum, test) => sum + costOf(test), 0),
        limitMs: Math.max(1500, 10 * Math.max(...group.map(({ ms }) => ms))),
        isSlow: group !== fast,
      }))
      // A fault that only slow tests come by keeps its place with nobody to ask.
      all.set(fault, [...(all.get(fault) ?? []), ...askings])
    }
  }
  const sorted = [...all].map(
    ([fault, askings]) =>
      /** @type {const} */ ([fault, askings.toSorted((left, right) => left.totalMs - right.totalMs)]),
  )
  return new Map(sorted.toSorted(([left], [right]) => left - right))
}

/**
 * Slow tests in the order in which they are asked: one that has noticed others notices this one more likely than its neighbors do.
 *
 * @param {readonly Asking[]} slow
 * @param {ReadonlyMap<string, number>} noticedBy how many faults each test has noticed so far
 * @returns {readonly Asking[]}
 */
export function likeliestFirst(slow, noticedBy) {
  const cost = (/** @type {Asking} */ { tests, totalMs }) => totalMs / (1 + (noticedBy.get(tests[0] ?? '') ?? 0))
  return slow.toSorted((left, right) => cost(left) - cost(right))
}
