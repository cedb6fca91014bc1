import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { projectCache } from '../../setup/paths.mjs'
import { SetupError, step } from '../../setup/report.mjs'
import { mustRun, runCommand } from '../../setup/run-command.mjs'

/** Of the test and not of the app: a display, what looks at windows, what a desktop opens files with, and what mounts an AppImage. */
const testPackages = [
  'fuse3',
  'xvfb',
  'x11-utils',
  'libglib2.0-bin',
  'xdg-utils',
  'shared-mime-info',
  'desktop-file-utils',
]
const folder = path.join(projectCache, 'clean-root')

/**
 * A bare Debian of the release that this machine has, made once by debootstrap and kept as an archive; every test gets a new copy of it.
 *
 * @returns {Promise<string>} the folder, to be removed by the caller
 */
export async function makeRoot() {
  const release = fs.readFileSync('/etc/os-release', 'utf8')
  const suite = /^VERSION_CODENAME="?(\w+)/m.exec(release)?.[1]
  if (!/^ID="?debian/m.test(release) || suite === undefined) throw new SetupError('A clean root is made on Debian.')
  const content = createHash('sha256').update(testPackages.join(' ')).digest('hex').slice(0, 8)
  const archive = path.join(folder, `${suite}-${content}.tar`)
  if (!fs.existsSync(archive)) await step('clean root', () => bootstrap(suite, archive))
  const root = path.join(folder, 'root')
  fs.rmSync(root, { recursive: true, force: true })
  fs.mkdirSync(root, { recursive: true })
  await mustRun('tar', 'tar', ['-xpf', archive, '-C', root, '--numeric-owner'])
  return root
}

/**
 * @param {string} suite
 * @param {string} archive
 */
async function bootstrap(suite, archive) {
  const making = path.join(folder, 'making')
  fs.rmSync(making, { recursive: true, force: true })
  fs.mkdirSync(making, { recursive: true })
  const site = await siteOf(suite)
  const include = `--include=${testPackages.join(',')}`
  await mustRun('debootstrap', 'debootstrap', ['--variant=minbase', include, suite, making, site])
  // As this machine reaches the packages, so does the root.
  fs.cpSync('/etc/apt', path.join(making, 'etc/apt'), { recursive: true, force: true, dereference: true })
  await keepDebianSources(making, site, suite)
  await mustRun('tar', 'tar', ['-cpf', `${archive}.part`, '-C', making, '--numeric-owner', '.'])
  fs.renameSync(`${archive}.part`, archive)
  fs.rmSync(making, { recursive: true })
  return { did: `${suite}, made by debootstrap`, value: undefined }
}

/**
 * @param {string} suite
 * @returns {Promise<string>} where apt of this machine gets the release from
 */
async function siteOf(suite) {
  const { stdout } = await runCommand('apt-get', ['indextargets', '--format', '$(SITE) $(RELEASE) $(COMPONENT)'])
  const line = stdout.split('\n').find((text) => text.endsWith(` ${suite} main`))
  return line?.split(' ')[0] ?? 'http://deb.debian.org/debian'
}

/**
 * Sources of other programs on this machine are nothing to the root.
 *
 * @param {string} root
 * @param {string} site
 * @param {string} suite
 */
async function keepDebianSources(root, site, suite) {
  const apt = path.join(root, 'etc/apt')
  fs.rmSync(path.join(apt, 'sources.list.d'), { recursive: true, force: true })
  fs.mkdirSync(path.join(apt, 'sources.list.d'))
  fs.writeFileSync(path.join(apt, 'sources.list'), `deb ${site} ${suite} main\n`)
}
