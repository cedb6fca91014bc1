import path from 'node:path'
import { projectCache } from '../setup/paths.mjs'
import { findRefusedByTypes } from './refused-by-types.mjs'

/**
 * Stryker asks a checker which faults are worth a run of the tests. Refused are those that the types refuse, and, for a quick look at a large
 * folder, all but every Nth.
 */
const oneIn = Number(process.env['PIPESCOPE_MUTATE_ONE_IN'] ?? '1')

/** @typedef {import('./refused-by-types.mjs').Fault} Fault */

const checker = {
  async init() {},
  /**
   * All at once: the compiler is started a single time.
   *
   * @param {readonly Fault[]} faults
   */
  async group(faults) {
    return [faults.map(({ id }) => id)]
  },
  /** @param {readonly Fault[]} faults */
  async check(faults) {
    const tried = faults.filter(({ id }) => Number(id) % oneIn === 0)
    const refused = await findRefusedByTypes(tried, path.join(projectCache, `mutate/types-${process.pid}`))
    const triedIds = new Set(tried.map(({ id }) => id))
    const verdicts = faults.map(({ id }) => {
      const reason = triedIds.has(id) ? refused.get(id) : 'not in the sample'
      return [id, reason === undefined ? { status: 'passed' } : { status: 'compileError', reason }]
    })
    return Object.fromEntries(verdicts)
  },
}

export const strykerPlugins = [{ kind: 'Checker', name: 'types', value: checker }]
