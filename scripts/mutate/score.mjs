/**
 * @typedef {object} TriedMutant one fault that was put into the code, and what became of it
 * @property {string} file from the root of the repository
 * @property {number} line where it begins, from 1
 * @property {string} code the source line, trimmed
 * @property {string} part what the fault takes the place of, as far as it is in this line
 * @property {string} becomes what Stryker wrote in its place
 * @property {string} status Stryker's word
 *
 * @typedef {object} AcceptedSurvivor a fault that no test can or should notice
 * @property {string} file
 * @property {string} code
 * @property {string} becomes
 * @property {string} reason
 *
 * @typedef {object} FolderScore
 * @property {number} tried
 * @property {number} noticed a test failed, or ran without end
 * @property {number} accepted
 * @property {readonly TriedMutant[]} survivors accepted ones left out; with those that no test comes by
 * @property {readonly AcceptedSurvivor[]} stale accepted, but noticed by now or not to be found any more
 * @property {number} score per cent of those that are not accepted
 */

const noticedBy = new Set(['Killed', 'Timeout', 'RuntimeError'])
const passedBy = new Set(['Survived', 'NoCoverage'])

/**
 * @param {readonly TriedMutant[]} mutants
 * @param {readonly AcceptedSurvivor[]} acceptedList
 * @returns {FolderScore}
 */
export function scoreOf(mutants, acceptedList) {
  const noticed = mutants.filter(({ status }) => noticedBy.has(status)).length
  const passed = mutants.filter(({ status }) => passedBy.has(status))
  const survivors = passed.filter((mutant) => !acceptedList.some((accepted) => isSame(accepted, mutant)))
  const judged = noticed + survivors.length
  return {
    tried: noticed + passed.length,
    noticed,
    accepted: passed.length - survivors.length,
    survivors,
    stale: acceptedList.filter((accepted) => !passed.some((mutant) => isSame(accepted, mutant))),
    score: judged === 0 ? 100 : (noticed / judged) * 100,
  }
}

/**
 * @param {AcceptedSurvivor} accepted
 * @param {TriedMutant} mutant
 */
function isSame(accepted, mutant) {
  return accepted.file === mutant.file && accepted.code === mutant.code && accepted.becomes === mutant.becomes
}

/**
 * @param {readonly { readonly name: string, readonly score: FolderScore, readonly leastScore: number }[]} rows
 * @returns {string} a table for a terminal
 */
export function scoreTable(rows) {
  const cells = [
    ['folder', 'tried', 'noticed', 'survived', 'accepted', 'score', 'at least'],
    ...rows.map(({ name, score, leastScore }) => [
      name,
      ...[score.tried, score.noticed, score.survivors.length, score.accepted].map(String),
      `${score.score.toFixed(1)} %`,
      `${leastScore} %`,
    ]),
  ]
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  const line = (/** @type {readonly string[]} */ row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return cells.map(line).join('\n')
}
