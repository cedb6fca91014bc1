import { formatCount } from '../../../../shared/base/format.ts'
import type { ProcessProblem, ProcessRow } from '../../../../shared/model/process.ts'
import { formatAgo } from './ago.ts'

/** What a person reads about a row that is not simply ready: what is so, why, and what to do about it. */
export interface ProblemWording {
  /** One line for the row itself; says the remedy too when it is short enough. */
  readonly short: string
  readonly cause: string
  readonly steps: readonly string[]
  /** Something to copy (a variable, a command); null when there is nothing that would be right everywhere. */
  readonly snippet: string | null
}

/** The one table from problem to words. */
export function problemWording(problem: ProcessProblem): ProblemWording {
  switch (problem.kind) {
    case 'command-line-too-long':
      return commandLineTooLong(problem.sizeBytes)
    case 'no-process-commands':
      return {
        short: 'This runtime doesn’t support process queries; details come from the operating system.',
        cause:
          '.NET Core 3.1 has the diagnostic port but none of the commands that describe the process. Name, command line, user and start time were read from the operating system instead.',
        steps: ['Live counters and recordings work.', 'Everything else requires .NET 6 or later.'],
        snippet: null,
      }
    case 'foreign-owner':
      return foreignOwner(problem.owner, problem.path)
    case 'silent':
      return {
        short: `No answer within ${formatSeconds(problem.waitedMs)}. It may be busy, or another tool holds its port.`,
        cause: `The diagnostic port accepted the connection, but nothing came back within ${formatSeconds(problem.waitedMs)}. The runtime handles one request at a time: a dump in progress, a debugger, or another tool with an open, silent connection keeps it busy.`,
        steps: ['Close other diagnostic tools that are attached to this process.', 'Then select Try again.'],
        snippet: null,
      }
    case 'stopped':
      return {
        short: 'Stopped by a debugger or a signal. It will answer once it’s running again.',
        cause:
          'The operating system has stopped all threads of this process (SIGSTOP, Ctrl+Z or a debugger at a breakpoint). A stopped process would accept a request and never answer, so none is sent.',
        steps: ['Continue it in the debugger, or with the fg command or SIGCONT.'],
        snippet: null,
      }
    case 'suspended-at-start':
      return suspendedAtStart(problem)
    case 'impostor':
      return impostor(problem)
    case 'diagnostics-disabled':
      return {
        short: `Diagnostics are turned off by ${problem.variable}.`,
        cause: `${problem.variable} was set when the process started, so its runtime opened no diagnostic port. A running process can’t open one later.`,
        steps: [`Remove ${problem.variable.replace(/=.*$/s, '')} or set it to 1, then restart the process.`],
        snippet: `${problem.variable.replace(/=.*$/s, '')}=1`,
      }
    case 'temp-folder-missing':
      return {
        short: `Its temporary folder ${problem.path} does not exist, so it has no port.`,
        cause: `The runtime creates its port in the folder named by TMPDIR. ${problem.path} didn’t exist when the process started.`,
        steps: ['Create the folder or set TMPDIR to one that exists.', 'Then restart the process.'],
        snippet: null,
      }
    case 'temp-path-too-long':
      return {
        short: 'The path of its port is too long, so the runtime didn’t open one.',
        cause: `A socket path can have up to 107 characters. The runtime needed ${problem.path}.`,
        steps: ['Set TMPDIR to a shorter folder, then restart the process.'],
        snippet: 'TMPDIR=/tmp',
      }
    case 'temp-folder-not-writable':
      return {
        short: `It isn’t allowed to write to its temporary folder ${problem.path}, so it has no port.`,
        cause: `The runtime creates its port in its temporary folder (TMPDIR). The permissions of ${problem.path} or a parent folder don’t let the user of this process create files there.`,
        steps: [
          'Give that user access to the folder, or set TMPDIR to one it can write to.',
          'Then restart the process.',
        ],
        snippet: null,
      }
    case 'link-lost':
      return {
        short: `Not connected to ${problem.machine}. The process may still be running.`,
        cause: `The SSH connection to ${problem.machine} is closed or was lost, so nothing is known about this process now.`,
        steps: ['Connect again on the Connections page.'],
        snippet: null,
      }
    case 'forwarding-refused':
      return {
        short: `The SSH server on ${problem.machine} refused the connection to its port.`,
        cause: `Pipescope reaches the diagnostic ports of ${problem.machine} through sockets that its SSH server forwards. Forwarding is turned off in sshd_config, or for your key.`,
        steps: [
          'Change /etc/ssh/sshd_config on the machine, then reload sshd. For a key, its options in authorized_keys have to allow port-forwarding.',
          'Connect again on the Connections page.',
        ],
        snippet: 'AllowStreamLocalForwarding local',
      }
    case 'socket-lost':
      return {
        short: 'The file of its diagnostic port was deleted, usually by a cleanup of temporary files.',
        cause:
          'The runtime is still listening, but its socket file is gone from the temporary folder, so nothing can connect to it.',
        steps: [
          'Exclude dotnet-diagnostic-* from the cleanup of temporary files.',
          'Restart the process to get a new port.',
        ],
        snippet: null,
      }
    case 'app-container':
      return {
        short: 'It runs in an AppContainer, where other programs can’t reach its diagnostic port.',
        cause:
          'Windows gives a program from the Store, or another sandboxed one, pipes of its own. Pipescope doesn’t connect to those yet.',
        steps: ['Run the same program outside of its package, for example from its build output.'],
        snippet: null,
      }
    case 'unreadable-environment':
      return {
        short: 'No port was found, and its environment can’t be read to find out why.',
        cause:
          'This looks like a .NET process, but its environment can’t be read: it belongs to another user, or this system doesn’t show it. Its port may be turned off, or in a temporary folder Pipescope doesn’t know about.',
        steps: ['Run Pipescope as the user who owns the process, or as an administrator.'],
        snippet: null,
      }
    case 'answer-not-understood':
      return {
        short: 'Unexpected response.',
        cause: `The port answered with something that is not the diagnostic protocol: ${problem.detail}.`,
        steps: [
          'Select Try again.',
          'If that doesn’t help, save a problem report from the Pipescope diagnostics page; its log contains the bytes received.',
        ],
        snippet: null,
      }
    case 'exited':
      return exited(problem)
  }
}

/** The line across the value columns of a row that has no values. */
export function rowReason(row: ProcessRow, nowMs: number): string | null {
  if (row.state === 'exited') {
    const ago = row.exitedAtMs === null ? '' : ` ${formatAgo(nowMs - row.exitedAtMs)}`
    const exit = row.problem?.kind === 'exited' ? row.problem : null
    return exit === null || isUnknown(exit)
      ? `Exited${ago}. The exit code is unknown.`
      : exitSentence(`Exited${ago}`, exit)
  }
  return row.problem === null ? null : problemWording(row.problem).short
}

function commandLineTooLong(sizeBytes: number | null): ProblemWording {
  const limit = formatCount(32_768)
  const size = sizeBytes === null ? null : formatCount(sizeBytes)
  return {
    short:
      size === null
        ? 'Not queried, for its own safety: its command line can’t be measured.'
        : `Not queried, for its own safety: its command line is ${size} bytes long.`,
    cause:
      size === null
        ? `Up to .NET 10, a runtime can crash when asked about itself if its command line approaches ${limit} characters. This one’s can’t be measured, so the request is never sent; details come from the operating system.`
        : `Up to .NET 10, a runtime can crash when asked about itself if its command line approaches ${limit} characters. This one’s is ${size} bytes long, so the request is never sent; details come from the operating system.`,
    steps: ['Everything else works: live counters, meters and recordings use other requests.'],
    snippet: null,
  }
}

function foreignOwner(owner: string | null, path: string): ProblemWording {
  const who = owner ?? 'another user'
  // Endpoints of other machines are named after them.
  const machine = /^ssh:\/\/([^/]+)\//.exec(path)?.[1]
  if (machine !== undefined) {
    const line = sudoersLine(owner, path.slice(`ssh://${machine}`.length))
    return {
      short: `Owned by ${who}. Connect to ${machine} as ${owner ?? 'that user'}.`,
      cause: `Only ${who} and administrators may open this diagnostic port (${path}), and ssh signs in as another user.`,
      steps: [
        `Add a connection with the name of the user in it, such as ${owner ?? 'user'}@host, and connect.`,
        `If your login on ${machine} may use sudo without a password, select Open with sudo. Pipescope shows the command first.`,
        ...(line === null
          ? []
          : [
              `With this line in sudoers on ${machine}, your login (LOGIN) may open this process with sudo and nothing else.`,
            ]),
      ],
      snippet: line,
    }
  }
  return {
    short: `Owned by ${who}. Run Pipescope as ${owner ?? 'that user'} or as an administrator.`,
    cause: `Only ${who} and administrators may open this diagnostic port (${path}).`,
    steps: [
      `Start Pipescope as ${owner ?? 'that user'}, or as root on Linux and macOS, or as an administrator on Windows.`,
    ],
    snippet: owner === null ? null : `sudo -u ${owner} pipescope`,
  }
}

/** For either command that Open with sudo may run (main/machines/far-relay.ts); null where nothing would be right. */
function sudoersLine(owner: string | null, socket: string): string | null {
  if (owner === null || !/^[A-Za-z0-9_.-]+$/.test(owner)) return null
  const user = /^\d+$/.test(owner) ? `#${owner}` : owner
  return `LOGIN ALL=(${user}) NOPASSWD: /usr/bin/socat - UNIX-CONNECT\\:${socket}, /usr/bin/nc -N -U ${socket}`
}

function suspendedAtStart({
  isDefaultPort,
  addresses,
}: Extract<ProcessProblem, { kind: 'suspended-at-start' }>): ProblemWording {
  const variables = [
    ...(isDefaultPort ? ['DOTNET_DefaultDiagnosticPortSuspend=1'] : []),
    ...(addresses.length > 0 ? [`DOTNET_DiagnosticPorts=${addresses.join(';')}`] : []),
  ]
  return {
    short: 'Suspended at startup by its own environment variable. Resume it to let it run.',
    cause: `The environment of this process says ${variables.join(' and ')}, which suspends the runtime before its first line of code until it is resumed.`,
    steps: [
      'Resume lets it run. It can’t be suspended again after that.',
      ...(addresses.length > 0
        ? ['A port of another tool has to be resumed by that tool; Pipescope resumes its own ports.']
        : []),
    ],
    snippet: null,
  }
}

function impostor({ peerPid, peerName, path }: Extract<ProcessProblem, { kind: 'impostor' }>): ProblemWording {
  const who = peerName === null ? `process ${String(peerPid)}` : `${peerName} (process ${String(peerPid)})`
  return {
    short: `Not contacted: ${who} listens on the port that carries this process’s name.`,
    cause: `${path} is named after this process, but the operating system says that ${who} made it. What answers there would not be this process, so nothing is sent.`,
    steps: [
      `Find out what ${who} is and who started it.`,
      'If this process is a .NET application, restart it after the wrong socket is removed.',
    ],
    snippet: null,
  }
}

function exited(problem: Extract<ProcessProblem, { kind: 'exited' }>): ProblemWording {
  return {
    short: exitSentence('Exited', problem),
    cause: isUnknown(problem)
      ? `The process ended. Only its parent gets the exit code, so it’s unknown here.${socketWording[problem.socket ?? 'unknown']}`
      : exitSentence('The process exited', problem),
    steps: ['The row is removed 30 s after the exit.'],
    snippet: null,
  }
}

/** What the socket of an ended process says about its end (measured on .NET Core 3.1 to .NET 10). */
const socketWording = {
  removed:
    ' It removed its diagnostic port, so it exited on its own: normally, through an unhandled exception, or through a signal that its runtime handles.',
  left: ' It left its diagnostic port behind, so it had no time to clean up: killed (SIGKILL, also by the system when memory runs out), from .NET 10 on also by SIGTERM, a Native AOT program also after an unhandled exception.',
  unknown: '',
} as const

type Exit = Pick<Extract<ProcessProblem, { kind: 'exited' }>, 'exitCode' | 'signal'>

const isUnknown = ({ exitCode, signal }: Exit): boolean => exitCode === null && signal === null

function exitSentence(whatExited: string, { exitCode, signal }: Exit): string {
  if (exitCode === null) return signal === null ? `${whatExited}.` : `${whatExited} on signal ${signal}.`
  return signal === null ? `${whatExited} with code ${exitCode}.` : `${whatExited} with code ${exitCode} (${signal}).`
}

function formatSeconds(waitedMs: number): string {
  return `${Number((waitedMs / 1000).toPrecision(2))} s`
}
