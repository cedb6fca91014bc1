import type { Job, JobAction } from '../../../shared/model/job.ts'
import { formatCount, thinSpace } from '../../../shared/base/format.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'

/** Words and actions of a recording that runs. */

const phases: Readonly<Partial<Record<Job['phase'], string>>> = {
  starting: 'Starting',
  recording: 'Recording',
  'asking-to-stop': 'Asking the process to stop',
  'collecting-names': 'Collecting names',
  'writing-end': 'Writing the end',
  'checking-file': 'Checking the file',
}

/** The protocol's `circularBufferMB` is counted in MiB by the runtime. */
export function bufferWords(bufferMB: number): string {
  return `${String(bufferMB)}${thinSpace}MiB`
}

export function phaseSentence(job: Job): string {
  const words = phases[job.phase] ?? 'Working'
  if (job.phase === 'collecting-names' && job.count !== null) return `${words}: ${formatCount(job.count)} methods`
  return words
}

const actions: Readonly<Record<JobAction, { readonly label: string; readonly hint: string }>> = {
  stop: { label: 'Stop', hint: 'Collects the names, writes the end and checks the file' },
  'stop-without-names': {
    label: 'Stop without names',
    hint: 'Keeps what has arrived and calls it partial: names and end are not collected',
  },
  save: { label: 'Save now', hint: 'Saves the last seconds; the recording goes on' },
  cancel: { label: 'Discard', hint: 'Ends it and removes the file' },
  'stop-waiting': { label: 'Stop waiting', hint: 'It goes on by itself' },
}

export function jobActionWords(action: JobAction): { readonly label: string; readonly hint: string } {
  return actions[action]
}

const losses: Readonly<Record<string, string>> = {
  'event-filter': 'this runtime cannot choose event ids and sends all',
  'rundown-keyword': 'this runtime cannot choose which names it writes',
  'stacks-off': 'this runtime cannot leave stacks out',
  'rundown-off': 'this runtime always writes names at the end',
}

/** What a runtime too old for the whole request does instead. */
export function lossSentence(found: readonly string[]): string {
  const text = found.map((loss) => losses[loss] ?? loss).join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export function act(job: Job, action: JobAction): void {
  background(invoke('jobs.act', { jobId: job.id, action }), 'jobs.act', (error) => {
    appStore.getState().addNotice({ tone: 'bad', title: `${actions[action].label}: ${job.title}`, error })
  })
}

const stoppedBy: Readonly<Record<string, string>> = {
  person: 'by hand',
  time: 'by the time that was set',
  size: 'by the size that was set',
  event: 'by the event that was waited for',
  counter: 'by the counter that was watched',
  'disk-low': 'because the disk was nearly full',
  'target-ended': 'by the end of the process',
  quit: 'by quitting',
  failure: 'by a failure',
}

export function stoppedByWords(by: unknown): string {
  return typeof by === 'string' ? (stoppedBy[by] ?? by) : 'by itself'
}
