import fs from 'node:fs'
import path from 'node:path'
import { verifyPackage } from '../package/packaged-app.mjs'
import { SetupError } from '../setup/report.mjs'
import { mustRun } from '../setup/run-command.mjs'
import { appPlace, walk } from './linux-tree.mjs'

/**
 * Reads an `.rpm` back, here where rpm is not the system's own package manager: its scripts (none), its files against the tree, owner and
 * rights; unpacked, the fuses of what is in it; as root, rpm installs and removes it in an empty root.
 *
 * @param {string} rpm
 * @param {string} tree what it was made of
 * @param {string} work
 * @returns {Promise<string>} one line about it
 */
export async function checkRpm(rpm, tree, work) {
  const scripts = await query(rpm, ['--scripts', '--triggers', '--filetriggers'])
  if (scripts.trim() !== '') throw new SetupError(`The .rpm runs scripts as root:\n${scripts}`)
  const format = '[%{FILENAMES}|%{FILEMODES:perms}|%{FILEUSERNAME}:%{FILEGROUPNAME}\\n]'
  const lines = (await query(rpm, ['--queryformat', format])).trim().split('\n')
  const listed = new Map(lines.map((line) => [line.slice(0, line.indexOf('|')), line.slice(line.indexOf('|') + 1)]))
  for (const { file, stat } of walk(tree)) {
    const place = `/${path.relative(tree, file)}`
    if (!stat.isDirectory() && !listed.has(place)) throw new SetupError(`The .rpm lacks ${place}.`)
  }
  for (const [place, rights] of listed) {
    const isSandbox = place === `/${appPlace}/chrome-sandbox`
    if (!rights.endsWith('|root:root') || rights.startsWith('-rws') !== isSandbox || /^[-d].{7}w/.test(rights))
      throw new SetupError(`${place} in the .rpm is ${rights}.`)
    if (!fs.existsSync(path.join(tree, place))) throw new SetupError(`The .rpm has a file of its own: ${place}`)
  }
  const unpacked = path.join(work, 'rpm-unpacked')
  fs.rmSync(unpacked, { recursive: true, force: true })
  fs.mkdirSync(unpacked)
  const command = 'rpm2cpio "$0" | cpio --quiet -idm'
  await mustRun('cpio', 'sh', ['-c', command, rpm], { cwd: unpacked })
  const about = await verifyPackage(path.join(unpacked, appPlace, 'pipescope'))
  const life =
    process.getuid?.() === 0 ? await installAndRemove(rpm, path.join(work, 'rpm-root')) : 'not installed: not root'
  return `${listed.size} entries, no scripts; ${life}; ${about}`
}

/**
 * Only the package: what it requires is not in an empty root. rpm itself says whether what it wrote has the rights, owners and content of the package.
 *
 * @param {string} rpm
 * @param {string} place
 */
async function installAndRemove(rpm, place) {
  fs.rmSync(place, { recursive: true, force: true })
  fs.mkdirSync(place, { recursive: true })
  /** @param {readonly string[]} words */
  const run = (words) => mustRun('rpm', 'rpm', ['--root', place, ...words])
  await run(['--initdb'])
  await run(['--install', '--nodeps', '--nosignature', rpm])
  await run(['--verify', '--nodeps', 'pipescope'])
  await run(['--erase', 'pipescope'])
  const left = [...walk(place)].map(({ file }) => path.relative(place, file)).filter((file) => /pipescope/i.test(file))
  if (left.length > 0) throw new SetupError(`The .rpm leaves behind: ${left.join(', ')}`)
  return 'installed, verified and removed by rpm in an empty root'
}

/**
 * @param {string} rpm
 * @param {readonly string[]} what
 */
function query(rpm, what) {
  return mustRun('rpm', 'rpm', ['-qp', '--nosignature', ...what, rpm])
}
