import { countOf } from '../../../shared/base/count-of.ts'
import type { Job, JobAction } from '../../../shared/model/job.ts'
import { thinSpace } from '../../../shared/base/format.ts'
import { jobActionWords, phaseWords } from '../../../shared/words/job-words.ts'

/** Words of a recording that runs. */

/** The protocol's `circularBufferMB` is counted in MiB by the runtime. */
export function bufferWords(bufferMB: number): string {
  return `${String(bufferMB)}${thinSpace}MiB`
}

export function phaseSentence(job: Job): string {
  const words = phaseWords[job.phase]
  if (job.phase === 'collecting-names' && job.count !== null)
    return `${words}: ${countOf(job.count, 'method', 'methods')}`
  return words
}

/** What stopping means for a file that is being recorded. */
const hints: Readonly<Partial<Record<JobAction, string>>> = {
  stop: 'Collects symbols, finishes the file and verifies it',
  cancel: 'Stops and deletes the file',
}

export function actionHint(action: JobAction): string {
  return hints[action] ?? jobActionWords[action].hint
}

const losses: Readonly<Record<string, string>> = {
  'event-filter': 'This runtime can’t filter by event ID and sends all events.',
  'rundown-keyword': 'This runtime can’t choose which symbols it writes.',
  'stacks-off': 'This runtime can’t turn stacks off.',
  'rundown-off': 'This runtime always writes symbols at the end.',
}

/** What a runtime too old for the whole request does instead. */
export function lossSentence(found: readonly string[]): string {
  return found.map((loss) => losses[loss] ?? `${loss}.`).join(' ')
}

const stoppedBy: Readonly<Record<string, string>> = {
  person: 'Manually',
  time: 'At the time limit',
  size: 'At the size limit',
  event: 'On the chosen event',
  counter: 'On the counter threshold',
  'disk-low': 'Disk almost full',
  'target-ended': 'Process exited',
  'link-lost': 'SSH connection lost',
  disconnected: 'Before disconnecting or sleep',
  quit: 'Pipescope quit',
  failure: 'Error',
}

export function stoppedByWords(by: unknown): string {
  return typeof by === 'string' ? (stoppedBy[by] ?? by) : 'Unknown'
}
