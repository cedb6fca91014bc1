import type { AppError } from '../../../shared/base/errors.ts'
import type { LiveExit, LiveProblem, LiveStatus } from '../../../shared/model/live.ts'
import { formatCount, formatTime, type TimeDisplay } from '../../../shared/base/format.ts'
import { sentencesOf, wordError } from '../../../shared/words/error-wording.ts'
import { lengthWords } from './series/gap-words.ts'

export interface ProblemWords {
  readonly tone: 'note' | 'warn' | 'bad'
  readonly text: string
  readonly action: 'join-shared' | 'retry' | null
}

/** What happened, why, and what to do; in that order, in one or two sentences. */
export function problemWords(problem: LiveProblem): ProblemWords | null {
  switch (problem.kind) {
    case 'meters-taken':
      return {
        tone: 'warn',
        text: `Another tool reads the meters of this process (session ${problem.sessionId}), and this runtime supports one listener at a time. EventCounters are not affected.`,
        action: problem.canJoin ? 'join-shared' : null,
      }
    case 'meters-shared-settings':
      return {
        tone: 'note',
        text: `The meters are shared with another tool, which set the interval: ${problem.refreshIntervalSec} s, at most ${formatCount(problem.maxTimeSeries)} series and ${formatCount(problem.maxHistograms)} histograms.`,
        action: null,
      }
    case 'meters-unsupported':
      return {
        tone: 'note',
        text: `.NET ${problem.runtimeVersion ?? 'of this version'} can’t list its meters; that requires .NET 8. EventCounters are shown.`,
        action: null,
      }
    case 'series-limit':
      return {
        tone: 'warn',
        text: `The limit of ${formatCount(problem.limit)} series has been reached; further tag sets are not sent. Use fewer tags in the application.`,
        action: null,
      }
    case 'histogram-limit':
      return {
        tone: 'warn',
        text: `The limit of ${formatCount(problem.limit)} histograms has been reached; the runtime doesn’t send further ones.`,
        action: null,
      }
    case 'instrument-error':
      return {
        tone: 'warn',
        text: `An instrument of the application threw an exception when read: ${firstLine(problem.message)}`,
        action: null,
      }
    case 'session-refused':
      return {
        tone: 'bad',
        text: `The runtime can’t open another session: at most one of its ${formatCount(problem.limit)} is free, and Pipescope leaves that one to other tools. Close other diagnostic tools attached to this process. ${staysWords}`,
        action: 'retry',
      }
    case 'connection-lost':
      return {
        tone: 'bad',
        text: `The connection to the process was lost. ${staysWords}`,
        action: 'retry',
      }
    case 'slow-link':
      return {
        tone: 'warn',
        text: `The connection to ${problem.machine} is too slow for a sample every ${lengthWords(problem.askedMs)}: its answers take longer than that. Samples arrive every ${lengthWords(problem.intervalMs)} until it’s faster.`,
        action: null,
      }
    case 'stopped':
      return {
        tone: 'warn',
        text: `The process is stopped (SIGSTOP, Ctrl+Z or a debugger at a breakpoint). Values resume when it does: continue it in the debugger, or with kill -CONT ${problem.pid}.`,
        action: null,
      }
    case 'samples-not-on-disk':
      return {
        tone: 'warn',
        text: `Older samples can’t be written to disk (${diskReasons[problem.code] ?? problem.code}). They’re kept in memory, and the oldest are dropped once it’s full. Export what matters; reopening the view tries the disk again.`,
        action: null,
      }
    case 'silent':
      return {
        tone: 'warn',
        text: 'No data: the process is stopped, in a debugger, or busy with something that blocks all threads. Sessions stay open and resume when it does.',
        action: null,
      }
    case 'suspended-at-start':
      return {
        tone: 'warn',
        text: 'The process is suspended at startup. Resume it in the process list to see values.',
        action: null,
      }
    case 'stream-damaged':
      return {
        tone: 'warn',
        text: `The stream is damaged at byte ${formatCount(problem.offset)} (${problem.message}). Everything before it, and every intact block after it, is shown.`,
        action: null,
      }
    case 'stream-too-costly':
      return {
        tone: 'warn',
        text: `The stream asks for more work than its size allows. Reading stopped at byte ${formatCount(problem.offset)}; everything before it is shown.`,
        action: null,
      }
    case 'file-cut':
      return {
        tone: 'warn',
        text: 'The file is truncated: it was cut off, or the tool that wrote it didn’t finish. Everything up to that point is shown.',
        action: null,
      }
    case 'open-failed':
      return openFailedWords(problem.error)
  }
}

/** The message comes from the application, with the stack of its exception below, and may be of any length. */
function firstLine(message: string): string {
  const [line = ''] = message.trimStart().split('\n', 1)
  return line.length <= mostLetters ? line.trimEnd() : `${line.slice(0, mostLetters)}…`
}

const mostLetters = 300

const keptWords = 'Data received so far is kept'
const staysWords = `${keptWords}; Pipescope keeps retrying.`

const diskReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'it’s full',
  EDQUOT: 'your disk quota is used up',
  EACCES: 'no permission for the folder',
  EROFS: 'it is read-only',
}

/** Beside what there is. While there is nothing yet, it is the whole pane (`wholePaneError`). */
function openFailedWords(error: AppError): ProblemWords {
  const words = wordError(error)
  // It is not tried again by itself.
  const next = error.kind === 'locked-up' ? `${keptWords}. ${words.next}` : staysWords
  return { tone: 'bad', text: sentencesOf({ ...words, next }), action: 'retry' }
}

/** A failure that leaves nothing to look at: no session and no sample, or our own worker has ended with its samples. */
export function wholePaneError({ phase, problems, firstSampleMs }: LiveStatus): AppError | null {
  const failed = problems.find((problem) => problem.kind === 'open-failed')
  if (failed?.kind !== 'open-failed') return null
  const isNothingLeft = failed.error.kind === 'internal' || (phase === 'failed' && firstSampleMs === null)
  return isNothingLeft ? failed.error : null
}

/** What explains another problem is said alone: why nothing comes, why a lost connection does not come back. */
const explainedBy: Readonly<Partial<Record<LiveProblem['kind'], readonly LiveProblem['kind'][]>>> = {
  silent: ['stopped'],
  'connection-lost': ['open-failed', 'session-refused'],
}

export function problemsToTell(problems: readonly LiveProblem[]): readonly LiveProblem[] {
  const kinds = new Set(problems.map(({ kind }) => kind))
  return problems.filter(({ kind }) => explainedBy[kind]?.some((one) => kinds.has(one)) !== true)
}

const noSamplesBecause: ReadonlySet<LiveProblem['kind']> = new Set([
  'stopped',
  'silent',
  'suspended-at-start',
  'session-refused',
  'connection-lost',
  'open-failed',
])

/** Whether a problem says already why no sample comes. */
export function explainsWaiting(problems: readonly LiveProblem[]): boolean {
  return problems.some(({ kind }) => noSamplesBecause.has(kind))
}

/** `Exited at 10:42:13, code 139.` */
export function exitWords(exit: LiveExit, display: TimeDisplay): string {
  const ended = endedWords(formatTime(exit.timeMs, display), exit)
  return `${ended} Data received so far is kept and can be exported; when the application starts again, the charts continue.`
}

/** Code and signal are told to its parent only; what its end left behind tells something (decision 0092). */
function endedWords(time: string, { exitCode, signal, socket }: LiveExit): string {
  if (signal !== null) return `Exited at ${time}, killed by ${signal}.`
  if (exitCode !== null) return `Exited at ${time}, code ${exitCode}.`
  if (socket === 'left')
    return `Exited at ${time} without cleaning up: killed (SIGKILL, out of memory or, since .NET 10, SIGTERM).`
  return socket === 'removed'
    ? `Exited at ${time} on its own; only its parent process can read the exit code.`
    : `Exited at ${time}.`
}

/** Why nothing has come although enough time has passed. */
export function noDataReasons(intervalMs: number): readonly string[] {
  return [
    `The first sample arrives one interval (${lengthWords(intervalMs)}) after the session opens; a busy runtime may take longer.`,
    'The process may be stopped by a debugger or by SIGSTOP.',
    'A trimmed process with EventSource support turned off sends no counters.',
  ]
}
