import os from 'node:os'
import path from 'node:path'

/** The repository; every script counts its own files from here and the person's paths from `callerPath`. */
export const root = path.resolve(import.meta.dirname, '../..')

export const projectCache = path.join(root, '.cache')

/** Downloads shared by all clones of one person; losing it costs time, never correctness. */
export const userCache = path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'pipescope')

/**
 * A path given by the person, counted from the folder they called from (npm changes the working folder to the
 * repository and leaves the caller's in INIT_CWD).
 *
 * @param {string} given
 */
export function callerPath(given) {
  return path.resolve(process.env['INIT_CWD'] || process.cwd(), given)
}
