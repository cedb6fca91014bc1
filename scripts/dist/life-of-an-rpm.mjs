import fs from 'node:fs'
import path from 'node:path'
import { SetupError } from '../setup/report.mjs'
import { mustRun } from '../setup/run-command.mjs'
import { walk } from './linux-tree.mjs'

/**
 * What Fedora 39 and 40 call the libraries that Electron is linked to, from Chromium's own list of them (chrome/installer/linux/rpm); GTK is not in that
 * one, its name is Fedora's as well. No repository of Fedora is asked: a package that needs another name has to be looked at there.
 */
const namesOfFedora = `
  libX11.so.6 libXcomposite.so.1 libXdamage.so.1 libXext.so.6 libXfixes.so.3 libXrandr.so.2 libasound.so.2 libatk-1.0.so.0 libatk-bridge-2.0.so.0
  libatspi.so.0 libc.so.6 libcairo.so.2 libcups.so.2 libdbus-1.so.3 libdl.so.2 libdrm.so.2 libexpat.so.1 libgbm.so.1 libgcc_s.so.1 libgio-2.0.so.0
  libglib-2.0.so.0 libgobject-2.0.so.0 libgtk-3.so.0 libm.so.6 libnspr4.so libnss3.so libnssutil3.so libpango-1.0.so.0 libpthread.so.0 libsmime3.so
  libudev.so.1 libxcb.so.1 libxkbcommon.so.0`
  .trim()
  .split(/\s+/)
/** Of glibc 2.34, older than any Fedora that is maintained. */
const glibcMinors = [25, 26, 27, 28, 29, 30, 31, 32, 33, 34]

const onlyInTheOlder = 'usr/lib/pipescope/only-in-the-older'

/**
 * What a person with Fedora does with an `.rpm`, by dnf in an empty root: installed over an older version, verified, removed.
 *
 * @param {string} rpm
 * @param {string} work a folder of its own
 * @returns {Promise<string>} one line about it
 */
export async function lifeOfAnRpm(rpm, work) {
  const provides = namesOfFedora.map((name) => `${name}()(64bit)`)
  const glibc = glibcMinors.map((minor) => `libc.so.6(GLIBC_2.${minor})(64bit)`)
  const fedora = await build(work, {
    name: 'names-of-fedora',
    head: [...provides, ...glibc].map((name) => `Provides: ${name}`),
    body: ['%files'],
  })
  const older = await build(work, {
    name: 'pipescope',
    head: [],
    body: [
      '%install',
      `mkdir -p %{buildroot}/${path.dirname(onlyInTheOlder)}`,
      `touch %{buildroot}/${onlyInTheOlder}`,
      '%files',
      `/${onlyInTheOlder}`,
    ],
  })
  const root = path.join(work, 'root')
  const log = path.join(work, 'log')
  fs.mkdirSync(log)
  // Nothing of this machine's: an empty folder of repositories, and no plugin that looks for one.
  const settings = ['module_platform_id=platform:f40', `reposdir=${work}/none`, `cachedir=${work}/cache`]
  const options = [...settings, `logdir=${log}`, 'plugins=0'].map((setting) => `--setopt=${setting}`)
  const about = ['-y', '--installroot', root, '--releasever=40', '--nogpgcheck', ...options]
  /** @param {readonly string[]} words */
  const dnf = (words) => mustRun('dnf', 'dnf', [...about, ...words])
  await dnf(['install', fedora, older])
  await dnf(['install', rpm])
  if (fs.existsSync(path.join(root, onlyInTheOlder)))
    throw new SetupError('The upgrade by dnf left a file of the older version.')
  await mustRun('rpm', 'rpm', ['--root', root, '--verify', 'pipescope'])
  await dnf(['remove', 'pipescope'])
  const left = [...walk(root)].map(({ file }) => path.relative(root, file)).filter((file) => /pipescope/i.test(file))
  if (left.length > 0) throw new SetupError(`The .rpm leaves behind: ${left.join(', ')}`)
  return 'installed over an older version by dnf, verified by rpm, removed without residue'
}

/**
 * @param {string} work
 * @param {{ name: string, head: readonly string[], body: readonly string[] }} parts of the spec
 * @returns {Promise<string>} the package
 */
async function build(work, { name, head, body }) {
  const top = path.join(work, name)
  fs.mkdirSync(top, { recursive: true })
  const about = ['Version: 0.0.1', 'Release: 1', 'Summary: of a test', 'License: MIT', 'AutoReqProv: no']
  const spec = [`Name: ${name}`, ...about, ...head, '%description', 'Of a test.', ...body, '']
  fs.writeFileSync(path.join(top, 'package.spec'), spec.join('\n'))
  const options = ['-bb', '--define', `_topdir ${top}`, '--define', '_rpmfilename package.rpm']
  await mustRun('rpmbuild', 'rpmbuild', [...options, path.join(top, 'package.spec')])
  return path.join(top, 'RPMS/package.rpm')
}
