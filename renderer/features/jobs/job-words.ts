import { countOf } from '../../../shared/base/count-of.ts'
import type { Job } from '../../../shared/model/job.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import { formatBytes, formatDuration, quantityText } from '../../../shared/base/format.ts'
import { phaseWords } from '../../../shared/words/job-words.ts'
import { wordReason } from '../../../shared/words/reason-words.ts'

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
        ? withReasons('Partly saved', job)
        : job.result?.verdict === 'unverified'
          ? withReasons('Finished, not verified', job)
          : withReasons('Finished and verified', job)
    case 'failed':
      if (job.result === null) return 'Failed'
      return job.result.files.length === 0
        ? withReasons('Failed; no file was saved', job)
        : withReasons('Failed; the data written so far was kept', job)
    case 'cancelled':
      return 'Cancelled'
    case 'interrupted':
      return 'Pipescope ended before this finished; the data written so far was kept'
  }
}

function withReasons(outcome: string, job: Job): string {
  const reasons = job.result?.reasons ?? []
  return reasons.length === 0 ? outcome : `${outcome}: ${reasons.map(wordReason).join('; ')}`
}

function wordProgress(job: Job): string {
  const parts = [phaseWords[job.phase]]
  if (job.count !== null && job.phase === 'collecting-names') parts.push(countOf(job.count, 'method', 'methods'))
  if (job.count !== null && job.phase === 'building-heap') parts.push(countOf(job.count, 'object', 'objects'))
  if (job.bytes !== null) parts.push(quantityText(formatBytes(job.bytes)))
  if (job.bytesPerSecond !== null && job.bytesPerSecond > 0)
    parts.push(quantityText(formatBytes(job.bytesPerSecond, true)))
  if (job.remainingMs !== null) parts.push(`about ${quantityText(formatDuration(job.remainingMs))} left`)
  return parts.join(' · ')
}
