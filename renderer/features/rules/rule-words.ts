import {
  mostWatched,
  type Fired,
  type OffReason,
  type RuleEntry,
  type WatchedProcess,
} from '../../../shared/model/rules.ts'
import { skipWords } from '../../../shared/rules/rule-words.ts'

export const offWords: Readonly<Record<OffReason, string>> = {
  'actions-failed': 'Turned off: none of its actions worked',
  'changed-on-disk': 'Turned off: it was changed outside of Pipescope',
}

export const outcomeWords: Readonly<Record<Fired['outcome'], string>> = {
  running: 'Running',
  done: 'Done',
  partial: 'Partly done',
  failed: 'Failed',
  skipped: 'Skipped',
  interrupted: 'Interrupted',
}

export const outcomeTones = {
  running: 'note',
  done: 'ok',
  partial: 'warn',
  failed: 'bad',
  skipped: 'absent',
  interrupted: 'warn',
} as const

/** Why an action failed, by the kind of its error. */
const reasonWords: ReadonlyMap<string, string> = new Map([
  ['not-found', 'nothing was there to save, or the process had exited'],
  ['process-gone', 'the process has exited'],
  ['no-permission', 'no permission'],
  ['session-limit', 'too many sessions in the process'],
  ['recorder-limit', 'too many flight recorders'],
  ['timeout', 'no answer in time'],
  ['unsupported', 'this runtime can’t do it'],
  ['refused-harmful', 'it could have harmed the process'],
  ['io', 'the program or file couldn’t be used'],
  ['io-ENOSPC', 'the disk is full'],
  ['io-EDQUOT', 'the disk quota is used up'],
  ['io-EROFS', 'the disk is read-only'],
  ['io-EACCES', 'no permission for the program or file'],
  ['io-ENOENT', 'the program, file or folder doesn’t exist'],
  ['cancelled', 'cancelled'],
])

export function actionReason(reason: string): string {
  const known = reasonWords.get(reason) ?? (reason.startsWith('io-') ? reasonWords.get('io') : undefined)
  return known ?? reason.replaceAll('-', ' ')
}

/** Why readings of a process are missing. */
const problemWords: ReadonlyMap<string, string> = new Map([
  ['session-refused', 'no event session available'],
  ['session-limit', 'no event session available'],
  ['open-failed', 'couldn’t read its counters'],
  ['meters-unsupported', 'no meters before .NET 8'],
  ['events-unsupported', 'exceptions by type, logs and events need .NET 5'],
  ['meters-taken', 'another tool has its meters'],
  ['internal', 'an error in Pipescope; retrying'],
  ['no-container-limit', 'no memory limit of its container known'],
  ['connection-lost', 'connection lost; retrying'],
  ['silent', 'no data'],
  ['stopped', 'stopped'],
])

/** The same rule is armed in a copy of Pipescope's folder. */
export function heldText({ pid }: { readonly pid: number }): string {
  return `Armed in another instance of Pipescope (PID ${String(pid)}), which acts on it`
}

export function watchedText({
  watched,
  unwatchedCount,
  heldBy,
}: Pick<RuleEntry, 'watched' | 'unwatchedCount' | 'heldBy'>): string {
  if (heldBy !== null) return heldText(heldBy)
  if (watched.length === 0) return 'No matching process is running'
  const without = watched.filter(({ flightProblem }) => flightProblem !== null).length
  if (watched.length === 1 && unwatchedCount === 0) return watchedOnly(watched[0]!, without > 0)
  const processes =
    unwatchedCount === 0
      ? `Watching ${String(watched.length)} processes`
      : `Watching ${String(watched.length)} of ${String(watched.length + unwatchedCount)} processes (at most ${String(mostWatched)} at once)`
  return without === 0 ? processes : `${processes}, ${String(without)} of them without a flight recorder`
}

function watchedOnly({ name, pid, problem }: WatchedProcess, isWithoutFlight: boolean): string {
  const process = `Watching ${name}, PID ${String(pid)}`
  const reasons = [
    ...(problem === null ? [] : [problemWords.get(problem) ?? problem.replaceAll('-', ' ')]),
    ...(isWithoutFlight ? ['without a flight recorder'] : []),
  ]
  return reasons.length === 0 ? process : `${process} (${reasons.join('; ')})`
}

export function leftText({ leftToday, rule }: RuleEntry): string {
  return `${String(leftToday)} of ${String(rule.limits.perDay)} left today`
}

export function skippedText({ skipped, count }: Fired): string {
  if (skipped === null) return ''
  const text = skipWords[skipped]
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return count > 1 ? `${sentence} (${String(count)} times)` : sentence
}
