import { countOf } from '../../../shared/base/count-of.ts'
import { formatBytes, formatDuration, quantityText } from '../../../shared/base/format.ts'
import type {
  ChangedHostKey,
  Machine,
  MachineFault,
  MachineHop,
  MachineHopResult,
  MachineState,
} from '../../../shared/model/machine.ts'
import { quoteShellWord } from '../../../shared/recording/shell-words.ts'
import type { Tone } from '../../ui/chip.tsx'
import { connectionLabels } from './connection-labels.ts'

export const hopNames: Readonly<Record<MachineHop, string>> = {
  client: 'ssh on this machine',
  network: 'Network',
  'host-key': 'Host key',
  'sign-in': 'Sign-in',
  shell: 'Shell',
  proc: '/proc',
  forwarding: 'Socket forwarding',
  processes: 'Processes',
}

export const stateWords: Readonly<Record<MachineState, { readonly text: string; readonly tone: Tone }>> = {
  disconnected: { text: 'Not connected', tone: 'absent' },
  connecting: { text: 'Connecting…', tone: 'note' },
  connected: { text: 'Connected', tone: 'ok' },
  lost: { text: 'Connection lost', tone: 'bad' },
  failed: { text: 'Not reachable', tone: 'bad' },
}

const hopStateWords: Readonly<Record<MachineHopResult['state'], string>> = {
  passed: connectionLabels.machineDetail.passed,
  failed: connectionLabels.machineDetail.failed,
  running: connectionLabels.machineDetail.inProgress,
  'not-tested': connectionLabels.machineDetail.notTested,
}

/** What came of a step. */
export function hopText({ hop, state, detail }: MachineHopResult, machine: Pick<Machine, 'state'>): string {
  const isWaiting = hop === 'forwarding' && state === 'not-tested' && machine.state === 'connected'
  return isWaiting ? connectionLabels.machineDetail.testedWithProcess : (detail ?? hopStateWords[state])
}

/** The last line of a card. */
export function cardLine(machine: Machine): string {
  if (machine.state === 'connected') {
    const count = machine.processCount
    const processes = count === null ? 'Looking for processes' : countOf(count, 'process', 'processes')
    return [processes, ...(machine.fault === null ? linkFacts(machine) : [failureOf(machine, machine.fault)])].join(
      ' · ',
    )
  }
  if (machine.fault !== null) return failureOf(machine, machine.fault)
  const running = machine.hops.find(({ state }) => state === 'running')
  if (running !== undefined) return `In progress: ${hopNames[running.hop]}`
  return machine.source === 'configuration' ? 'From your ssh configuration' : 'Added by you'
}

/** A connection that broke after all its steps has failed at none. */
function failureOf({ hops, name }: Machine, fault: MachineFault): string {
  const hasPassed = hops.find(({ hop }) => hop === fault.hop)?.state === 'passed'
  return hasPassed ? faultWords(fault, name).title : `Failed at: ${hopNames[fault.hop]}`
}

export function linkFacts({ roundTripMs, receivedBytesPerSecond }: Machine): readonly string[] {
  return [
    ...(roundTripMs === null
      ? []
      : [`${quantityText(formatDuration(Math.max(1, Math.round(roundTripMs))))} round trip`]),
    ...(receivedBytesPerSecond === null
      ? []
      : [`${quantityText(formatBytes(Math.round(receivedBytesPerSecond)))}/s for the list`]),
  ]
}

export interface FaultWords {
  readonly title: string
  readonly why: string
  /** What to do; `line` is to be copied into the file that it names. */
  readonly next: string
  readonly line: string | null
}

export function faultWords({ kind, changedKey }: MachineFault, name: string): FaultWords {
  switch (kind) {
    case 'no-client':
      return words(
        'ssh was not found',
        'Pipescope uses the OpenSSH client of this system.',
        'Install it, then try again.',
        'apt install openssh-client',
      )
    case 'client-cannot-forward':
      return words(
        'This ssh client can’t forward sockets',
        'Pipescope needs an OpenSSH client with control sockets. The Windows client has none.',
        'Use Pipescope on Linux or macOS, or inside WSL.',
      )
    case 'bad-configuration':
      return words(
        'ssh rejected its configuration',
        'ssh stopped before it connected.',
        'Correct the line that ssh names below.',
      )
    case 'unknown-host':
      return words(
        'The host name is unknown',
        `${name} can’t be resolved to an address.`,
        'Check the spelling, or name its address in ~/.ssh/config:',
        `Host ${name}\n  HostName 192.0.2.10`,
      )
    case 'unreachable':
      return words(
        'The machine can’t be reached',
        'No SSH server answered at its address and port.',
        'Check that it is running, and check the port, firewall and VPN. A jump host goes into ~/.ssh/config:',
        `Host ${name}\n  ProxyJump bastion.example.com`,
      )
    case 'host-key-declined':
      return words(
        'The host key was not accepted',
        'Nothing was sent to the machine.',
        'Ask its administrator for the fingerprint, compare it, then connect again.',
      )
    case 'host-key-changed':
      return changedKeyWords(changedKey, name)
    case 'sign-in-refused':
      return words(
        'Sign-in was refused',
        'The machine accepts none of your keys, or the password was wrong.',
        'Add your public key to ~/.ssh/authorized_keys of that account:',
        `ssh-copy-id ${name}`,
      )
    case 'sign-in-cancelled':
      return words(
        'Sign-in was cancelled',
        'ssh asked for something and got no answer.',
        'Connect again to be asked again.',
      )
    case 'closed-early':
      return words(
        'The connection ended before it was ready',
        'The machine answered, then the network failed or its SSH server closed the connection.',
        'Connect again. If it happens each time, look into the log of the SSH server on the machine:',
        'journalctl -u ssh -u sshd -n 50',
      )
    case 'no-shell':
      return words(
        'No shell on the machine',
        'Signed in, but no POSIX shell answered: the account may only allow file transfer or one fixed command.',
        'Allow a shell for this account on the machine, in /etc/passwd:',
        'usermod --shell /bin/sh USER',
      )
    case 'no-proc':
      return words(
        'No /proc on the machine',
        'Pipescope reads processes from /proc, which only Linux has.',
        'On Linux, mount it on that machine:',
        'mount -t proc proc /proc',
      )
    case 'no-watch':
      return words(
        'The connection can’t end itself',
        'The shell couldn’t find the SSH server process of this connection, or the loop that ends it was stopped. Without it, a frozen network could keep processes on that machine from exiting.',
        'The server must be OpenSSH, and the account must see its own processes in /proc.',
      )
    case 'forwarding-forbidden':
      return words(
        'Socket forwarding is not allowed',
        'Processes were found, but the SSH server doesn’t connect to their diagnostic ports.',
        'Change /etc/ssh/sshd_config on the machine, then reload sshd:',
        'AllowStreamLocalForwarding local',
      )
    case 'forwarding-forbidden-for-key':
      return words(
        'Your key may not forward sockets',
        'The key’s entry in authorized_keys disables forwarding (restrict or no-port-forwarding).',
        'Add to the options of the key in ~/.ssh/authorized_keys on the machine:',
        'port-forwarding',
      )
    case 'no-answer':
      return words(
        'The machine stopped responding',
        'Nothing came back for 15 seconds, so the connection was closed.',
        'Check the network, then connect again.',
      )
    case 'too-much-sent':
      return words(
        'Unexpected response',
        'The machine sent more data than a process list can hold.',
        'Check what the login prints on that machine.',
      )
    case 'link-lost':
      return words(
        'The connection was lost',
        'ssh exited. Recordings of its processes ended with the data received until then.',
        'Connect again. Sessions left open in its processes are closed then.',
      )
  }
}

function changedKeyWords(key: ChangedHostKey | undefined, name: string): FaultWords {
  const title = 'The host key has changed'
  const cause = 'Either it was reinstalled, or someone is intercepting the connection. Nothing was accepted.'
  if (key === undefined)
    return words(
      title,
      `${name}, or a jump host on the way, presents a different key than before. ${cause}`,
      'Ask its administrator. ssh names the host and the file with its known key below.',
    )
  const { fingerprint, file, line, host, isOfPerson } = key
  const command = `ssh-keygen -f ${quoteShellWord(file)} -R ${quoteShellWord(host)}`
  return words(
    title,
    `${name} presents the key ${fingerprint}, but ${file} has another one for it in line ${String(line)}. ${cause}`,
    'Ask its administrator for the fingerprint. Only if it is the one above, remove the known keys of this host, then connect again:',
    isOfPerson ? command : `sudo ${command}`,
  )
}

function words(title: string, why: string, next: string, line: string | null = null): FaultWords {
  return { title, why, next, line }
}

/** Why a destination is not taken; null when it is. As main reads it (main/machines/ssh-host.ts). */
export function destinationProblem(text: string): string | null {
  if (text === '') return null
  const isHost =
    /^(?:[A-Za-z_][A-Za-z0-9_.-]{0,63}@)?(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|\[[0-9A-Fa-f:]{2,39}\])(?::\d{1,5})?$/.test(
      text,
    )
  return isHost ? null : 'Enter a host name, or user@host with an optional :port.'
}
