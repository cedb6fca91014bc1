import { readArguments } from './setup/arguments.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { provideBuildTools } from './setup/build-tools.mjs'
import { runScript, say } from './setup/report.mjs'
import { buildTargets } from './setup/sample-targets.mjs'

const usage = 'usage: npm run matrix -- [--only RUNTIMES] [--rows TEXT] [--windows]'

/**
 * Every command of the protocol against every runtime there is a package for, compared with matrix/expected.md.
 *
 *   npm run matrix                        all of it; the last line is `matrix: N as documented, N different, N not run`
 *   npm run matrix -- --only net10,net31  some runtimes
 *   npm run matrix -- --rows dump         rows whose name contains the text
 *   npm run matrix -- --windows           the runtimes of Windows and our code for Windows, under Wine, which is set up if it is missing
 *
 * The answers are on stdout, progress is on stderr. Exit code 1 when anything is different or could not be run.
 */
await runScript(async () => {
  const text = /** @type {const} */ ({ type: 'string' })
  const flag = /** @type {const} */ ({ type: 'boolean' })
  const { values } = readArguments({ options: { only: text, rows: text, windows: flag } }, usage)
  await installDependencies()
  if (values.windows === true) return await underWine(values.only?.split(','), values.rows ?? '')
  await provideBuildTools()
  const { importTypeScript } = await import('./import-typescript.mjs')
  const { columns, runMatrix } = await importTypeScript('matrix/run-matrix.ts')
  const variants = values.only?.split(',') ?? columns
  await buildTargets(variants)
  return /** @type {Promise<number>} */ (runMatrix({ variants, rowFilter: values.rows ?? '' }))
})

/**
 * @param {readonly string[] | undefined} only
 * @param {string} rowFilter
 * @returns {Promise<number>}
 */
async function underWine(only, rowFilter) {
  const { provideWine } = await import('./setup/wine.mjs')
  const wine = await provideWine()
  const { importTypeScript } = await import('./import-typescript.mjs')
  const { windowsColumns } = await importTypeScript('matrix/expected-table.ts')
  const { runMatrixUnderWine } = await importTypeScript('matrix/under-wine.ts')
  const variants = only ?? windowsColumns
  await buildTargets(variants)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.once(signal, () => void wine.end().then(() => process.exit(130)))
  return await runMatrixUnderWine({ wine, variants, rowFilter, say })
}
