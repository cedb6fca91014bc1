import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const busybox = '/bin/busybox'

/** Null: a machine can be made that has nothing else. */
export function whyNoBusybox(): string | null {
  return fs.existsSync(busybox) ? null : 'no busybox: apt-get install busybox'
}

/** Sessions of a server with these settings find busybox in the place of every program, the shell included. */
export function makeBusyboxFolder(): { readonly settings: readonly string[]; remove(): void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-busybox-'))
  fs.chmodSync(folder, 0o755)
  execFileSync(busybox, ['--install', '-s', folder])
  return { settings: [`SetEnv PATH=${folder}`], remove: () => fs.rmSync(folder, { recursive: true }) }
}
