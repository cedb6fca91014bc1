import fs from 'node:fs'

/**
 * What a run of faults writes as it goes, a line each: when a fault ends the process, the next one goes on from here.
 *
 * @typedef {{ readonly file: string, readonly start: number }} Started a fault is on, and the tests of this file that come by it begin
 * @typedef {{ readonly file: string, readonly fault: number, readonly isNoticed: boolean, readonly how: string }} Judged by the tests of one file
 * @typedef {{ readonly file: string, readonly covers: readonly number[], readonly loads: readonly number[] }} Covered by tests; by reading modules
 * @typedef {{ readonly file: string, readonly ended: true }} Ended every fault that the tests of the file come by is judged
 * @typedef {{ readonly file: string, readonly problem: string }} Unusable the file fails without a fault
 * @typedef {Started | Judged | Covered | Ended | Unusable} Entry
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
  const lines = fs.readFileSync(journal, 'utf8').split('\n')
  // A process that is killed may leave half a line.
  return lines.slice(0, -1).flatMap((line) => (line.endsWith('}') ? [/** @type {Entry} */ (JSON.parse(line))] : []))
}

/**
 * The fault that was on when the process ended in the midst of it.
 *
 * @param {readonly Entry[]} entries
 * @returns {{ readonly file: string, readonly fault: number } | null}
 */
export function unfinished(entries) {
  const last = entries.at(-1)
  return last !== undefined && 'start' in last ? { file: last.file, fault: last.start } : null
}

/**
 * @param {readonly Entry[]} entries
 * @returns {ReadonlySet<number>}
 */
export function noticedFaults(entries) {
  return new Set(entries.flatMap((entry) => ('fault' in entry && entry.isNoticed ? [entry.fault] : [])))
}

/**
 * @param {readonly Entry[]} entries
 * @returns {readonly string[]} test files
 */
export function endedFiles(entries) {
  return entries.flatMap((entry) => ('ended' in entry || 'problem' in entry ? [entry.file] : []))
}

/**
 * What became of a fault: noticed by one file, come by and noticed by none, come by only while modules are read, or never.
 *
 * @param {readonly Entry[]} entries
 * @returns {(fault: number) => 'Killed' | 'Survived' | 'Ignored' | 'NoCoverage'}
 */
export function verdicts(entries) {
  const noticed = noticedFaults(entries)
  const covered = new Set(entries.flatMap((entry) => ('covers' in entry ? entry.covers : [])))
  const loaded = new Set(entries.flatMap((entry) => ('covers' in entry ? entry.loads : [])))
  return (fault) =>
    noticed.has(fault) ? 'Killed' : covered.has(fault) ? 'Survived' : loaded.has(fault) ? 'Ignored' : 'NoCoverage'
}
