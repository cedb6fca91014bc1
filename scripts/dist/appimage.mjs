import fs from 'node:fs'
import path from 'node:path'
import { smokeTest } from '../package/smoke-test.mjs'
import { verifyPackage } from '../package/packaged-app.mjs'
import { root } from '../setup/paths.mjs'
import { SetupError } from '../setup/report.mjs'
import { mustRun } from '../setup/run-command.mjs'
import { appPlace, walk } from './linux-tree.mjs'

/** In the order that a linker wants; every compression that Debian's squashfuse knows, though the image has only zstd. */
const libraries = ['squashfuse_ll', 'squashfuse', 'fuse3', 'z', 'lzma', 'zstd', 'lz4', 'lzo2', 'pthread']

/** What the program in front is linked with, and the image made with (Debian's names). */
export const appImagePackages = [
  'gcc',
  'squashfs-tools',
  'libsquashfuse-dev',
  'libfuse3-dev',
  'zlib1g-dev',
  'liblzma-dev',
  'libzstd-dev',
  'liblz4-dev',
  'liblzo2-dev',
]

/**
 * One file for any Linux that has FUSE: `packaging/appimage/runtime.c` and behind it the tree as a squashfs.
 *
 * @param {import('./linux-packages.mjs').Parts} parts
 */
export async function makeAppImage({ tree, work, target, identity, isQuick = false }) {
  const folder = path.join(work, 'appimage')
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const runtime = path.join(folder, 'runtime')
  const source = path.join(root, 'packaging/appimage/runtime.c')
  // Static: it runs where nothing of this is installed. The linker's word about dlopen is for libfuse's modules, which are not used.
  const link = ['-static', '-Os', '-s', '-Wall', '-Wextra', '-Wl,--gc-sections', '-o', runtime, source]
  await mustRun('gcc', 'gcc', [...link, ...libraries.map((name) => `-l${name}`)])
  await layOutAppDir(path.join(folder, 'AppDir'), tree)
  const image = path.join(folder, 'image')
  const pack = ['-comp', 'zstd', '-Xcompression-level', isQuick ? '1' : '15', '-b', '256K']
  const quiet = ['-root-owned', '-noappend', '-no-xattrs', '-no-progress', '-quiet']
  await mustRun('mksquashfs', 'mksquashfs', [path.join(folder, 'AppDir'), image, ...pack, ...quiet])
  const file = path.join(target, `pipescope-${identity.version}-${identity.arch.rpm}.AppImage`)
  const head = fs.readFileSync(runtime)
  // In the padding of the ELF header: by this, other programs know an AppImage of type 2.
  head.write('AI\u0002', 8, 'latin1')
  fs.writeFileSync(file, head, { mode: 0o755 })
  fs.appendFileSync(file, fs.readFileSync(image))
  fs.rmSync(folder, { recursive: true })
  return file
}

/**
 * The names at the top are those that AppImage launchers and file managers look for.
 *
 * @param {string} folder
 * @param {string} tree
 */
async function layOutAppDir(folder, tree) {
  fs.mkdirSync(folder)
  await mustRun('cp', 'cp', ['-al', path.join(tree, 'usr'), folder])
  const share = path.join(folder, 'usr/share')
  fs.copyFileSync(path.join(share, 'applications/pipescope.desktop'), path.join(folder, 'pipescope.desktop'))
  fs.copyFileSync(path.join(share, 'icons/hicolor/scalable/apps/pipescope.svg'), path.join(folder, 'pipescope.svg'))
  fs.copyFileSync(path.join(share, 'icons/hicolor/256x256/apps/pipescope.png'), path.join(folder, '.DirIcon'))
  fs.symlinkSync(`${appPlace}/pipescope`, path.join(folder, 'AppRun'))
  // Nothing in a mount of an ordinary user has a set-user-ID bit; a copy, because the tree shares its files with this folder.
  const sandbox = path.join(folder, appPlace, 'chrome-sandbox')
  fs.renameSync(sandbox, `${sandbox}.linked`)
  fs.copyFileSync(`${sandbox}.linked`, sandbox)
  fs.rmSync(`${sandbox}.linked`)
  fs.chmodSync(sandbox, 0o755)
}

/**
 * Reads an AppImage back: unpacked by its own runtime it is the tree, file by file; then it is started as a person starts it.
 *
 * @param {string} file
 * @param {string} tree
 * @param {string} work
 * @returns {Promise<string>} one line about it
 */
export async function checkAppImage(file, tree, work) {
  const folder = path.join(work, 'appimage-unpacked')
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  await mustRun('the AppImage', file, ['--appimage-extract'], { cwd: folder })
  const unpacked = path.join(folder, 'squashfs-root')
  let count = 0
  for (const { file: wanted, stat } of walk(tree)) {
    const place = path.relative(tree, wanted)
    const found = fs.lstatSync(path.join(unpacked, place), { throwIfNoEntry: false })
    if (found === undefined) throw new SetupError(`The AppImage lacks ${place}.`)
    if (stat.isFile() && !fs.readFileSync(wanted).equals(fs.readFileSync(path.join(unpacked, place))))
      throw new SetupError(`${place} in the AppImage differs from what was packed.`)
    count++
  }
  const about = await verifyPackage(path.join(unpacked, appPlace, 'pipescope'))
  fs.rmSync(folder, { recursive: true })
  await smokeTest(file)
  return `${count} entries as packed; ${about}`
}
