import type { AppError } from '../../../shared/base/errors.ts'
import type { StepKind, StepState } from '../../../shared/case/case-document.ts'
import type { DumpBlocker } from '../../../shared/model/dump.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { MeterFault } from '../../workers/case/case-protocol.ts'
import { sentencesOf, wordError } from '../../../shared/words/error-wording.ts'

/** Every sentence of a case outside of the page: reasons of steps, titles of files. */

export const stepTitles: Readonly<Record<StepKind, string>> = {
  process: 'Process information',
  environment: 'Environment',
  machine: 'Machine and container',
  modules: 'Runtimes and modules',
  flight: 'Flight recording',
  counters: 'Counters',
  stacks: 'Stack snapshots',
  trace: 'Recording',
  logs: 'Log messages',
  'heap-graph': 'Heap graph',
  dump: 'Dump',
  findings: 'Findings',
}

export const stateWords: Readonly<Record<StepState, string>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  partial: 'partly done',
  failed: 'failed',
  'not-requested': 'not requested',
  'not-applicable': 'does not apply',
  cancelled: 'stopped',
  interrupted: 'interrupted',
}

export function errorText(error: AppError): string {
  return sentencesOf({ ...wordError(error), next: '' })
}

/** Why nothing can be asked of a runtime; null: it can be. */
export function reasonNotReady(row: ProcessRow | null): string | null {
  if (row === null || row.state === 'exited') return 'The process has exited.'
  // Nothing is known about the process itself then.
  if (row.problem?.kind === 'link-lost' || row.problem?.kind === 'forwarding-refused') return errorText(row.problem)
  switch (row.state) {
    case 'stopped':
      return 'The process is stopped by a signal or a debugger and does not respond.'
    case 'silent':
      return 'The runtime did not respond.'
    case 'no-permission':
      return `The process belongs to ${row.userName ?? 'another user'}. Run this as that user or as root.`
    case 'no-endpoint':
      return 'The process has no diagnostic port: diagnostics are disabled, or its temporary folder is not accessible.'
    case 'failed':
      return 'The runtime gave an unexpected response.'
    case 'asking':
    case 'limited':
    case 'ready':
    case 'suspended':
      return null
  }
}

const blockerWords: Readonly<Record<DumpBlocker['kind'], string>> = {
  flavour: 'This runtime cannot write dumps.',
  'createdump-missing': 'createdump is missing beside the runtime.',
  'createdump-not-executable': 'The process may not execute createdump.',
  suspended: 'The runtime is waiting at startup.',
  stopped: 'The process is stopped by a signal or a debugger.',
  'path-not-absolute': 'The path is not absolute.',
  'folder-missing': 'The folder does not exist in the process’s file system.',
  'folder-not-writable': 'The process may not write to the folder.',
  'path-is-folder': 'The path is a folder.',
  'file-exists': 'The file already exists.',
  'not-enough-space': 'There is not enough disk space for the dump.',
  'tracing-forbidden': 'This system does not allow a process to be traced by its own child.',
  'only-full': 'This single-file program can write full dumps only.',
}

export function blockerText({ kind }: DumpBlocker): string {
  return blockerWords[kind]
}

/** Steps that read files of the machine of a process, and so are not taken over SSH; null: the step works there too. */
export function farRefusal(kind: StepKind): string | null {
  if (kind === 'machine') return 'The process runs on another machine. Facts of the machine are read on this one only.'
  if (kind === 'modules') return 'The process runs on another machine. Modules are read from files of this one only.'
  if (kind === 'dump') return 'The process runs on another machine. Dumps are written and read on this one only.'
  return null
}

/** What is missing among the meters, or other than asked for. */
export const meterFaultWords: Readonly<Record<MeterFault, string>> = {
  'other-session': 'Another tool was collecting meters; only the ones it asked for are here.',
  'other-settings': 'Another tool was collecting meters; they are at its interval and within its limits.',
  'histogram-limit': 'The process has more histograms than it publishes at the same time: some are missing.',
  'series-limit': 'The process has more combinations of tags than it publishes: some are missing.',
}

export const reasons = {
  stopped: 'Stopped before it was done.',
  timeLimit: 'The time limit of the checklist was reached.',
  diskLow: 'The disk was nearly full: the recording was stopped early so that the package still fits.',
  noStacks: 'Native AOT sends no method names for stacks.',
  noHeap: 'Native AOT has no heap graph before .NET 10.',
  suspended: 'The runtime is waiting at startup: it has no threads and no counters yet.',
  suspendedTrace: 'The runtime is waiting at startup: nothing happens in it until it is resumed (--resume).',
  doesNotOpen: (fault: string) => `It was damaged before it was packed: ${fault}.`,
  noTrace: 'There is no recording to check.',
  noLogs: 'No log message in the recording. The application logged nothing, or has no EventSource logger.',
  noCounters: 'No counter was published in that time.',
  /** Of a step that is done. */
  noMeters: (runtimeVersion: string | null) =>
    runtimeVersion === null
      ? 'Without meters: they need .NET 8 or later; the version of this runtime is unknown.'
      : 'Without meters: they need .NET 8 or later.',
  metersFailed: 'Without meters.',
  noEnvironment: 'The environment could not be read.',
  noMap: 'The memory map of the process can’t be read.',
  noFlight: 'No flight recorder runs for this process.',
  noFlightData: 'The flight recorder holds nothing yet.',
  interrupted: 'Pipescope ended during this step.',
  /** Of a process on another machine that is listed no more. */
  goneOrDisconnected: 'The process has exited, or its machine is no longer connected.',
  dumpMissing: 'The runtime reported success, but there is no dump file.',
  dumpPartial: 'The dump is incomplete.',
  dumpUnreadable: 'The dump was written where it can’t be read from here.',
} as const
