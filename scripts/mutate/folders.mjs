/**
 * What is mutated, smallest first, and the score below which the check fails. The goal is 85 for every folder: a folder below it carries
 * what it surely reaches, and that number only goes up. 0 is not measured yet.
 *
 * @typedef {object} MutatedFolder
 * @property {string} folder its sources are mutated, its unit tests are the judges
 * @property {number} leastScore per cent
 * @property {boolean} [needsOwnModules] its tests keep state in a module that several files share. Where they share all modules, some faults
 *   that these tests notice are counted as survivors (seen: three tests fail by hand, none in Stryker). With modules of its own for each file
 *   the count is right, and takes longer
 */

/** @type {readonly MutatedFolder[]} */
export const mutatedFolders = [
  { folder: 'main/diagnostics/jobs', leastScore: 85 },
  { folder: 'shared/recording', leastScore: 85 },
  { folder: 'main/protocol', leastScore: 85 },
  { folder: 'main/diagnostics/processes', leastScore: 85, needsOwnModules: true },
  { folder: 'main/diagnostics/recordings', leastScore: 85, needsOwnModules: true },
  { folder: 'main/events', leastScore: 85 },
  { folder: 'main/analysis', leastScore: 85 },
  { folder: 'main/nettrace', leastScore: 85 },
]

export const goalScore = 85

/**
 * The folder that a person means: one of the list, or a file or folder inside of one.
 *
 * @param {string} wanted from the root of the repository
 * @returns {{ readonly mutated: MutatedFolder, readonly isPart: boolean } | null}
 */
export function findFolder(wanted) {
  const path = wanted.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')
  const mutated = mutatedFolders.find(({ folder }) => path === folder || path.startsWith(`${folder}/`))
  return mutated === undefined ? null : { mutated, isPart: path !== mutated.folder }
}
