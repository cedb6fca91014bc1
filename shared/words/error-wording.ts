import type { AppError } from '../base/errors.ts'
import { formatBytes, formatCount, formatDuration, quantityText } from '../base/format.ts'
import { dumpWords } from './dump-error-words.ts'
import { runtimeErrorWordsFor } from './runtime-error-words.ts'

/** The one table from `kind` to words: what happened, likely why, what to do; `details` is for copying into a report. */
export interface ErrorWords {
  readonly what: string
  readonly why: string
  readonly next: string
  readonly details: string
}

export function wordError(error: AppError): ErrorWords {
  return { ...words(error), details: JSON.stringify(error, null, 2) }
}

export type Words = Omit<ErrorWords, 'details'>

/** What happened, likely why and what to do, one after the other. */
export function errorSentences(error: AppError): string {
  return sentencesOf(wordError(error))
}

export function sentencesOf({ what, why, next }: Words): string {
  return [`${what}.`, why, next].filter((sentence) => sentence !== '').join(' ')
}

function words(error: AppError): Words {
  switch (error.kind) {
    case 'cancelled':
      return { what: 'Cancelled', why: '', next: '' }
    case 'process-gone':
      return {
        what: `Process ${String(error.pid)} has exited`,
        why: 'Its diagnostic port is closed.',
        next: 'Start it again to reconnect. The data collected so far is kept.',
      }
    case 'no-permission':
      return {
        what: 'Permission denied on this diagnostic port',
        why: error.owner === null ? 'It belongs to another user.' : `It belongs to ${error.owner}.`,
        next: `Run Pipescope as ${error.owner ?? 'that user'}, or start the process under your own account.`,
      }
    case 'endpoint-stale':
      return {
        what: 'Nothing is listening on this diagnostic port',
        why: 'The process exited without removing its socket.',
        next: 'No action needed; you can delete the socket file.',
      }
    case 'impostor-endpoint':
      return {
        what: 'Another process owns this socket',
        why: `The socket ${error.path} is named after this process, but process ${String(error.peerPid)} created it.`,
        next: 'Pipescope didn’t connect. Find out what that process is, and remove the socket if it shouldn’t be there.',
      }
    case 'link-lost':
      return {
        what: `Not connected to ${error.machine}`,
        why: 'The SSH connection to this machine is closed or was lost. The process itself may still be running.',
        next: 'Connect again on the Connections page.',
      }
    case 'forwarding-refused':
      return {
        what: `The SSH server on ${error.machine} refused the connection to a diagnostic port`,
        why: 'Pipescope reaches the diagnostic ports of a machine through sockets that its SSH server forwards, and this one doesn’t.',
        next: 'Set AllowStreamLocalForwarding local in its sshd_config, and reload sshd. Also check DisableForwarding and the restrictions on your key in authorized_keys.',
      }
    case 'sudo-refused':
      return sudoWords(error)
    case 'not-launched-there':
      return farLaunchWords(error)
    case 'locked-up':
      return {
        what: 'The runtime locked up while a session was being stopped',
        why: `It sent nothing for ${quantityText(formatDuration(error.silentMs))} although the process is running. This is a known bug in .NET Core 3.1.`,
        next: 'If the process no longer responds, restart it.',
      }
    case 'timeout':
      if (error.operation === 'StopTracing') return unansweredStopWords(error.timeoutMs)
      return {
        what: 'The process did not respond',
        why: `No response within ${quantityText(formatDuration(error.timeoutMs))}. The process may be suspended, paused in a debugger, or very busy.`,
        next: 'Let it run, then try again.',
      }
    case 'connection-closed':
      return {
        what: 'The process closed the connection',
        why: `The response was incomplete: ${quantityText(formatBytes(error.receivedBytes))} received. The process may have just exited.`,
        next: 'Try again. If the process has exited, restart it.',
      }
    case 'runtime-error':
      return runtimeErrorWords(error)
    case 'malformed':
      return {
        what: `Couldn’t read the ${error.what}`,
        why:
          error.place === undefined
            ? `At byte ${String(error.offset)}: expected ${error.expected}, found ${error.found}.`
            : `At byte ${String(error.offset)} (${error.place}): expected ${error.expected}, found ${error.found}.`,
        next:
          error.place === undefined
            ? 'The file may be truncated or damaged, or the runtime may use a newer format.'
            : 'The file may be truncated or damaged, or in a newer version of its format.',
      }
    case 'unsupported':
      if (error.feature === 'resume-other-port') return otherPortWords
      if (error.feature === 'another-machine') return anotherMachineWords
      if (error.feature === 'second-ssh-session') return secondSessionWords
      return {
        what: `Not supported by this runtime: ${featureNames[error.feature] ?? error.feature}`,
        why: versionWords(error),
        next: error.neededVersion === null ? '' : 'Run the program on a newer runtime.',
      }
    case 'refused-harmful':
      return {
        what: 'Not sent, because it could harm the process',
        why: error.operation === 'dump' ? `Checks that failed: ${error.reason}.` : asSentence(error.reason),
        next: error.operation.startsWith('ProcessInfo')
          ? 'Pipescope shows what the operating system reports instead.'
          : 'The process was not affected.',
      }
    case 'session-limit':
      return error.owner === 'target'
        ? {
            what: 'The process has no free session',
            why: `All ${String(error.limit)} of its session slots are in use, by other tools or by sessions that were never stopped.`,
            next: 'Close other diagnostic tools. Slots held by a tool that crashed are freed only when the process restarts.',
          }
        : {
            what: 'Too many sessions on this process',
            why: `Pipescope opens at most ${String(error.limit)} sessions per process.`,
            next: 'Close a live view or stop a recording of this process first.',
          }
    case 'recorder-limit':
      return {
        what: 'Too many flight recorders',
        why: `Pipescope keeps the last seconds of at most ${String(error.limit)} processes at a time.`,
        next: 'Stop one of them under Jobs first.',
      }
    case 'document-limit': {
      const documents = error.of === 'heap' ? 'heap graphs' : 'recordings'
      return {
        what: `Too many ${documents} are open`,
        why: `Pipescope keeps at most ${String(error.limit)} ${documents} open: each may need gigabytes of memory.`,
        next: 'Close the tab of one you no longer need.',
      }
    }
    case 'io':
      return ioWords(error)
    case 'export-too-large':
      return {
        what: 'The export is too large',
        why: `The file would be larger than ${quantityText(formatBytes(error.limitBytes))}.`,
        next: 'Export a smaller part: a shorter time range, fewer threads, or the objects of one type.',
      }
    case 'import-too-large':
      return {
        what: 'The file holds too much to open',
        why: `Pipescope opens at most ${importLimitText(error)} of a file that another tool wrote.`,
        next: 'Record for a shorter time, or export fewer threads.',
      }
    case 'dump-unreadable':
      return dumpWords(error)
    case 'bad-expression':
      return {
        what: 'The regular expression isn’t valid',
        why: `At column ${String(error.column)}: ${error.reason}.`,
        next: 'Correct it, or leave out the slashes to search for plain text.',
      }
    case 'invalid-request':
      return {
        what: 'Couldn’t do that',
        why: `${error.what}: ${error.detail}`,
        next: 'Check your input.',
      }
    case 'not-found':
      return {
        what: `Not found: ${error.what}`,
        why: 'It has ended, was removed, or is not available in this version.',
        next: 'Go back to the process list.',
      }
    case 'worker-ended':
      if (error.silentMs !== undefined)
        return {
          what: `The ${error.what} stopped responding`,
          why: `It made no progress for ${quantityText(formatDuration(error.silentMs))}, so Pipescope ended it. The file asks for more work than its size allows, or its disk stopped answering.`,
          next: 'If the file is on a network drive, copy it to a local disk and open it again.',
        }
      return error.isOutOfMemory
        ? {
            what: 'Out of memory',
            why: `The ${error.what} needs more memory than Pipescope allows.`,
            next: 'Try a smaller selection or a shorter recording.',
          }
        : {
            what: `The ${error.what} stopped unexpectedly`,
            why: 'This is a bug in Pipescope, not in the process.',
            next: 'Open it again. If it stops again, save a problem report in Pipescope diagnostics.',
          }
    case 'internal':
      return {
        what: 'Something in Pipescope went wrong',
        why: 'This is a bug in Pipescope, not in the process.',
        next: 'Save a problem report in Pipescope diagnostics; it includes the log entry.',
      }
  }
}

/** Not a lack of the runtime: each port that suspends has to be resumed by the tool it waits for. */
const otherPortWords: Words = {
  what: 'The process is still waiting for another tool',
  why: 'DOTNET_DiagnosticPorts also suspends its startup on another port, and only the tool listening on that port can resume it.',
  next: 'Resume it in that tool, or start the process with that port set to nosuspend.',
}

const secondSessionWords: Words = {
  what: 'The SSH server refused another session',
  why: 'Each program that is launched there, and each transfer of a file, takes a session of its own in the same connection. MaxSessions in its sshd_config limits them (10 by default).',
  next: 'End a program that was launched there, or raise MaxSessions and reload sshd.',
}

function farLaunchWords(error: Extract<AppError, { kind: 'not-launched-there' }>): Words {
  const { machine, path, searched } = error
  switch (error.reason) {
    case 'no-folder':
      return {
        what: `The folder doesn’t exist on ${machine}`,
        why: `There is no folder ${path} there.`,
        next: `Enter a folder of ${machine}; ~ is your home folder there.`,
      }
    case 'closed-folder':
      return {
        what: `Can’t open the folder on ${machine}`,
        why: `The account you are signed in with has no permission for ${path}.`,
        next: 'Choose another folder, or connect with another account.',
      }
    case 'no-program':
      return {
        what: `The program doesn’t exist on ${machine}`,
        why: `There is no ${path} there.`,
        next: 'Check the path. A relative path is resolved against the folder you entered.',
      }
    case 'not-found':
      return {
        what: `${path} wasn’t found on ${machine}`,
        why: `It isn’t in the PATH of SSH sessions there: ${searched ?? ''}. They often have a shorter PATH than a terminal.`,
        next: `Enter its full path, such as /usr/share/dotnet/dotnet, or add the variable PATH. If it isn’t installed, install it on ${machine}.`,
      }
    case 'not-executable':
      return {
        what: `The program can’t be run on ${machine}`,
        why: `${path} isn’t a file that your account may run there.`,
        next: `Run chmod +x on it, or start a .dll with dotnet.`,
      }
    case 'no-room':
      return {
        what: `Couldn’t create a folder on ${machine}`,
        why: `A launch needs a private folder in ${path} for its diagnostic port and its output. The disk may be full, or /tmp closed to you.`,
        next: `Free some space in ${path} there, then try again.`,
      }
    case 'needs':
      return {
        what: `${path} is missing on ${machine}`,
        why: 'Pipescope needs this program to launch others there.',
        next: `Install ${path} on ${machine}. It is part of coreutils or util-linux.`,
      }
    case 'forwarding-forbidden':
      return {
        what: `The SSH server on ${machine} refused to forward a socket`,
        why: 'A program launched there connects to Pipescope through a socket that sshd forwards. sshd refused to create it.',
        next: 'Set AllowStreamLocalForwarding yes in its sshd_config, and reload sshd. Also check DisableForwarding and the restrictions on your key in authorized_keys.',
      }
    case 'disconnecting':
      return {
        what: `The program wasn’t started on ${machine}`,
        why: `The connection to ${machine} was being closed. A program started now would wait for Pipescope in vain.`,
        next: 'Connect again on the Connections page, then launch it again.',
      }
  }
}

function sudoWords({ machine, owner, reason, said }: Extract<AppError, { kind: 'sudo-refused' }>): Words {
  const instead = `Or connect to ${machine} as ${owner}.`
  if (reason === 'no-sudo')
    return {
      what: `sudo isn’t installed on ${machine}`,
      why: 'Without it only the owner of the process can open its diagnostic port.',
      next: `Connect to ${machine} as ${owner}.`,
    }
  if (reason === 'no-program')
    return {
      what: `Nothing on ${machine} can connect to the port`,
      why: 'Pipescope installs nothing there. It needs socat, or a version of nc that has the options -U and -N.',
      next: `Install socat on ${machine}, then try again. ${instead}`,
    }
  return {
    what: `sudo on ${machine} didn’t open the port`,
    why: said === null ? 'The command ended without a connection.' : `It reported: ${said.replace(/\.$/, '')}.`,
    next: `An administrator of ${machine} can allow it with the line for sudoers under How to fix. ${instead}`,
  }
}

/** A runtime that has been told to stop goes on with it by itself: there is nothing to try again. */
function unansweredStopWords(timeoutMs: number): Words {
  return {
    what: 'The process did not respond to the stop request',
    why: `No response within ${quantityText(formatDuration(timeoutMs))}. The process may be suspended, paused in a debugger, or very busy; .NET Core 3.1 can also lock up at this point.`,
    next: 'The session ends when the process continues; if it doesn’t, restart the process.',
  }
}

function versionWords({ neededVersion, actualVersion }: Extract<AppError, { kind: 'unsupported' }>): string {
  if (neededVersion === null)
    return actualVersion === null
      ? 'No version of this kind of runtime supports it.'
      : `No version of this kind of runtime supports it; this process runs on ${actualVersion}.`
  return actualVersion === null
    ? `It requires .NET ${neededVersion} or later.`
    : `It requires .NET ${neededVersion} or later; this process runs on ${actualVersion}.`
}

function importLimitText({ what, limit }: Extract<AppError, { kind: 'import-too-large' }>): string {
  if (what === 'bytes') return `${quantityText(formatBytes(limit))} (unpacked)`
  const names = {
    frames: 'different functions',
    nodes: 'different calls',
    samples: 'samples',
    'stack-frames': 'frames in the stacks of all samples',
  }
  return `${formatCount(limit)} ${names[what]}`
}

const anotherMachineWords = {
  what: 'Not available for processes on another machine yet',
  why: 'It reads or writes files on the machine of the process, and Pipescope only does that on this one.',
  next: 'Live views, recordings, stack snapshots, heap graphs and dumps from the list of processes work over SSH.',
} as const

const featureNames: Readonly<Record<string, string>> = {
  'collect-tracing': 'this kind of session',
  environment: 'reading environment variables',
  'descriptor-passing': 'receiving an open file over this connection',
  'stack-snapshot': 'stack snapshots',
}

/** Reasons come from where nothing is worded for people: some begin small and have no full stop. */
function asSentence(reason: string): string {
  const end = /[.?:]$/.test(reason) ? '' : '.'
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${end}`
}

function runtimeErrorWords(error: Extract<AppError, { kind: 'runtime-error' }>): Words {
  const code = `0x${error.code.toString(16).toUpperCase().padStart(8, '0')}`
  const named = runtimeErrorWordsFor(error.name, error.command)
  return {
    what: `The runtime refused: ${error.command}`,
    why: `${named?.why ?? 'The error code is unknown to Pipescope.'} (${error.name === '' ? code : `${error.name}, ${code}`}${
      error.text === null ? '' : `: ${error.text}`
    })`,
    next: named?.next ?? 'Copy the details into a bug report.',
  }
}

/** By the operation that main names, or the call of the system that failed. */
const ioFailures: Readonly<Record<string, (path: string) => string>> = {
  read: (path) => `Couldn’t read ${path}`,
  open: (path) => `Couldn’t open ${path}`,
  stat: (path) => `Couldn’t find ${path}`,
  write: (path) => `Couldn’t write ${path}`,
  create: (path) => `Couldn’t create ${path}`,
  mkdir: (path) => `Couldn’t create ${path}`,
  rename: (path) => `Couldn’t rename ${path}`,
  remove: (path) => `Couldn’t remove ${path}`,
  unlink: (path) => `Couldn’t remove ${path}`,
  restore: (path) => `Couldn’t restore ${path}`,
  compress: (path) => `Couldn’t compress ${path}`,
  launch: (path) => `Couldn’t start ${path}`,
  run: (path) => `Couldn’t run ${path}`,
  connect: (path) => `Couldn’t connect to ${path}`,
  listen: (path) => `Couldn’t listen on ${path}`,
  'listen-on': (path) => `Couldn’t listen on ${path}`,
  'send-descriptor': (path) => `Couldn’t send an open file to ${path}`,
}

function ioWords(error: Extract<AppError, { kind: 'io' }>): Words {
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    ENOSPC: ['The disk is full.', 'Free some space or choose another folder.'],
    EDQUOT: ['Your disk quota is used up.', 'Free some space or choose another folder.'],
    EIO: ['The disk reported an error.', 'Check the disk, or choose another folder.'],
    ENAMETOOLONG: ['The name or path is too long.', 'Choose a shorter one.'],
    ENOTDIR: ['Part of the path is a file, not a folder.', 'Choose another folder.'],
    EACCES: ['Permission denied.', 'Choose another folder.'],
    EPERM: ['Permission denied.', 'Choose another folder.'],
    ENOENT: ['The file or folder does not exist.', 'Choose another one.'],
    EEXIST: ['A file with this name already exists.', 'Choose another name.'],
    EROFS: ['The disk is read-only.', 'Choose another folder.'],
    SHORTENED: ['It has become shorter since it was opened.', 'Open it again.'],
    REPLACED: ['Another file has taken its place since it was opened.', 'Open it again.'],
    NOT_A_FILE: ['It is a pipe, a socket or a device, not a file.', 'Choose a file.'],
    EFBIG: ['The file is too large.', 'Choose another file.'],
    ETIMEDOUT: ['The disk or network folder does not respond.', 'Check the folder, then try again.'],
    EISDIR: ['It is a folder, not a file.', 'Choose a file.'],
    EMFILE: ['Too many files are open.', 'Close some live views and try again.'],
  }
  const [why, next] = reasons[error.code] ?? [
    `The operating system reported ${error.code}.`,
    'Try again, or choose another location.',
  ]
  const whatFailed = ioFailures[error.operation] ?? ((path: string) => `Couldn’t use ${path}`)
  return { what: whatFailed(error.path), why, next }
}
