import fs from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'
import { SetupError } from '../setup/report.mjs'
import { mustRun } from '../setup/run-command.mjs'

const endings = ['.exe', '.zip', '.dmg']

/**
 * Installers of Windows or macOS, on that system and for its architecture: the runtime that is here is of that one.
 *
 * @param {string} electronVersion
 * @param {string} target
 * @returns {Promise<string[]>} their files
 */
export async function makeByElectronBuilder(electronVersion, target) {
  const builder = path.join(root, 'node_modules/electron-builder/cli.js')
  const system = process.platform === 'win32' ? '--win' : '--mac'
  const options = [`--${process.arch}`, `-c.electronVersion=${electronVersion}`, '--publish', 'never']
  await mustRun('electron-builder', process.execPath, [builder, system, ...options], {
    cwd: root,
    env: { ...process.env, USE_HARD_LINKS: 'false' },
  })
  const release = path.join(root, 'release')
  const made = fs.readdirSync(release).filter((name) => endings.includes(path.extname(name)))
  if (made.length === 0) throw new SetupError('electron-builder wrote no installer.')
  return made.map((name) => {
    const file = path.join(target, name)
    fs.copyFileSync(path.join(release, name), file)
    return file
  })
}
