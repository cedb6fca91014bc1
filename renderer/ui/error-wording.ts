import type { AppError } from '../../shared/base/errors.ts'
import { formatBytes, formatDuration, quantityText } from '../../shared/base/format.ts'

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
      return {
        what: `This runtime cannot do that: ${error.feature}`,
        why: `${error.neededVersion === null ? 'No version of this kind of runtime has it' : `It came with .NET ${error.neededVersion}`}${
          error.actualVersion === null ? '.' : `; this process runs ${error.actualVersion}.`
        }`,
        next: error.neededVersion === null ? '' : 'Run the program on a newer runtime to use it.',
      }
    case 'refused-harmful':
      return {
        what: 'Not sent, because it could harm the process',
        why: error.reason,
        next: 'What the operating system knows is shown instead.',
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
    case 'internal':
      return {
        what: 'Something in Pipescope went wrong',
        why: 'This is a bug of ours, not of the process.',
        next: 'Save a problem report from Own diagnostics; it holds the log entry.',
      }
  }
}

function runtimeErrorWords(error: Extract<AppError, { kind: 'runtime-error' }>): Words {
  const code = `0x${error.code.toString(16).toUpperCase().padStart(8, '0')}`
  const named = runtimeCodes[error.name]
  return {
    what: `The runtime refused: ${error.command}`,
    why: `${named?.why ?? 'It gave no reason Pipescope knows.'} (${error.name === '' ? code : `${error.name}, ${code}`}${
      error.text === null ? '' : `: ${error.text}`
    })`,
    next: named?.next ?? 'Copy the details into a report.',
  }
}

const runtimeCodes: Readonly<Record<string, { readonly why: string; readonly next: string }>> = {
  BAD_ENCODING: { why: 'It could not read the request.', next: 'This is a bug of ours: save a problem report.' },
  UNKNOWN_COMMAND: {
    why: 'It does not know this command; it is too old for it.',
    next: 'Run the program on a newer runtime.',
  },
  UNKNOWN_MAGIC: { why: 'It did not recognise the protocol.', next: 'Something else may listen on this port.' },
  UNKNOWN_ERROR: { why: 'It failed and says no more.', next: 'Try again; look at the log of the process.' },
  NOTSUPPORTED: { why: 'This build of the runtime does not support it.', next: '' },
  NOT_YET_AVAILABLE: { why: 'The runtime is still starting.', next: 'Wait a moment and try again.' },
  RUNTIME_UNINITIALIZED: {
    why: 'The process is still suspended at its start.',
    next: 'Resume it first.',
  },
  INVALIDARG: { why: 'It did not accept an argument.', next: 'Check what was entered.' },
  ENVVAR_NOT_FOUND: { why: 'The variable is not set in that process.', next: '' },
  E_FAIL: {
    why: 'It could not do it; often all session slots are taken.',
    next: 'Close other diagnostic tools and try again.',
  },
}

function ioWords(error: Extract<AppError, { kind: 'io' }>): Words {
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    ENOSPC: ['There is no room left on the disk.', 'Free some space or choose another folder.'],
    EACCES: ['You may not write or read there.', 'Choose another folder.'],
    EPERM: ['You may not write or read there.', 'Choose another folder.'],
    ENOENT: ['The file or folder is not there.', 'Choose another one.'],
    EROFS: ['That disk can only be read.', 'Choose another folder.'],
    EISDIR: ['That is a folder.', 'Choose a file.'],
    EMFILE: ['Too many files are open.', 'Close some live views and try again.'],
  }
  const [why, next] = reasons[error.code] ?? [`The system says ${error.code}.`, 'Try again, or choose another place.']
  return { what: `Could not ${error.operation} ${error.path}`, why, next }
}
