import { asProcessKey } from '../../../shared/model/ids.ts'
import { recordingKinds, type Job, type QuitChoice } from '../../../shared/model/job.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { nextTarget } from '../../store/next-target.ts'
import type { RecordTarget } from '../../store/record-slice.ts'

const state = () => appStore.getState()

/** Whether a job has a screen of its own: running recordings and captures do, also after the page was loaded again, and dumps. */
export function canShow({ kind, state: now, target }: Job): boolean {
  const runsOnPage = recordingKinds.has(kind) || kind === 'heap-graph'
  const hasScreen = kind === 'case' || (kind === 'dump' ? now !== 'interrupted' : runsOnPage && now === 'running')
  return hasScreen && target !== null && target.processKey !== null
}

/** Dumps are opened from their page; compressed copies and perf maps are for other tools. */
export function canOpen({ kind, result }: Job): boolean {
  if (kind === 'fetch') return result?.facts?.['fetched'] === 'dump'
  return kind !== 'dump' && kind !== 'compress'
}

export function showJob(job: Job): void {
  const { target } = job
  if (target === null || target.processKey === null) return
  const { pid, name } = target
  const page = { processKey: asProcessKey(target.processKey), pid, name }
  if (job.kind === 'case' || job.kind === 'heap-graph') {
    state().openForProcess(job.kind === 'case' ? 'case' : 'heap-capture', page)
    return
  }
  if (job.kind === 'dump') {
    state().changeDump(state().openForProcess('dump', page), { jobId: job.id, result: null, failure: null })
    return
  }
  const id = state().openForProcess('record', page)
  state().changeRecord(id, { jobId: job.id })
}

/** Who can be asked the next question after a recording that ended; null while it runs, and when nobody is there. */
export function nextTargetOf({ kind, state: now, target }: Job, rows: readonly ProcessRow[]): RecordTarget | null {
  if (now === 'running' || !recordingKinds.has(kind) || target?.processKey == null) return null
  return nextTarget(rows, { processKey: asProcessKey(target.processKey), name: target.name })
}

export function dismissJob(job: Job): void {
  background(invoke('jobs.dismiss', { jobId: job.id }), 'jobs.dismiss')
}

/** Main asks by itself when no page says this. */
export function noteQuitShown(): void {
  background(invoke('jobs.quitShown', {}), 'jobs.quitShown')
}

/** Discarding is asked about once more, by main; whoever cancels there is back at the question, because the app still waits for an answer. */
export function answerQuit(choice: QuitChoice): void {
  if (choice !== 'discard') state().setQuitAsked(false)
  background(
    invoke('jobs.answerQuit', { choice }).then(() => state().setQuitAsked(false)),
    'jobs.answerQuit',
  )
}
