import type { AppError } from '../../../shared/base/errors.ts'
import { formatBytes, formatDuration, quantityText } from '../../../shared/base/format.ts'
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

type Words = Omit<ErrorWords, 'details'>

function words(error: AppError): Words {
  switch (error.kind) {
    case 'cancelled':
      return { what: 'Cancelled', why: '', next: '' }
    case 'process-gone':
      return {
        what: `Process ${String(error.pid)} has ended`,
        why: 'Its diagnostic port is closed and the process id is gone.',
        next: 'What was shown stays; start the process again to go on.',
      }
    case 'no-permission':
      return {
        what: 'No permission to use this diagnostic port',
        why: error.owner === null ? 'It belongs to another user.' : `It belongs to ${error.owner}.`,
        next: `Run Pipescope as ${error.owner ?? 'that user'}, or start the process as yourself.`,
      }
    case 'endpoint-stale':
      return {
        what: 'Nobody listens on this diagnostic port',
        why: 'The process ended without removing its socket.',
        next: 'Nothing needs to be done; the file may be deleted.',
      }
    case 'impostor-endpoint':
      return {
        what: 'Another process answers in its place',
        why: `The socket ${error.path} carries the name of this process, but process ${String(error.peerPid)} made it.`,
        next: 'Nothing was sent. Find out what that process is, and remove the socket if it is not meant to be there.',
      }
    case 'timeout':
      return {
        what: 'The process did not answer',
        why: `Nothing came within ${quantityText(formatDuration(error.timeoutMs))}. It may be stopped, in a debugger, or very busy.`,
        next: 'Let it run and ask again.',
      }
    case 'connection-closed':
      return {
        what: 'The process closed the connection',
        why: `The answer was not complete: ${quantityText(formatBytes(error.receivedBytes))} had come. It may have just ended.`,
        next: 'Try again; if the process has ended, start it again.',
      }
    case 'runtime-error':
      return runtimeErrorWords(error)
    case 'malformed':
      return {
        what: `The ${error.what} could not be understood`,
        why: `At byte ${String(error.offset)}: expected ${error.expected}, found ${error.found}.`,
        next: 'The file may be cut off or damaged, or the runtime speaks a newer format.',
      }
    case 'unsupported':
      if (error.feature === 'resume-other-port') return otherPortWords
      return {
        what: `This runtime cannot do that: ${featureNames[error.feature] ?? error.feature}`,
        why: `${error.neededVersion === null ? 'No version of this kind of runtime has it' : `It came with .NET ${error.neededVersion}`}${
          error.actualVersion === null ? '.' : `; this process runs ${error.actualVersion}.`
        }`,
        next: error.neededVersion === null ? '' : 'Run the program on a newer runtime to use it.',
      }
    case 'refused-harmful':
      return {
        what: 'Not sent, because it could harm the process',
        why:
          error.operation === 'dump'
            ? `Of the checks before it, not passed: ${error.reason}.`
            : asSentence(error.reason),
        next: error.operation.startsWith('ProcessInfo')
          ? 'What the operating system knows is shown instead.'
          : 'Nothing was sent; the process goes on as it was.',
      }
    case 'session-limit':
      return error.owner === 'target'
        ? {
            what: 'The process refuses another session',
            why: `All of its ${String(error.limit)} session slots are taken, by other tools or by sessions that were never stopped.`,
            next: 'Close other diagnostic tools; slots of a crashed tool come back only when the process restarts.',
          }
        : {
            what: 'Enough sessions on this process',
            why: `Pipescope opens at most ${String(error.limit)} at a time on one process.`,
            next: 'Close a live view of it first.',
          }
    case 'io':
      return ioWords(error)
    case 'export-too-large':
      return {
        what: 'The export is too large',
        why: `It would be larger than ${quantityText(formatBytes(error.limitBytes))}, because the recording repeats very deep stacks.`,
        next: 'Select a shorter time range or fewer threads, then export again.',
      }
    case 'invalid-request':
      return {
        what: 'That could not be done',
        why: `${error.what}: ${error.detail}`,
        next: 'Check what was entered.',
      }
    case 'not-found':
      return {
        what: `Not there: ${error.what}`,
        why: 'It has ended, was removed, or is not part of this version.',
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
            what: 'Not enough memory',
            why: `The ${error.what} needs more memory than Pipescope gives to one of its kind.`,
            next: 'Try a smaller part of it, or a shorter recording.',
          }
        : {
            what: `The ${error.what} ended before it answered`,
            why: 'This is a bug of ours, not of the process.',
            next: 'Open it again; if it ends again, save a problem report from Own diagnostics.',
          }
    case 'internal':
      return {
        what: 'Something in Pipescope went wrong',
        why: 'This is a bug of ours, not of the process.',
        next: 'Save a problem report from Own diagnostics; it holds the log entry.',
      }
  }
}

/** Not a lack of the runtime: each port that suspends has to be resumed by the tool it waits for. */
const otherPortWords: Words = {
  what: 'The process still waits, for another tool',
  why: 'Its start is also held by a diagnostic port that is not the default one (DOTNET_DiagnosticPorts), and only the tool that listens there can release that.',
  next: 'Resume it in that tool, or start the process with that port set to nosuspend.',
}

const featureNames: Readonly<Record<string, string>> = {
  'collect-tracing': 'the session it was asked for',
  environment: 'telling its environment',
  'descriptor-passing': 'taking an open file over this connection',
  'stack-snapshot': 'a snapshot of its stacks',
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
    why: `${named?.why ?? 'It gave no reason Pipescope knows.'} (${error.name === '' ? code : `${error.name}, ${code}`}${
      error.text === null ? '' : `: ${error.text}`
    })`,
    next: named?.next ?? 'Copy the details into a report.',
  }
}

function ioWords(error: Extract<AppError, { kind: 'io' }>): Words {
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    ENOSPC: ['There is no room left on the disk.', 'Free some space or choose another folder.'],
    EACCES: ['You may not write or read there.', 'Choose another folder.'],
    EPERM: ['You may not write or read there.', 'Choose another folder.'],
    ENOENT: ['The file or folder is not there.', 'Choose another one.'],
    EROFS: ['That disk can only be read.', 'Choose another folder.'],
    NOT_A_FILE: ['It is a pipe, a socket or a device, not a file.', 'Choose a file.'],
    EFBIG: ['The file is larger than it may be.', 'Choose another file.'],
    ETIMEDOUT: ['Its disk or network folder does not answer.', 'Check that folder, then try again.'],
    EISDIR: ['That is a folder.', 'Choose a file.'],
    EMFILE: ['Too many files are open.', 'Close some live views and try again.'],
  }
  const [why, next] = reasons[error.code] ?? [`The system says ${error.code}.`, 'Try again, or choose another place.']
  return { what: `Could not ${error.operation} ${error.path}`, why, next }
}
