import path from 'node:path'
import { createRunnableDevEnvironment, resolveConfig } from 'vite'
import { root } from './setup/paths.mjs'

/** @type {Promise<import('vite').RunnableDevEnvironment> | null} */
let environment = null

/**
 * Loads a TypeScript module of this repository into this process. Node 20 cannot do it by itself, and the build tool that
 * is here anyway can, packages staying what they are. What the module imports later is loaded then, as long as the process runs: Vite's own
 * `runnerImport` ends with the first module.
 *
 * @param {string} file counted from the repository
 * @returns {Promise<Record<string, any>>} its exports
 */
export async function importTypeScript(file) {
  const { runner } = await (environment ??= open())
  return /** @type {Promise<Record<string, any>>} */ (runner.import(path.join(root, file)))
}

async function open() {
  const typeScript = {
    consumer: /** @type {const} */ ('server'),
    dev: { moduleRunnerTransform: true },
    resolve: { external: /** @type {const} */ (true), mainFields: [], conditions: ['node'] },
  }
  const own = { root, logLevel: /** @type {const} */ ('error'), cacheDir: root, environments: { typeScript } }
  const config = await resolveConfig({ ...own, configFile: false, envDir: false }, 'serve')
  const opened = createRunnableDevEnvironment('typeScript', config, { runnerOptions: { hmr: false }, hot: false })
  await opened.init()
  return opened
}
