import type { LiveProblem, LiveStatus } from '../../../shared/model/live.ts'
import { formatCount, formatTime, type TimeDisplay } from '../../../shared/base/format.ts'
import { lengthWords } from './gap-words.ts'

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
        text: `Another tool reads the meters of this process (session ${problem.sessionId}), and this runtime serves one at a time. Event counters are not affected.`,
        action: problem.canJoin ? 'join-shared' : null,
      }
    case 'meters-shared-settings':
      return {
        tone: 'note',
        text: `The meters are shared with another tool, which set the pace: every ${problem.refreshIntervalSec} s, at most ${formatCount(problem.maxTimeSeries)} series and ${formatCount(problem.maxHistograms)} histograms.`,
        action: null,
      }
    case 'meters-unsupported':
      return {
        tone: 'note',
        text: `.NET ${problem.runtimeVersion ?? 'of this version'} cannot send its meters as a list; that needs .NET 8. Event counters are shown.`,
        action: null,
      }
    case 'series-limit':
      return {
        tone: 'warn',
        text: `The limit of ${formatCount(problem.limit)} series is reached: further tag sets are not sent. Fewer tags in the application bring it down.`,
        action: null,
      }
    case 'histogram-limit':
      return {
        tone: 'warn',
        text: `The limit of ${formatCount(problem.limit)} histograms is reached: further ones are not sent by the runtime.`,
        action: null,
      }
    case 'instrument-error':
      return {
        tone: 'warn',
        text: `An instrument of the application failed while it was read: ${problem.message}`,
        action: null,
      }
    case 'session-refused':
      return {
        tone: 'bad',
        text: `The runtime refuses another session: all ${formatCount(problem.limit)} are taken. Close other diagnostic tools of this process, then try again.`,
        action: 'retry',
      }
    case 'connection-lost':
      return {
        tone: 'bad',
        text: 'The connection to the process was lost. What was received stays.',
        action: 'retry',
      }
    case 'silent':
      return {
        tone: 'warn',
        text: 'No data: the process is stopped, in a debugger, or busy with something that holds all threads. Sessions stay open and go on when it does.',
        action: null,
      }
    case 'suspended-at-start':
      return {
        tone: 'warn',
        text: 'The process waits at its start for a resume. Resume it in the process list; values come from then on.',
        action: null,
      }
    case 'stream-damaged':
      return {
        tone: 'warn',
        text: `The stream is damaged at byte ${formatCount(problem.offset)} (${problem.message}). Everything up to there, and every whole block behind it, is shown.`,
        action: null,
      }
    case 'open-failed':
      // Shown as a whole-pane error with its own words.
      return null
  }
}

/** `Exited at 10:42:13, code 139.` */
export function exitWords(exit: NonNullable<LiveStatus['exit']>, display: TimeDisplay): string {
  const code = exit.exitCode === null ? '' : `, code ${exit.exitCode}`
  return `Exited at ${formatTime(exit.timeMs, display)}${code}. What was received stays and can be exported; when it starts again, the charts go on.`
}

/** Why nothing has come although enough time has passed. */
export function noDataReasons(intervalMs: number): readonly string[] {
  return [
    `The first sample comes one interval (${lengthWords(intervalMs)}) after the session was opened; a busy runtime may need longer.`,
    'The process may be stopped by a debugger or by SIGSTOP.',
    'A process trimmed with EventSource support switched off sends no counters.',
  ]
}
