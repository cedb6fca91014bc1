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
 * Only a whole run judges a folder: a sample, a part or a quick look lowers the score by what it leaves out. A test file that fails without a
 * fault is no judge, and what it alone would notice counts as a survivor; so it fails every run.
 *
 * @param {object} run
 * @param {FolderScore} run.score
 * @param {number} run.leastScore
 * @param {readonly import('./journal.mjs').Unusable[]} run.unusable
 * @param {boolean} run.isWhole
 * @returns {readonly string[]} a line each, none when the run is good
 */
export function reasonsToFail({ score, leastScore, unusable, isWhole }) {
  const reasons = unusable.map(({ file, problem }) => `${file} could not judge: ${problem}`)
  if (!isWhole) return reasons
  if (score.score < leastScore)
    reasons.push(`${score.score.toFixed(1)} % of the faults noticed, at least ${leastScore} %`)
  return [...reasons, ...score.stale.map(({ file, code }) => `no longer a survivor: ${file}: ${code}`)]
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
