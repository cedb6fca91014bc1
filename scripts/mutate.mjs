import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFolder, mutatedFolders } from './mutate/folders.mjs'
import { reasonsToFail, scoreOf, scoreTable } from './mutate/score.mjs'
import { tryFaults } from './mutate/try-faults.mjs'
import { readArguments } from './setup/arguments.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { projectCache, root } from './setup/paths.mjs'
import { runScript, say, SetupError } from './setup/report.mjs'

const usage = `usage: npm run mutate -- [FOLDER]... [--one-in N [--from M]] [--quick]

  npm run mutate                              every folder of the list; takes an hour or more
  npm run mutate -- main/protocol             one folder, or a file or folder inside of it
  npm run mutate -- main/nettrace --one-in 10   every tenth fault, for a quick look; others with --from 1 to --from 9
  npm run mutate -- main/analysis/names --quick   by the tests in main/analysis/names alone, without slow ones: a lower bound`

/**
 * Puts small faults into the pure rooms, one at a time, and counts those that the unit tests beside them notice.
 *
 * Ends with a table, one line of counts, and exit code 1 when a folder is below its least score or one of its test files could not judge.
 * What survived is listed before, and written to .cache/mutate/. docs/decisions/0320 says what counts and what does not.
 */
await runScript(async () => {
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: /** @type {const} */ ({
        'one-in': { type: 'string' },
        from: { type: 'string' },
        quick: { type: 'boolean' },
      }),
    },
    usage,
  )
  const oneIn = Number(values['one-in'] ?? '1')
  const from = Number(values.from ?? '0')
  const isQuick = values.quick === true
  if (!Number.isInteger(from) || from < 0) throw new SetupError('--from takes a number from 0 on.', 64)
  if (!Number.isInteger(oneIn) || oneIn < 1) throw new SetupError('--one-in takes a number from 1 on.', 64)
  const wanted = positionals.length > 0 ? positionals : mutatedFolders.map(({ folder }) => folder)
  const jobs = wanted.map((part) => ({ part: part.replace(/\/+$/, ''), ...mustFind(part) }))

  await installDependencies()
  // Everything that is started from here on inherits it: hours of work that nobody waits for.
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const rows = []
  for (const { part, mutated, isPart } of jobs) {
    const judges = isQuick ? 'its own fast tests' : `the unit tests of ${mutated.folder}`
    say(`\nFaults in ${part}, judged by ${judges}${oneIn > 1 ? `, one in ${oneIn}` : ''}`)
    const { results, unusable } = await tryFaults({ mutated, part, oneIn, from, isQuick })
    const score = scoreOf(results.map(asTried), acceptedIn(mutated.folder))
    report(part, score)
    const isWhole = !isPart && oneIn === 1 && !isQuick
    const failures = reasonsToFail({ score, leastScore: mutated.leastScore, unusable, isWhole })
    for (const failure of failures) say(`FAILED ${part}: ${failure}`)
    rows.push({ name: part, score, leastScore: mutated.leastScore, isGood: failures.length === 0 })
  }
  const good = rows.filter(({ isGood }) => isGood).length
  console.log(`\n${scoreTable(rows)}\n\n${good} of ${rows.length} folders passed`)
  return good === rows.length ? 0 : 1
})

/** @param {string} part */
function mustFind(part) {
  const found = findFolder(part)
  if (found !== null) return found
  const names = mutatedFolders.map(({ folder }) => folder).join('\n  ')
  throw new SetupError(`${part} is in none of the mutated folders:\n  ${names}`, 64)
}

/**
 * @param {import('./mutate/refused-by-types.mjs').Fault & { readonly status: string }} result
 * @returns {import('./mutate/score.mjs').TriedMutant}
 */
function asTried({ fileName, location, replacement, status }) {
  const { start, end } = location
  const line = start.line + 1
  const lines = fs.readFileSync(fileName, 'utf8').split('\n')
  const code = lines[start.line] ?? ''
  const part = code.slice(start.column, end.line === start.line ? end.column : undefined)
  const file = path.relative(root, fileName).replaceAll('\\', '/')
  return { file, line, code: code.trim(), part, becomes: (replacement ?? '').replace(/\s+/g, ' '), status }
}

/** @param {string} folder */
function acceptedIn(folder) {
  const file = path.join(root, 'scripts/mutate/accepted-survivors.json')
  const all = /** @type {import('./mutate/score.mjs').AcceptedSurvivor[]} */ (JSON.parse(fs.readFileSync(file, 'utf8')))
  return all.filter((accepted) => accepted.file.startsWith(`${folder}/`))
}

/**
 * @param {string} part
 * @param {import('./mutate/score.mjs').FolderScore} score
 */
function report(part, score) {
  for (const { file, line, code, part, becomes, status } of score.survivors) {
    const how = status === 'NoCoverage' ? 'no test comes by' : 'survived'
    say(`${file}:${line} ${how}: ${code}\n    ${part} -> ${becomes.slice(0, 120)}`)
  }
  const folder = path.join(projectCache, 'mutate')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, `${part.replaceAll('/', '-')}.json`), JSON.stringify(score.survivors, null, 2))
}
