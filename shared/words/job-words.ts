import type { JobAction, JobKind, JobPhase } from '../model/job.ts'

/** What a job makes, before its title and in sentences. */
export const jobKindWords: Readonly<Record<JobKind, string>> = {
  recording: 'Recording',
  'rolling-recording': 'Rolling recording',
  ring: 'Flight recorder',
  'stack-snapshot': 'Stack snapshot',
  dump: 'Dump',
  fetch: 'Fetched file',
  'heap-graph': 'Heap graph',
  compress: 'Compressed copy',
  repair: 'Repaired copy',
  checksum: 'Checksum',
  export: 'Export',
  launch: 'Launch',
  case: 'Case',
}

/** What a job is doing now, wherever that is shown. */
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

export interface JobActionWords {
  readonly label: string
  /** What is kept. */
  readonly hint: string
  /** The notice when it didn't work. */
  readonly failed: (title: string) => string
}

const couldntStop = (title: string): string => `Couldn’t stop the job for ${title}`

/** What a running job offers. */
export const jobActionWords: Readonly<Record<JobAction, JobActionWords>> = {
  stop: { label: 'Stop', hint: 'Stops normally and keeps everything', failed: couldntStop },
  'stop-without-names': {
    label: 'Stop now (no symbols)',
    hint: 'Keeps the data received so far, without symbols, as a partial recording',
    failed: couldntStop,
  },
  save: {
    label: 'Save now',
    hint: 'Saves the last seconds and keeps recording',
    failed: (title) => `Couldn’t save the last seconds of ${title}`,
  },
  cancel: {
    label: 'Discard',
    hint: 'Stops and keeps nothing',
    failed: (title) => `Couldn’t discard the job for ${title}`,
  },
  'stop-waiting': {
    label: 'Stop waiting',
    hint: 'The process finishes on its own and can’t be interrupted; Pipescope keeps watching the file',
    failed: (title) => `Couldn’t stop waiting for ${title}`,
  },
}
