import path from 'node:path'
import { runnerImport } from 'vite'
import { root } from './setup/paths.mjs'

/**
 * Loads a TypeScript module of this repository into this process. Node 20 cannot do it by itself, and the build tool that
 * is here anyway can, packages staying what they are.
 *
 * @param {string} file counted from the repository
 * @returns {Promise<Record<string, any>>} its exports
 */
export async function importTypeScript(file) {
  const { module } = await runnerImport(path.join(root, file), { configFile: false, root, logLevel: 'error' })
  return /** @type {Record<string, any>} */ (module)
}
