import type { Job, JobAction } from '../../../shared/model/job.ts'
import { formatCount, thinSpace } from '../../../shared/base/format.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'

/** Words and actions of a recording that runs. */

const phases: Readonly<Partial<Record<Job['phase'], string>>> = {
  starting: 'Starting',
  recording: 'Recording',
  'asking-to-stop': 'Asking the process to stop',
  'collecting-names': 'Collecting symbols',
  'writing-end': 'Finishing the file',
  'checking-file': 'Verifying the file',
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
  stop: { label: 'Stop', hint: 'Collects symbols, finishes the file and verifies it' },
  'stop-without-names': {
    label: 'Stop now (no symbols)',
    hint: 'Keeps the data received so far, without symbols, as a partial recording',
  },
  save: { label: 'Save now', hint: 'Saves the last seconds and keeps recording' },
  cancel: { label: 'Discard', hint: 'Stops and deletes the file' },
  'stop-waiting': { label: 'Stop waiting', hint: 'The operation continues on its own' },
}

export function jobActionWords(action: JobAction): { readonly label: string; readonly hint: string } {
  return actions[action]
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

export function act(job: Job, action: JobAction): void {
  background(invoke('jobs.act', { jobId: job.id, action }), 'jobs.act', (error) => {
    appStore.getState().addNotice({ tone: 'bad', title: `${actions[action].label}: ${job.title}`, error })
  })
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
