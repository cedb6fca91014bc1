import fs from 'node:fs'
import path from 'node:path'
import { smokeTest } from '../package/smoke-test.mjs'
import { verifyPackage } from '../package/packaged-app.mjs'
import { SetupError } from '../setup/report.mjs'
import { mustRun, runCommand } from '../setup/run-command.mjs'
import { fileTypes } from './file-types.mjs'
import { appPlace } from './linux-tree.mjs'

/**
 * What lintian says of every package with Electron in it: Debian would build it from source, against its own libraries. Anything else is a mistake of ours.
 */
const ofElectron = [
  'embedded-library',
  'unstripped-binary-or-object',
  // chrome-sandbox; its rights are looked at above.
  'elevated-privileges',
]

/**
 * Reads a `.deb` back: owner and rights of its files, no scripts, nothing that lintian finds, texts that the tools of the desktop accept; then the
 * fuses of what is in it, and it starts.
 *
 * @param {string} deb
 * @param {string} work
 * @returns {Promise<string>} one line about it
 */
export async function checkDeb(deb, work) {
  const listing = (await mustRun('dpkg-deb', 'dpkg-deb', ['--contents', deb])).trim().split('\n')
  checkRights(listing)
  const control = await mustRun('dpkg-deb', 'dpkg-deb', ['--ctrl-tarfile', deb])
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm'])
    if (control.includes(`./${script}\0`)) throw new SetupError(`The .deb runs a script as root: ${script}`)
  const policy = await lint(deb)
  const unpacked = path.join(work, 'deb-unpacked')
  fs.rmSync(unpacked, { recursive: true, force: true })
  await mustRun('dpkg-deb', 'dpkg-deb', ['-x', deb, unpacked])
  const share = path.join(unpacked, 'usr/share')
  const entry = path.join(share, 'applications/pipescope.desktop')
  await mustRun('desktop-file-validate', 'desktop-file-validate', [entry])
  const text = fs.readFileSync(entry, 'utf8')
  if (!text.includes('\nExec=pipescope -- %f\n')) throw new SetupError('The desktop entry lets a file be a switch.')
  for (const { mime } of fileTypes)
    if (!text.includes(`${mime};`)) throw new SetupError(`The desktop entry lacks ${mime}.`)
  const executable = path.join(unpacked, appPlace, 'pipescope')
  const about = await verifyPackage(executable)
  await smokeTest(executable)
  return `${listing.length} entries, no scripts; ${policy}; ${about}`
}

/**
 * Debian's rules for packages. Spelling is that of other people's binaries.
 *
 * @param {string} deb
 */
async function lint(deb) {
  const options = ['--allow-root', '--fail-on', 'none', '--tag-display-limit', '0', '-X', 'binaries/spelling']
  const { exitCode, stdout, stderr } = await runCommand('lintian', [...options, deb])
  if (exitCode === 127) return 'lintian not run: missing'
  if (exitCode !== 0) throw new SetupError(`lintian failed: ${stderr.trim()}`)
  const found = stdout.split('\n').filter((line) => /^[EW]: /.test(line))
  const ours = found.filter((line) => !ofElectron.includes(/^[EW]: \S+: (\S+)/.exec(line)?.[1] ?? ''))
  if (ours.length > 0) throw new SetupError(`Debian's rules for packages:\n${ours.join('\n')}`)
  return `lintian finds only what Electron is (${found.length})`
}

/** @param {readonly string[]} listing of `dpkg-deb --contents`: rights, owner, … */
function checkRights(listing) {
  const special = listing.filter((line) => /^.{3}s|^.{6}s/.test(line)).map((line) => line.split(' ./')[1])
  if (special.length !== 1 || special[0] !== `${appPlace}/chrome-sandbox`)
    throw new SetupError(`Set-user-ID files in the .deb: ${special.join(', ') || 'none, chrome-sandbox has to be one'}`)
  const wrong = listing.filter((line) => !line.includes(' root/root ') || /^[-d].{7}w/.test(line))
  if (wrong.length > 0) throw new SetupError(`Files of somebody else, or for all to change: ${wrong[0]}`)
}
