import fs from 'node:fs'
import path from 'node:path'
import { smokeTest } from '../package/smoke-test.mjs'
import { verifyPackage } from '../package/packaged-app.mjs'
import { SetupError } from '../setup/report.mjs'
import { mustRun } from '../setup/run-command.mjs'
import { fileTypes } from './file-types.mjs'
import { appPlace } from './linux-tree.mjs'

/**
 * Reads a `.deb` back: owner and rights of its files, no scripts, texts that the tools of the desktop accept; then the fuses of what is in
 * it, and it starts.
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
  return `${listing.length} entries, no scripts; ${about}`
}

/** @param {readonly string[]} listing of `dpkg-deb --contents`: rights, owner, … */
function checkRights(listing) {
  const special = listing.filter((line) => /^.{3}s|^.{6}s/.test(line)).map((line) => line.split(' ./')[1])
  if (special.length !== 1 || special[0] !== `${appPlace}/chrome-sandbox`)
    throw new SetupError(`Set-user-ID files in the .deb: ${special.join(', ') || 'none, chrome-sandbox has to be one'}`)
  const wrong = listing.filter((line) => !line.includes(' root/root ') || /^[-d].{7}w/.test(line))
  if (wrong.length > 0) throw new SetupError(`Files of somebody else, or for all to change: ${wrong[0]}`)
}
