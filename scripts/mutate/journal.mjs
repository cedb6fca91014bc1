import fs from 'node:fs'

/**
 * What a run of faults writes as it goes, a line each: when a fault ends the process, the next one goes on from here.
 *
 * @typedef {object} Survey which tests of a file come by which faults
 * @property {string} file
 * @property {readonly number[]} loads come by in the first run, which reads modules
 * @property {number} steps how many places are come by, again and again
 * @property {readonly number[]} around come by before or between the tests
 * @property {readonly RanTest[]} tests
 *
 * @typedef {object} RanTest
 * @property {string} id
 * @property {number} ms by the clock
 * @property {number} cpuMs of the processor, user and system
 * @property {readonly number[]} faults that it comes by
 *
 * @typedef {object} Unusable the file fails without a fault
 * @property {string} file
 * @property {string} problem
 * @property {readonly number[]} loads as in a survey: it may be the one that read a module first
 * @typedef {{ readonly start: number }} Started this fault is on
 * @typedef {{ readonly left: number }} Left no fast test has noticed this fault, and there are slow ones to ask
 * @typedef {{ readonly fault: number, readonly isNoticed: boolean, readonly how: string }} Judged
 * @typedef {{ readonly end: true }} Ended every fault that a test comes by is judged
 * @typedef {Survey | Unusable | Started | Left | Judged | Ended} Entry
 */

/**
 * @param {string} journal
 * @param {Entry} entry
 */
export function note(journal, entry) {
  fs.appendFileSync(journal, `${JSON.stringify(entry)}\n`)
}

/**
 * @param {string} journal
 * @returns {readonly Entry[]}
 */
export function readJournal(journal) {
  if (!fs.existsSync(journal)) return []
  const lines = fs.readFileSync(journal, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => /** @type {Entry} */ (JSON.parse(line)))
}

/**
 * What a process that was killed has left.
 *
 * @param {string} journal
 */
export function dropHalfLine(journal) {
  if (!fs.existsSync(journal)) return
  const text = fs.readFileSync(journal)
  fs.truncateSync(journal, text.lastIndexOf('\n') + 1)
}

/**
 * The fault that was on when the process ended in the midst of it.
 *
 * @param {readonly Entry[]} entries
 * @returns {number | null}
 */
export function unfinished(entries) {
  const last = entries.at(-1)
  return last !== undefined && 'start' in last ? last.start : null
}

/**
 * @param {readonly Entry[]} entries
 * @returns {ReadonlySet<number>}
 */
export function judgedFaults(entries) {
  return new Set(entries.flatMap((entry) => ('fault' in entry ? [entry.fault] : [])))
}

/**
 * @param {readonly Entry[]} entries
 * @returns {ReadonlySet<number>} faults that only slow tests can notice, with those that one has noticed since
 */
export function leftFaults(entries) {
  return new Set(entries.flatMap((entry) => ('left' in entry ? [entry.left] : [])))
}

/**
 * @param {readonly Entry[]} entries
 * @returns {readonly string[]} test files, with those that cannot judge
 */
export function surveyedFiles(entries) {
  return entries.flatMap((entry) => ('file' in entry ? [entry.file] : []))
}

/**
 * What became of a fault: noticed, come by and not noticed, come by only while modules are read, or never.
 *
 * @param {readonly Entry[]} entries
 * @returns {(fault: number) => 'Killed' | 'Survived' | 'Ignored' | 'NoCoverage'}
 */
export function verdicts(entries) {
  const isNoticed = new Map(entries.flatMap((entry) => ('fault' in entry ? [[entry.fault, entry.isNoticed]] : [])))
  const left = leftFaults(entries)
  const loaded = new Set(entries.flatMap((entry) => ('loads' in entry ? entry.loads : [])))
  return (fault) => {
    const verdict = isNoticed.get(fault)
    if (verdict === undefined && left.has(fault)) return 'Survived'
    if (verdict === undefined) return loaded.has(fault) ? 'Ignored' : 'NoCoverage'
    return verdict ? 'Killed' : 'Survived'
  }
}
