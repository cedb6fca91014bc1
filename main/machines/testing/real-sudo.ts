import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { farUser } from './ssh-server.ts'

const places = { sudo: '/usr/bin/sudo', socat: '/usr/bin/socat', nc: '/bin/nc.openbsd' }
/** Everything else that the far shell starts. */
const others = ['/bin/sh', '/bin/cat', '/bin/ls', '/bin/sleep', '/bin/kill']

/** Null: the system's own sudo, socat and nc are there. */
export function whyNoSudo(): string | null {
  const missing = Object.values(places).filter((file) => !fs.existsSync(file))
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`
}

/**
 * The system's own sudo, and one program beside it, for the login user of a server of tests. `allow` writes a line for that user into sudoers;
 * nothing of it is left after `remove`.
 */
export class RealSudo {
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-sudo-'))
  readonly #rules = path.join('/etc/sudoers.d', path.basename(this.#folder))

  constructor(tool: 'socat' | 'nc') {
    fs.chmodSync(this.#folder, 0o755)
    for (const file of others) fs.symlinkSync(file, path.join(this.#folder, path.basename(file)))
    for (const name of ['sudo', tool] as const) fs.symlinkSync(places[name], path.join(this.#folder, name))
  }

  /** For the server: its sessions find these programs and no others. */
  get settings(): readonly string[] {
    return [`SetEnv PATH=${this.#folder}`]
  }

  /** The line that How to fix shows. */
  allow(owner: string, socket: string): void {
    const commands = `/usr/bin/socat - UNIX-CONNECT\\:${socket}, /usr/bin/nc -N -U ${socket}`
    fs.writeFileSync(this.#rules, `${farUser} ALL=(${owner}) NOPASSWD: ${commands}\n`, { mode: 0o440 })
  }

  remove(): void {
    fs.rmSync(this.#rules, { force: true })
    fs.rmSync(this.#folder, { recursive: true })
  }
}
