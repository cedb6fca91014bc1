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
        short: 'Answers no process questions; what is shown comes from the operating system.',
        cause:
          '.NET Core 3.1 has the diagnostic port but none of the commands that describe the process. Name, command line, user and start time were read from the operating system instead.',
        steps: ['Live counters and recordings work.', 'Moving the application to .NET 6 or later brings the rest.'],
        snippet: null,
      }
    case 'foreign-owner':
      return foreignOwner(problem.owner, problem.path)
    case 'silent':
      return {
        short: `No answer within ${formatSeconds(problem.waitedMs)}. It may be busy, or another tool holds its port.`,
        cause: `The diagnostic port took the connection, but nothing came back within ${formatSeconds(problem.waitedMs)}. The runtime handles one request at a time: a dump in progress, a debugger, or another tool with an open, silent connection keeps it busy.`,
        steps: ['Close other diagnostic tools that are attached to this process.', 'Then use Ask again.'],
        snippet: null,
      }
    case 'stopped':
      return {
        short: 'Stopped by a debugger or a signal. It answers once it runs again.',
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
        short: `Diagnostics are switched off by ${problem.variable}.`,
        cause: `${problem.variable} was set when the process started, so its runtime opened no diagnostic port. A running process cannot be made to open one.`,
        steps: [`Remove ${problem.variable.replace(/=.*$/s, '')} or set it to 1, then restart the process.`],
        snippet: `${problem.variable.replace(/=.*$/s, '')}=1`,
      }
    case 'temp-folder-missing':
      return {
        short: `Its temporary folder ${problem.path} does not exist, so it has no port.`,
        cause: `The runtime makes its port in the folder that TMPDIR names. ${problem.path} was not there when the process started.`,
        steps: ['Create the folder or set TMPDIR to one that exists.', 'Then restart the process.'],
        snippet: null,
      }
    case 'temp-path-too-long':
      return {
        short: 'The path of its port is too long, so the runtime opened none.',
        cause: `A socket's path may have 107 characters. The runtime wanted ${problem.path}.`,
        steps: ['Set TMPDIR to a shorter folder, then restart the process.'],
        snippet: 'TMPDIR=/tmp',
      }
    case 'temp-folder-not-writable':
      return {
        short: `It may not write to its temporary folder ${problem.path}, so it has no port.`,
        cause: `The runtime makes its port in its temporary folder (TMPDIR). By the permissions of ${problem.path} and of the folders above, the user of this process may not create a file there.`,
        steps: [
          'Give that user access to the folder, or set TMPDIR to one it may write to.',
          'Then restart the process.',
        ],
        snippet: null,
      }
    case 'socket-lost':
      return {
        short: 'The file of its diagnostic port was deleted, usually by a clean-up of temporary files.',
        cause:
          'The runtime still listens, but the file by which it is found is gone from the temporary folder. Nobody can connect any more.',
        steps: [
          'Exclude dotnet-diagnostic-* from the clean-up of temporary files.',
          'Restart the process to get a new port.',
        ],
        snippet: null,
      }
    case 'unreadable-environment':
      return {
        short: 'No port was found, and its environment cannot be read to say why.',
        cause:
          'This looks like a .NET process, but its environment belongs to another user. Its port may be switched off, or in a temporary folder that is not known here.',
        steps: ['Run Pipescope as the user who owns the process, or as an administrator.'],
        snippet: null,
      }
    case 'answer-not-understood':
      return {
        short: 'Its answer could not be understood.',
        cause: `The port answered with something that is not the diagnostic protocol: ${problem.detail}.`,
        steps: [
          'Use Ask again.',
          'If it stays so, save a problem report on the page Diagnostics of Pipescope; the log there has the bytes.',
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
    const how = row.problem?.kind === 'exited' ? howItEnded(row.problem.exitCode, row.problem.signal) : ''
    return `Exited${ago}${how === '' ? ', exit code unknown' : how}.`
  }
  return row.problem === null ? null : problemWording(row.problem).short
}

function commandLineTooLong(sizeBytes: number | null): ProblemWording {
  const size =
    sizeBytes === null ? 'cannot be measured' : `is ${new Intl.NumberFormat('en').format(sizeBytes)} bytes long`
  return {
    short: `Not asked, to keep it alive: its command line ${size}.`,
    cause: `Up to .NET 10 a runtime can crash while it describes itself if its command line comes near 32,768 characters. This one's ${size}, so the question is never sent; what is shown comes from the operating system.`,
    steps: ['Everything else works: live counters, meters and recordings ask other questions.'],
    snippet: null,
  }
}

function foreignOwner(owner: string | null, path: string): ProblemWording {
  const who = owner ?? 'another user'
  return {
    short: `Owned by ${who}. Run Pipescope as ${owner ?? 'that user'} or as an administrator.`,
    cause: `Only ${who} and administrators may open this diagnostic port (${path}).`,
    steps: [
      `Start Pipescope as ${owner ?? 'that user'}, or as root on Linux and macOS, or as an administrator on Windows.`,
    ],
    snippet: owner === null ? null : `sudo -u ${owner} pipescope`,
  }
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

function exited({ exitCode, signal, socket }: Extract<ProcessProblem, { kind: 'exited' }>): ProblemWording {
  const how = howItEnded(exitCode, signal)
  return {
    short: `Exited${how}.`,
    cause:
      how === ''
        ? `The process ended. Only its parent is told the exit code, so it is not known here.${socketWording[socket ?? 'unknown']}`
        : `The process ended${how.replace(',', ' with')}.`,
    steps: ['The row goes away 30 s after the exit.'],
    snippet: null,
  }
}

/** What the socket of an ended process says about its end (measured on .NET Core 3.1 to .NET 10). */
const socketWording = {
  removed:
    ' It removed its diagnostic port, so it ended by itself: in order, by an exception nobody caught, or by a signal that its runtime handles.',
  left: ' It left its diagnostic port behind, so it had no time to clean up: killed (SIGKILL, also by the system when memory runs out), from .NET 10 on also by SIGTERM, a NativeAOT program also after an exception nobody caught.',
  unknown: '',
} as const

function howItEnded(exitCode: number | null, signal: string | null): string {
  if (exitCode === null && signal === null) return ''
  if (exitCode === null) return `, ${signal}`
  return `, code ${exitCode}${signal === null ? '' : ` (${signal})`}`
}

function formatSeconds(waitedMs: number): string {
  return `${Number((waitedMs / 1000).toPrecision(2))} s`
}
