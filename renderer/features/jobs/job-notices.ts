import type { Job } from '../../../shared/model/job.ts'
import { appStore, type AppState } from '../../store/create-store.ts'
import type { NewNotice } from '../../store/notices-slice.ts'
import { openRecordSheet } from '../../store/next-target.ts'
import { compareHeaps, openHeapGraph, openRecording } from '../../commands/page-actions.ts'
import { canOpen, canShow, nextTargetOf, showJob } from './job-commands.ts'
import { jobKindWords } from '../../../shared/words/job-words.ts'
import { wordState } from './job-words.ts'
import { jobLabels } from './job-labels.ts'

/** One notice for each job of main that ends, unless the document in front shows its result. Called once per page. */
export function noticeJobEnds(): () => void {
  return appStore.subscribe((now, before) => {
    if (now.mainJobs === before.mainJobs) return
    for (const job of now.mainJobs) {
      const was = before.mainJobs.find(({ id }) => id === job.id)
      const hasEnded = was?.state === 'running' && job.state !== 'running' && job.state !== 'cancelled'
      if (hasEnded && !isInFront(now, job)) now.addNotice(noticeOf(job))
    }
  })
}

function isInFront({ activeDocumentId, record, dumps, documents }: AppState, job: Job): boolean {
  const front = documents.find(({ id }) => id === activeDocumentId)
  if (job.kind === 'heap-graph')
    return front?.kind === 'heap-capture' && front.recordTarget.processKey === job.target?.processKey
  if (job.kind === 'case') return front?.kind === 'case' && front.recordTarget.processKey === job.target?.processKey
  return (record[activeDocumentId] ?? dumps[activeDocumentId])?.jobId === job.id
}

function noticeOf(job: Job): NewNotice {
  return {
    tone: job.state === 'failed' ? 'bad' : job.result?.verdict === 'partial' ? 'warn' : 'ok',
    title: `${jobKindWords[job.kind]}: ${job.title}`,
    text: wordState(job),
    ...actionOf(job),
    ...nextOf(job),
  }
}

/** The next question to the same process, in one click. */
function nextOf(job: Job): Pick<NewNotice, 'nextAction'> {
  const next = nextTargetOf(job, appStore.getState().processRows)
  return next === null ? {} : { nextAction: { label: jobLabels.notices.recordAgain, run: () => openRecordSheet(next) } }
}

/** A dump is opened by a debugger: its page says how. Compressed copies are of dumps. */
function actionOf(job: Job): Pick<NewNotice, 'action'> {
  const file = job.result?.files[0]
  if (job.kind === 'dump' || job.kind === 'case')
    return canShow(job) ? { action: { label: jobLabels.notices.show, run: () => showJob(job) } } : {}
  const compareWith = job.result?.facts?.['compareWith']
  if (job.kind === 'heap-graph' && file !== undefined && typeof compareWith === 'string')
    return { action: { label: jobLabels.notices.compare, run: () => compareHeaps(file.path, compareWith) } }
  if (job.kind === 'heap-graph' && file !== undefined)
    return { action: { label: jobLabels.notices.open, run: () => openHeapGraph(file.path) } }
  return file === undefined || !canOpen(job)
    ? {}
    : { action: { label: jobLabels.notices.open, run: () => openRecording(file.path) } }
}
