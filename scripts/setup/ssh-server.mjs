import fs from 'node:fs'
import { step } from './report.mjs'
import { runCommand } from './run-command.mjs'

/** Packages by the program of theirs that is looked for. */
const packages = { '/usr/sbin/sshd': 'openssh-server' }
/** What some machines have and others lack: the full test opens ports with them, and has a machine with nothing but busybox. */
const furtherPackages = {
  '/usr/bin/sudo': 'sudo',
  '/usr/bin/socat': 'socat',
  '/bin/nc.openbsd': 'netcat-openbsd',
  '/bin/busybox': 'busybox',
}

/**
 * An OpenSSH server for the tests of processes over SSH, which start one of their own on loopback. Installed only where that starts no
 * service: as root, on Debian and its kin, without a running systemd. Elsewhere those tests are skipped by name.
 *
 * @param {boolean} isFull
 */
export function provideSshServer(isFull) {
  return step('ssh server', async () => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      return { did: 'not installed (not root): its tests are skipped', value: undefined }
    const wanted = Object.entries({ ...packages, ...(isFull ? furtherPackages : {}) })
    const missing = wanted.filter(([program]) => !fs.existsSync(program)).map(([, name]) => name)
    if (missing.length === 0) return { did: 'installed', value: undefined }
    const names = missing.join(' ')
    const command = `apt-get install -y --no-install-recommends ${names}`
    if (fs.existsSync('/run/systemd/system'))
      return { did: `not installed, it would start a service: its tests are skipped (${command})`, value: undefined }
    const lock = ['-o', 'DPkg::Lock::Timeout=180']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const words = ['install', '-y', '--no-install-recommends', ...missing, 'openssh-client']
    let done = await runCommand('apt-get', [...lock, ...words], { env })
    if (done.exitCode !== 0) {
      await runCommand('apt-get', [...lock, 'update'], { env })
      done = await runCommand('apt-get', [...lock, ...words], { env })
    }
    const did = done.exitCode === 0 ? `installed ${names}` : `not to be had: its tests are skipped (${command})`
    return { did, value: undefined }
  })
}
