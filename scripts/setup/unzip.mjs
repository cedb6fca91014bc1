import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { SetupError } from './report.mjs'

const fileTypeMask = 0o170000
const symbolicLink = 0o120000

/**
 * Unpacks a zip archive with its run bits and symbolic links (the macOS runtime is full of them).
 *
 * @param {string} archivePath
 * @param {string} targetFolder
 * @param {(name: string) => string | null} place where an entry goes inside the target folder, null to leave it out
 */
export async function unzip(archivePath, targetFolder, place) {
  // Loaded late: the set-up must be able to start before the dependencies are there.
  const yauzl = await import('yauzl')
  const zip = await promisify((/** @type {string} */ file, /** @type {Function} */ done) =>
    yauzl.open(file, { lazyEntries: true, autoClose: true }, (error, opened) => done(error, opened)),
  )(archivePath)
  const archive = /** @type {import('yauzl').ZipFile} */ (zip)
  await new Promise((resolve, reject) => {
    archive.on('error', reject)
    archive.on('end', () => resolve(undefined))
    archive.on('entry', (/** @type {import('yauzl').Entry} */ entry) => {
      const name = entry.fileName.endsWith('/') ? null : place(entry.fileName)
      const written = name === null ? Promise.resolve() : writeEntry(archive, entry, targetFolder, name)
      written.then(() => archive.readEntry(), reject)
    })
    archive.readEntry()
  }).finally(() => archive.close())
}

/**
 * @param {import('yauzl').ZipFile} archive
 * @param {import('yauzl').Entry} entry
 * @param {string} targetFolder
 * @param {string} name
 */
async function writeEntry(archive, entry, targetFolder, name) {
  const target = insideOf(targetFolder, name)
  const mode = entry.externalFileAttributes >>> 16
  const stream = await new Promise((resolve, reject) =>
    archive.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  await fs.promises.mkdir(path.dirname(target), { recursive: true })
  if ((mode & fileTypeMask) === symbolicLink) {
    const parts = []
    for await (const part of stream) parts.push(part)
    await fs.promises.symlink(Buffer.concat(parts).toString('utf8'), target)
    return
  }
  await pipeline(stream, fs.createWriteStream(target, { mode: mode & 0o111 ? 0o755 : 0o644 }))
}

/**
 * @param {string} folder
 * @param {string} name
 */
function insideOf(folder, name) {
  const target = path.resolve(folder, name)
  if (target !== folder && !target.startsWith(folder + path.sep)) {
    throw new SetupError(`The archive contains a path outside its folder: ${name}`)
  }
  return target
}
