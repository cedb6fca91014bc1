import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { installDependencies } from './setup/dependencies.mjs'
import { provideBuildTools } from './setup/build-tools.mjs'
import { root } from './setup/paths.mjs'
import { runScript, step } from './setup/report.mjs'

/**
 * Every command of the protocol against every runtime there is a package for, compared with matrix/expected.md.
 *
 *   npm run matrix                        all of it; the last line is `matrix: N as documented, N different, N not run`
 *   npm run matrix -- --only net10,net31  some runtimes
 *   npm run matrix -- --rows dump         rows whose name contains the text
 *
 * The answers are on stdout, progress is on stderr. Exit code 1 when anything is different or could not be run.
 */
await runScript(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, rows: { type: 'string' } } })
  await installDependencies()
  await provideBuildTools()
  const { importTypeScript } = await import('./import-typescript.mjs')
  const { columns, runMatrix } = await importTypeScript('matrix/run-matrix.ts')
  const variants = values.only?.split(',') ?? columns
  await buildTargets(variants)
  return /** @type {Promise<number>} */ (runMatrix({ variants, rowFilter: values.rows ?? '' }))
})

/**
 * Two at a time: from an empty package cache most of a build is waiting for downloads. What fails is told again, with its reason,
 * by the run itself.
 *
 * @param {readonly string[]} variants
 */
function buildTargets(variants) {
  return step('targets', async () => {
    const left = [...variants]
    const next = async () => {
      for (let variant = left.shift(); variant !== undefined; variant = left.shift()) await build(variant)
    }
    await Promise.all([next(), next()])
    return { did: variants.join(' '), value: undefined }
  })
}

/** @param {string} variant */
function build(variant) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'samples', 'build.mjs'), variant], { stdio: 'ignore' })
    child.once('close', resolve)
    child.once('error', resolve)
  })
}
