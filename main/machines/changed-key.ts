import { execFile } from 'node:child_process'
import type { ChangedHostKey } from '../../shared/model/machine.ts'

const settingsTimeoutMs = 5000
const maxSettingsBytes = 256 * 1024

export function isChangedKey(line: string): boolean {
  return /REMOTE HOST IDENTIFICATION HAS CHANGED/.test(line)
}

/**
 * Out of ssh's log (OpenSSH, `warn_changed_key`) and its settings for this host (`ssh -G`). Null when they don't agree: a machine can put
 * lines of its own into the log before its key is looked at, and nobody is told to remove another host's key because of them. What stands
 * last is ssh's own, for it reads nothing more from that machine.
 */
export function readChangedKey(log: string, settings: string): ChangedHostKey | null {
  const sent = last(
    log,
    /^The fingerprint for the (\S{1,40}) key sent by the remote host is\n(SHA256:[A-Za-z0-9+/]{43})\.$/gm,
  )
  const known = last(log, /^Offending (?:\S{1,40} )?key in (\/.{1,1023}):(\d{1,9})$/gm)
  const host = knownName(settings)
  const file = known?.[1] ?? ''
  const isOfPerson = isAmong(file, setting(settings, 'userknownhostsfile'))
  if (sent === null || known === null || host === null) return null
  if (!isOfPerson && !isAmong(file, setting(settings, 'globalknownhostsfile'))) return null
  return { fingerprint: `${sent[1]} ${sent[2]}`, file, line: Number(known[2]), host, isOfPerson }
}

/** What ssh would do for these arguments; empty when it doesn't say. */
export function readSshSettings(program: string, words: readonly string[]): Promise<string> {
  const options = { timeout: settingsTimeoutMs, maxBuffer: maxSettingsBytes }
  return new Promise((resolve) => {
    execFile(program, ['-G', ...words], options, (error, output) => resolve(error === null ? output : ''))
  })
}

/** As known_hosts names it. */
function knownName(settings: string): string | null {
  const alias = setting(settings, 'hostkeyalias')
  if (alias !== null) return alias
  const name = setting(settings, 'hostname')
  const port = setting(settings, 'port') ?? '22'
  if (name === null) return null
  return port === '22' ? name : `[${name}]:${port}`
}

function setting(settings: string, name: string): string | null {
  const line = settings.split('\n').find((found) => found.startsWith(`${name} `))
  return line?.slice(name.length + 1).trim() ?? null
}

/** Names of files are listed with blanks between them and without quotes. */
function isAmong(file: string, list: string | null): boolean {
  return ` ${list ?? ''} `.includes(` ${file} `)
}

function last(text: string, pattern: RegExp): RegExpExecArray | null {
  return [...text.matchAll(pattern)].at(-1) ?? null
}
