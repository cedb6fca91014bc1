import type { MachineFault, MachineFaultKind, MachineHop } from '../../shared/model/machine.ts'

/** Lines of ssh's own log (`LogLevel DEBUG1`) that say how far a connection has come. */
const progress: readonly { readonly hop: MachineHop; readonly pattern: RegExp }[] = [
  { hop: 'network', pattern: /Remote protocol version [\d.]+, remote software version (.{1,80})/ },
  { hop: 'host-key', pattern: /Server host key: (\S{1,40} SHA256:[A-Za-z0-9+/]{43})/ },
  { hop: 'sign-in', pattern: /^Authenticated to (.{1,120}?) ?(?:\(via proxy\))? ?using "([a-z-]{1,40})"/ },
]

export interface LogProgress {
  readonly hop: MachineHop
  readonly detail: string
}

export function readProgress(line: string): LogProgress | null {
  for (const { hop, pattern } of progress) {
    const found = pattern.exec(line)
    if (found !== null) return { hop, detail: printable(found[2] ?? found[1] ?? '') }
  }
  return null
}

/** `authorized_keys` can take forwarding away from one key: its options come back as a message of the server. */
export function mayKeyForward(line: string): boolean | null {
  const found = /Remote: .*key options:(.*)$/.exec(line)
  return found === null ? null : (found[1] ?? '').includes('port-forwarding')
}

/** A forwarded connection that the far side did not make. */
export function isForwardRefused(line: string): boolean {
  return /^channel \d+: open failed: /.test(line)
}

const failures: readonly {
  readonly pattern: RegExp
  readonly hop: MachineHop
  readonly kind: MachineFaultKind
}[] = [
  { pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED/, hop: 'host-key', kind: 'host-key-changed' },
  { pattern: /Host key verification failed|No \S+ host key is known/, hop: 'host-key', kind: 'host-key-declined' },
  {
    pattern:
      /Bad configuration option|Bad owner or permissions|terminating, \d+ bad configuration|no argument after keyword/i,
    hop: 'client',
    kind: 'bad-configuration',
  },
  { pattern: /Could not resolve hostname/, hop: 'network', kind: 'unknown-host' },
  {
    pattern: /Permission denied|Too many authentication failures|No more authentication methods/,
    hop: 'sign-in',
    kind: 'sign-in-refused',
  },
  {
    pattern:
      /Connection refused|Connection timed out|No route to host|Network is unreachable|Operation timed out|kex_exchange_identification|UNKNOWN port 65535/,
    hop: 'network',
    kind: 'unreachable',
  },
]

/** The machine had answered by then: the network failed, or the server ended it. */
const closed =
  /Connection (?:closed|reset) by|Connection to .* (?:closed by remote host|port \d+: )|client_loop: send disconnect|Read from remote host|Timeout, server .* not responding/

/** The first cause that stands in what ssh said before it gave up. */
export function readFailure(said: string, reached: MachineHop, maxLines = 6): MachineFault {
  const own = said.split('\n').filter((line) => !line.startsWith('debug1:'))
  const text = printable(own.slice(-maxLines).join('\n'))
  const found = failures.find(({ pattern }) => own.some((line) => pattern.test(line)))
  const isClosed = hasAnswered(reached) && own.some((line) => closed.test(line))
  const kind = found?.kind ?? (isClosed ? 'closed-early' : fallback(reached))
  return { hop: found?.hop ?? reached, kind, said: text === '' ? null : text }
}

function hasAnswered(reached: MachineHop): boolean {
  return reached !== 'client' && reached !== 'network'
}

function fallback(reached: MachineHop): MachineFaultKind {
  if (!hasAnswered(reached)) return 'unreachable'
  if (reached === 'host-key') return 'host-key-declined'
  return reached === 'sign-in' ? 'sign-in-refused' : 'no-shell'
}

const maxSaidLength = 1000

/** For a person: no control characters but line breaks, and not too much. */
export function printable(text: string): string {
  return text
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, maxSaidLength)
}
