import fs from 'node:fs'
import { step } from './report.mjs'
import { runCommand } from './run-command.mjs'

const command = 'apt-get install -y --no-install-recommends openssh-server'

/**
 * An OpenSSH server for the tests of processes over SSH, which start one of their own on loopback. Installed only where that starts no
 * service: as root, on Debian and its kin, without a running systemd. Elsewhere those tests are skipped by name.
 */
export function provideSshServer() {
  return step('ssh server', async () => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      return { did: 'not installed (not root): its tests are skipped', value: undefined }
    if (fs.existsSync('/usr/sbin/sshd')) return { did: 'installed', value: undefined }
    if (fs.existsSync('/run/systemd/system'))
      return { did: `not installed, it would start a service: its tests are skipped (${command})`, value: undefined }
    const lock = ['-o', 'DPkg::Lock::Timeout=180']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const words = ['install', '-y', '--no-install-recommends', 'openssh-server', 'openssh-client']
    let done = await runCommand('apt-get', [...lock, ...words], { env })
    if (done.exitCode !== 0) {
      await runCommand('apt-get', [...lock, 'update'], { env })
      done = await runCommand('apt-get', [...lock, ...words], { env })
    }
    const did = done.exitCode === 0 ? 'installed openssh-server' : `not to be had: its tests are skipped (${command})`
    return { did, value: undefined }
  })
}
