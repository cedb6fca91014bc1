/** Another machine, as rows of the process list name it. */
export interface MachineRef {
  /** `ssh:DESTINATION`; the first part of the keys of its processes. */
  readonly id: string
  /** As the person named it. */
  readonly name: string
}

/** Steps to a machine, in the order in which they are taken; the guided test names the first that fails. */
export const machineHops = [
  'client',
  'network',
  'host-key',
  'sign-in',
  'shell',
  'proc',
  'forwarding',
  'processes',
] as const
export type MachineHop = (typeof machineHops)[number]

/** Why a step failed; the page has the words and the line to change. */
export type MachineFaultKind =
  | 'no-client'
  | 'client-cannot-forward'
  | 'bad-configuration'
  | 'unknown-host'
  | 'unreachable'
  | 'host-key-declined'
  | 'host-key-changed'
  | 'sign-in-refused'
  | 'sign-in-cancelled'
  | 'closed-early'
  | 'no-shell'
  | 'no-proc'
  | 'no-watch'
  | 'forwarding-forbidden'
  | 'forwarding-forbidden-for-key'
  | 'no-answer'
  | 'too-much-sent'
  | 'link-lost'

export interface MachineFault {
  readonly hop: MachineHop
  readonly kind: MachineFaultKind
  /** What ssh said, cut and without control characters; null when it said nothing. */
  readonly said: string | null
  /** Of `host-key-changed`, where ssh named it. */
  readonly changedKey?: ChangedHostKey
}

/** A host presents another key than the one that is known. */
export interface ChangedHostKey {
  /** Type and SHA-256 of the key that it presents. */
  readonly fingerprint: string
  /** Where the key stands that it had before. */
  readonly file: string
  readonly line: number
  /** As that file names the host. */
  readonly host: string
  /** The file is the person's own, and not for every user of this machine. */
  readonly isOfPerson: boolean
}

export interface MachineHopResult {
  readonly hop: MachineHop
  readonly state: 'passed' | 'failed' | 'running' | 'not-tested'
  readonly tookMs: number | null
  /** Facts out of the far side: an address, a fingerprint, a count. Cut and without control characters. */
  readonly detail: string | null
}

/**
 * - `disconnected`: never connected, or disconnected by the person
 * - `lost`: the link broke; connecting again is tried when the person says so
 */
export type MachineState = 'disconnected' | 'connecting' | 'connected' | 'lost' | 'failed'

export interface Machine extends MachineRef {
  /** Named in the ssh configuration, added by the person, or both. */
  readonly source: 'configuration' | 'added'
  readonly state: MachineState
  readonly hops: readonly MachineHopResult[]
  readonly fault: MachineFault | null
  readonly roundTripMs: number | null
  readonly receivedBytesPerSecond: number | null
  readonly processCount: number | null
  readonly connectedAtMs: number | null
  /** Who is logged in there and what the machine calls itself. */
  readonly userId: number | null
  readonly hostName: string | null
}

export interface MachinesState {
  readonly machines: readonly Machine[]
  /** Null: this system's ssh can do it. */
  readonly unsupported: 'no-control-sockets' | null
  readonly localProcessCount: number
}

/** Of a key of a process, on whichever machine. */
export function pidOfKey(key: string): number {
  return Number.parseInt(key.slice(key.lastIndexOf('/') + 1), 10)
}

/** Of a key of a process; null for this machine. */
export function machineNameOfKey(key: string): string | null {
  const found = /^ssh:(.+)\/\d+:/.exec(key)
  return found?.[1] ?? null
}
