import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cachedRuntime, keepRuntime } from './electron-cache.mjs'
import { root } from './paths.mjs'
import { unzip } from './unzip.mjs'

/** A blocked network must cost seconds: this long until the answer's headers are there. */
const connectTimeoutMs = 5000
/** And this long without a single byte while the archive comes in. */
const stallTimeoutMs = 20_000

const executables = /** @type {Record<string, string>} */ ({
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
})

/** The release that package.json pins, with the checksum that its npm package carries. */
export function officialRelease() {
  const folder = path.join(root, 'node_modules/electron')
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const archive = `electron-v${version}-${process.platform}-${process.arch}.zip`
  const sha256 = JSON.parse(fs.readFileSync(path.join(folder, 'checksums.json'), 'utf8'))[archive]
  return {
    id: `${version}-${process.platform}-${process.arch}-${String(sha256).slice(0, 12)}`,
    version: String(version),
    archive,
    sha256: typeof sha256 === 'string' ? sha256 : null,
  }
}

export function cachedOfficial() {
  return cachedRuntime(officialRelease().id)
}

/** Downloads and unpacks the official runtime; throws when the network does not allow it. */
export async function downloadOfficial() {
  const release = officialRelease()
  if (release.sha256 === null) throw new Error(`there is no official runtime for ${process.platform} ${process.arch}`)
  const base = process.env['ELECTRON_MIRROR'] || 'https://github.com/electron/electron/releases/download/'
  const url = `${base.replace(/\/?$/, '/')}v${release.version}/${release.archive}`
  const record = {
    id: release.id,
    electronVersion: release.version,
    source: 'official download',
    executable: executables[process.platform] ?? 'electron',
  }
  return keepRuntime(record, async (folder) => {
    const archivePath = path.join(folder, release.archive)
    await download(url, archivePath, String(release.sha256))
    await unzip(archivePath, folder, (name) => name)
    fs.rmSync(archivePath)
  })
}

/**
 * @param {string} url
 * @param {string} target
 * @param {string} sha256 hexadecimal
 */
async function download(url, target, sha256) {
  const abort = new AbortController()
  let timer = setTimeout(() => abort.abort(new Error('no response')), connectTimeoutMs)
  try {
    const response = await fetch(url, { signal: abort.signal })
    if (!response.ok || !response.body) throw new Error(`answered ${response.status}`)
    const hash = crypto.createHash('sha256')
    const body = Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (response.body))
    body.on('data', (part) => {
      hash.update(part)
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(new Error('the download stalled')), stallTimeoutMs)
    })
    await pipeline(body, fs.createWriteStream(target))
    if (hash.digest('hex') !== sha256) throw new Error('the checksum of the archive does not match the pinned one')
  } finally {
    clearTimeout(timer)
  }
}
