import fs from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'
import { SetupError, step } from './report.mjs'
import { mustRun, npmCommand } from './run-command.mjs'

/** Installs exactly what the lock file says, without install scripts, when it is not there already. */
export function installDependencies() {
  return step('dependencies', async () => {
    if (isInstalled(root)) return { did: 'up to date', value: undefined }
    // A failed or interrupted run of npm must not leave a folder that looks whole.
    fs.rmSync(path.join(root, 'node_modules/.package-lock.json'), { force: true })
    const npm = npmCommand(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'])
    await mustRun('npm ci', npm.program, npm.arguments, { cwd: root, shell: npm.shell })
    if (!isInstalled(root)) throw new SetupError('npm ci reported no error, but some dependencies are missing.')
    return { did: 'installed with npm ci --ignore-scripts', value: undefined }
  })
}

/**
 * Compares the lock file with the record that npm keeps of what it installed: every package that is not optional (those
 * depend on the platform) must be there in the locked version.
 *
 * @param {string} folder
 */
export function isInstalled(folder) {
  const wanted = readPackages(path.join(folder, 'package-lock.json'))
  const present = readPackages(path.join(folder, 'node_modules/.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '') return true
    const found = present[name]
    if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockEntry
 * @param {string} lockPath
 * @returns {Record<string, LockEntry> | null}
 */
function readPackages(lockPath) {
  try {
    return JSON.parse(fs.readFileSync(lockPath, 'utf8')).packages ?? null
  } catch {
    // ENOENT: nothing installed; broken JSON: the same thing.
    return null
  }
}
