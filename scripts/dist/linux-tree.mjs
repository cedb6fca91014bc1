import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { root } from '../setup/paths.mjs'
import { mustRun } from '../setup/run-command.mjs'
import { appStreamMetadata, copyright, debChangelog, desktopEntry, mimeTypes } from './linux-files.mjs'

const iconSizes = [16, 22, 24, 32, 48, 64, 128, 256, 512]
export const appPlace = 'usr/lib/pipescope'

/**
 * Lays out a Linux package once, as it is installed. Rights are those of installed files; `chrome-sandbox` has its set-user-ID bit,
 * which only means something where root owns it.
 *
 * @param {string} tree
 * @param {string} appFolder with the executable
 * @param {import('./app-identity.mjs').Identity} identity
 */
export async function layOut(tree, appFolder, identity) {
  fs.rmSync(tree, { recursive: true, force: true })
  const app = path.join(tree, appPlace)
  fs.mkdirSync(path.dirname(app), { recursive: true })
  fs.cpSync(appFolder, app, { recursive: true, verbatimSymlinks: true })
  fs.mkdirSync(path.join(tree, 'usr/bin'))
  fs.symlinkSync('../lib/pipescope/pipescope', path.join(tree, 'usr/bin/pipescope'))

  const share = path.join(tree, 'usr/share')
  write(path.join(share, 'applications/pipescope.desktop'), desktopEntry())
  write(path.join(share, 'mime/packages/pipescope.xml'), mimeTypes())
  write(path.join(share, 'metainfo/dev.pipescope.app.metainfo.xml'), appStreamMetadata(identity))
  const packaging = path.join(root, 'packaging')
  const licence = fs.readFileSync(path.join(root, 'LICENSE'), 'utf8')
  write(path.join(share, 'doc/pipescope/copyright'), copyright(licence))
  const changes = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  write(path.join(share, 'doc/pipescope/CHANGELOG.md.gz'), compress(changes))
  write(path.join(share, 'doc/pipescope/changelog.gz'), compress(debChangelog(identity)))
  const manual = fs.readFileSync(path.join(packaging, 'pipescope.1.in'), 'utf8')
  write(path.join(share, 'man/man1/pipescope.1.gz'), compress(manual.replaceAll('@VERSION@', identity.version)))

  const icons = path.join(share, 'icons/hicolor')
  const drawing = path.join(packaging, 'icon.svg')
  write(path.join(icons, 'scalable/apps/pipescope.svg'), fs.readFileSync(drawing))
  for (const size of iconSizes) await drawIcon(drawing, size, path.join(icons, `${size}x${size}/apps/pipescope.png`))
  setRights(tree)
}

/**
 * @param {string} drawing
 * @param {number} size in pixels
 * @param {string} target
 */
async function drawIcon(drawing, size, target) {
  fs.mkdirSync(path.dirname(target), { recursive: true })
  await mustRun('rsvg-convert', 'rsvg-convert', ['-w', `${size}`, '-h', `${size}`, '-o', target, drawing])
}

/** @param {string} text */
function compress(text) {
  const packed = zlib.gzipSync(text, { level: 9 })
  // The system it was made on, which says nothing and differs.
  packed[9] = 255
  return packed
}

/**
 * @param {string} file
 * @param {string | Buffer} content
 */
function write(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
}

/** @param {string} tree */
function setRights(tree) {
  for (const { file, stat } of walk(tree)) {
    if (stat.isSymbolicLink()) continue
    // Electron and .NET leave their libraries executable; what is only loaded need not be.
    const isLibrary = /\.(so|so\.\d+|node|dll)$/.test(file)
    const isExecutable = stat.isDirectory() || ((stat.mode & 0o111) !== 0 && !isLibrary)
    fs.chmodSync(file, isExecutable ? 0o755 : 0o644)
  }
  fs.chmodSync(tree, 0o755)
  const sandbox = path.join(tree, appPlace, 'chrome-sandbox')
  if (fs.existsSync(sandbox)) fs.chmodSync(sandbox, 0o4755)
}

/**
 * Everything below a folder, folders before what is in them.
 *
 * @param {string} folder
 * @returns {Generator<{ file: string, stat: fs.Stats }>}
 */
export function* walk(folder) {
  for (const name of fs.readdirSync(folder).sort()) {
    const file = path.join(folder, name)
    const stat = fs.lstatSync(file)
    yield { file, stat }
    if (stat.isDirectory()) yield* walk(file)
  }
}
