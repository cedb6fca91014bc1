import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { SetupError, step } from './report.mjs'
import { mustRun, runCommand } from './run-command.mjs'

/**
 * Debian and Ubuntu packages that a bare installation lacks. A name marked t64 got that ending in the releases that moved
 * 32-bit platforms to 64-bit time (Debian 13, Ubuntu 24.04).
 */
const libraryPackages = [
  { name: 'libgtk-3-0', isT64: true },
  { name: 'libnss3', isT64: false },
  { name: 'libasound2', isT64: true },
  { name: 'libgbm1', isT64: false },
  { name: 'libxss1', isT64: false },
  { name: 'libatk-bridge2.0-0', isT64: true },
  { name: 'libdrm2', isT64: false },
  { name: 'libxkbcommon0', isT64: false },
  { name: 'libcups2', isT64: true },
]
/** For a package that is installed on either. */
export const debianDependencies = libraryPackages.map(({ name, isT64 }) => (isT64 ? `${name}t64 | ${name}` : name))
const displayPackages = ['xvfb', 'xauth']
/** Without any font every text of the app is a row of boxes. */
const fontPackage = 'fonts-dejavu-core'
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts', path.join(os.homedir(), '.fonts')]

/**
 * @typedef {{ libraries: readonly string[], needsDisplayServer: boolean, needsFont: boolean }} Missing
 */

/**
 * Linux: everything that the runtime links to, a font, and a display server where there is no display. As root they are
 * installed; anyone else gets the one command to run and nothing is changed.
 *
 * @param {string} electronPath
 * @param {{ isRoot?: boolean }} [options]
 */
export function provideSystemLibraries(electronPath, { isRoot = process.getuid?.() === 0 } = {}) {
  return step('system libraries', async () => {
    if (process.platform !== 'linux') return { did: 'none needed on this system', value: undefined }
    const missing = await findMissing(electronPath)
    if (isNothing(missing)) return { did: 'all installed', value: undefined }

    const canInstall = (await runCommand('apt-get', ['--version'])).exitCode === 0
    if (!canInstall) throw new SetupError(describe(missing))
    if (!isRoot) {
      const names = packagesFor(missing, await hasT64Names())
      throw new SetupError(
        `${describe(missing)}\nInstall them with this command, then start again:\n\n` +
          `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}\n`,
      )
    }
    const names = await install(missing)
    const still = await findMissing(electronPath)
    if (!isNothing(still))
      throw new SetupError(`${describe(still)}\nStill missing after installing: ${names.join(' ')}`)
    return { did: `installed ${names.join(' ')}`, value: undefined }
  })
}

/** @param {Missing} missing */
async function install(missing) {
  // Another installation may be running on a machine that has just started: wait for its lock instead of failing.
  const lock = ['-o', 'DPkg::Lock::Timeout=180']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await mustRun('apt-get update', 'apt-get', [...lock, 'update'], { env })
  const names = packagesFor(missing, await hasT64Names())
  await mustRun('apt-get install', 'apt-get', [...lock, 'install', '-y', '--no-install-recommends', ...names], { env })
  return names
}

/**
 * @param {string} electronPath
 * @returns {Promise<Missing>}
 */
export async function findMissing(electronPath) {
  const { stdout } = await runCommand('ldd', [electronPath])
  const hasDisplay = Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
  return {
    libraries: missingLibraries(stdout),
    needsDisplayServer: !hasDisplay && (await runCommand('sh', ['-c', 'command -v Xvfb'])).exitCode !== 0,
    needsFont: !fontFolders.some(hasFont),
  }
}

/**
 * @param {string} lddOutput
 * @returns {string[]} names such as `libgtk-3.so.0`
 */
export function missingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '')
}

/**
 * @param {Missing} missing
 * @param {boolean} isT64
 */
export function packagesFor(missing, isT64) {
  const libraries = libraryPackages.map((entry) => (entry.isT64 && isT64 ? `${entry.name}t64` : entry.name))
  return [
    ...(missing.needsDisplayServer ? displayPackages : []),
    ...(missing.libraries.length > 0 ? libraries : []),
    ...(missing.needsFont ? [fontPackage] : []),
  ]
}

/** Asks the package lists; without lists the release says it. */
async function hasT64Names() {
  const { stdout } = await runCommand('apt-cache', ['pkgnames', 'libasound2'])
  if (stdout.trim() !== '') return stdout.split('\n').includes('libasound2t64')
  return isT64Release(fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : '')
}

/** @param {string} osRelease text of /etc/os-release */
export function isT64Release(osRelease) {
  const id = /^ID="?([a-z]+)/m.exec(osRelease)?.[1]
  const version = Number(/^VERSION_ID="?([\d.]+)/m.exec(osRelease)?.[1])
  return (id === 'debian' && version >= 13) || (id === 'ubuntu' && version >= 24.04)
}

/** @param {Missing} missing */
function isNothing(missing) {
  return missing.libraries.length === 0 && !missing.needsDisplayServer && !missing.needsFont
}

/** @param {Missing} missing */
function describe(missing) {
  const parts = [
    ...missing.libraries,
    ...(missing.needsDisplayServer ? ['a display (or Xvfb, the virtual one)'] : []),
    ...(missing.needsFont ? ['a font'] : []),
  ]
  return `Missing on this system: ${parts.join(', ')}.`
}

/** @param {string} folder */
function hasFont(folder) {
  try {
    const names = fs.readdirSync(folder, { recursive: true })
    return names.some((name) => /\.(ttf|otf|ttc|pfb)$/i.test(String(name)))
  } catch {
    // ENOENT: this folder is not used here.
    return false
  }
}
