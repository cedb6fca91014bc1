import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { SetupError } from '../setup/report.mjs'
import { mustRun } from '../setup/run-command.mjs'
import { debControl, rpmSpec } from './linux-files.mjs'
import { appPlace, walk } from './linux-tree.mjs'

/**
 * @typedef {object} Parts
 * @property {string} tree the files as they are installed
 * @property {string} work for files on the way; the package itself is written to `target`
 * @property {string} target
 * @property {import('./app-identity.mjs').Identity} identity
 * @property {boolean} [isQuick] packed for speed: for a test that unpacks it at once
 */

/**
 * For any Linux, without an installation. No set-user-ID bit: what a person unpacks belongs to them.
 *
 * @param {Parts} parts
 */
export async function makeArchive({ tree, target, identity }) {
  const name = `pipescope-${identity.version}-linux-${identity.arch.node}`
  const file = path.join(target, `${name}.tar.gz`)
  const base = path.join(tree, appPlace)
  const owner = ['--owner=root:0', '--group=root:0', '--sort=name', '--mode=u-s']
  await mustRun('tar', 'tar', [
    '-C',
    path.dirname(base),
    ...owner,
    '-I',
    'gzip -9',
    '-cf',
    file,
    `--transform=s,^pipescope,${name},`,
    'pipescope',
  ])
  return file
}

/** @param {Parts} parts */
export async function makeDeb({ tree, work, target, identity, isQuick = false }) {
  const staged = path.join(work, 'deb')
  fs.rmSync(staged, { recursive: true, force: true })
  fs.mkdirSync(staged, { recursive: true })
  await mustRun('cp', 'cp', ['-al', path.join(tree, 'usr'), staged])
  const control = path.join(staged, 'DEBIAN')
  fs.mkdirSync(control)
  const files = [...walk(path.join(staged, 'usr'))].filter(({ stat }) => stat.isFile())
  const bytes = files.reduce((sum, { stat }) => sum + stat.size, 0)
  fs.writeFileSync(path.join(control, 'control'), debControl(identity, bytes, await wantedGlibc(tree)))
  const sums = files.map(({ file }) => {
    const hash = createHash('md5').update(fs.readFileSync(file)).digest('hex')
    return `${hash}  ${path.relative(staged, file)}\n`
  })
  fs.writeFileSync(path.join(control, 'md5sums'), sums.join(''))
  const file = path.join(target, `pipescope_${identity.version}_${identity.arch.deb}.deb`)
  const pack = isQuick ? ['-Zgzip', '-z1'] : ['-Zxz', '-z2']
  await mustRun('dpkg-deb', 'dpkg-deb', ['--root-owner-group', ...pack, '--build', staged, file])
  fs.rmSync(staged, { recursive: true })
  return file
}

/** @param {Parts} parts */
export async function makeRpm({ tree, work, target, identity }) {
  const top = path.join(work, 'rpm')
  fs.rmSync(top, { recursive: true, force: true })
  fs.mkdirSync(top, { recursive: true })
  const spec = path.join(top, 'pipescope.spec')
  fs.writeFileSync(spec, rpmSpec(identity, tree, rpmFiles(tree), await linkedLibraries(tree), await wantedGlibc(tree)))
  await mustRun('rpmbuild', 'rpmbuild', [
    '-bb',
    '--target',
    identity.arch.rpm,
    '--define',
    `_topdir ${top}`,
    '--define',
    '_rpmfilename %{NAME}-%{VERSION}.%{ARCH}.rpm',
    spec,
  ])
  const made = fs.readdirSync(path.join(top, 'RPMS')).find((name) => name.endsWith('.rpm'))
  if (made === undefined) throw new SetupError('rpmbuild wrote no package.')
  const file = path.join(target, made)
  fs.copyFileSync(path.join(top, 'RPMS', made), file)
  fs.rmSync(top, { recursive: true })
  return file
}

/**
 * What the executable is linked to and the package does not bring; the loader itself is part of libc.
 *
 * @param {string} tree
 */
async function linkedLibraries(tree) {
  const app = path.join(tree, appPlace)
  const text = await mustRun('readelf', 'readelf', ['-d', path.join(app, 'pipescope')])
  const names = [...text.matchAll(/\(NEEDED\).*\[([^\]]+)\]/g)].map((match) => match[1] ?? '')
  if (names.length === 0) throw new SetupError('readelf names no library that the executable is linked to.')
  return names.filter((name) => !name.startsWith('ld-linux') && !fs.existsSync(path.join(app, name)))
}

/**
 * The newest glibc that the executable names a function of; what else is in the package was built with older ones.
 *
 * @param {string} tree
 */
async function wantedGlibc(tree) {
  const text = await mustRun('readelf', 'readelf', ['-V', path.join(tree, appPlace, 'pipescope')])
  const minors = [...text.matchAll(/\bGLIBC_2\.(\d+)\b/g)].map((match) => Number(match[1]))
  if (minors.length === 0) throw new SetupError('readelf names no version of glibc that the executable needs.')
  return `2.${Math.max(...minors)}`
}

/**
 * Folders of our own and every file; those of the system (`/usr/share/man`) belong to others.
 *
 * @param {string} tree
 */
function rpmFiles(tree) {
  return [...walk(tree)].flatMap(({ file, stat }) => {
    const place = `/${path.relative(tree, file)}`
    if (place.includes('"') || place.includes('\n')) throw new SetupError(`A name that rpm cannot take: ${place}`)
    if (!stat.isDirectory())
      return [place.endsWith('/chrome-sandbox') ? `%attr(4755,root,root) "${place}"` : `"${place}"`]
    const isOurs = place.startsWith(`/${appPlace}`) || place === '/usr/share/doc/pipescope'
    return isOurs ? [`%dir "${place}"`] : []
  })
}
