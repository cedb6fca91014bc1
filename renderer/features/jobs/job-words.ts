import type { Job, JobAction, JobKind, JobPhase } from '../../../shared/model/job.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import { formatBytes, formatCount, formatDuration, quantityText } from '../../../shared/base/format.ts'
import { wordReason } from '../../../shared/words/reason-words.ts'

/** Every word about jobs, in one place. */

export const kindWords: Readonly<Record<JobKind, string>> = {
  recording: 'Recording',
  'rolling-recording': 'Rolling recording',
  ring: 'Flight recorder',
  'stack-snapshot': 'Stack snapshot',
  dump: 'Dump',
  fetch: 'Fetched file',
  'heap-graph': 'Heap graph',
  compress: 'Compressing',
  repair: 'Repaired copy',
  checksum: 'Checksum',
  export: 'Export',
  launch: 'Launch',
  case: 'Case',
}

export const phaseWords: Readonly<Record<JobPhase, string>> = {
  starting: 'Starting',
  recording: 'Recording',
  'asking-to-stop': 'Asking the process to stop',
  'collecting-names': 'Collecting symbols',
  'writing-end': 'Finishing the file',
  'checking-file': 'Verifying the file',
  'taking-dump': 'The process writes the dump and is suspended',
  fetching: 'Fetching the file',
  'flushing-types': 'Flushing type names',
  'collecting-heap': 'Waiting for the full GC; the process is paused',
  'receiving-heap': 'Receiving the heap graph',
  'building-heap': 'Building and verifying the heap graph',
  'watching-file': 'Watching the file grow',
  compressing: 'Compressing',
  hashing: 'Computing the checksum',
  writing: 'Writing',
  waiting: 'Waiting',
  'collecting-case': 'Collecting',
  masking: 'Masking',
  packing: 'Packing',
  verifying: 'Verifying',
  finished: 'Finished',
}

interface ActionWords {
  readonly label: string
  /** What is kept. */
  readonly hint: string
}

const actionWords: Readonly<Record<JobAction, ActionWords>> = {
  stop: { label: 'Stop', hint: 'Stops normally and keeps everything' },
  'stop-without-names': {
    label: 'Stop now (no symbols)',
    hint: 'Keeps the data received so far, without symbols, as a partial recording',
  },
  save: { label: 'Save now', hint: 'Saves the last seconds and keeps recording' },
  cancel: { label: 'Discard', hint: 'Stops and keeps nothing' },
  'stop-waiting': {
    label: 'Stop waiting',
    hint: 'The process finishes on its own and can’t be interrupted; Pipescope keeps watching the file',
  },
}

export function wordAction(action: JobAction): ActionWords {
  return actionWords[action]
}

/** One line below the title: the other machine, the question of a recording, and what it does now or how it ended. */
export function wordState(job: Job): string {
  const machine = machineNameOfKey(job.target?.processKey ?? '')
  const parts = [machine === null ? null : `On ${machine}`, job.question, stateWords(job)]
  return parts.filter((part) => part !== null).join(' · ')
}

function stateWords(job: Job): string {
  switch (job.state) {
    case 'running':
      return wordProgress(job)
    case 'done':
      return job.result?.verdict === 'partial'
        ? `Partly saved: ${job.result.reasons.map(wordReason).join('; ')}`
        : job.result?.verdict === 'unverified'
          ? `Finished, not verified${reasonTail(job)}`
          : 'Finished and verified'
    case 'failed':
      if (job.result === null) return 'Failed'
      return job.result.files.length === 0
        ? `Failed; no file was saved${reasonTail(job)}`
        : `Failed; the data written so far was kept${reasonTail(job)}`
    case 'cancelled':
      return 'Cancelled'
    case 'interrupted':
      return 'Pipescope ended before this finished; the data written so far was kept'
  }
}

function reasonTail(job: Job): string {
  const reasons = job.result?.reasons ?? []
  return reasons.length === 0 ? '' : `: ${reasons.map(wordReason).join('; ')}`
}

function wordProgress(job: Job): string {
  const parts = [phaseWords[job.phase]]
  if (job.count !== null && job.phase === 'collecting-names') parts.push(`${formatCount(job.count)} methods`)
  if (job.bytes !== null) parts.push(quantityText(formatBytes(job.bytes)))
  if (job.bytesPerSecond !== null && job.bytesPerSecond > 0)
    parts.push(quantityText(formatBytes(job.bytesPerSecond, true)))
  if (job.remainingMs !== null) parts.push(`about ${quantityText(formatDuration(job.remainingMs))} left`)
  return parts.join(' · ')
}
