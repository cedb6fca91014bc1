import type { AppError } from '../../../shared/base/errors.ts'
import type { JobResult } from '../../../shared/model/job.ts'
import type { RecordingSpec } from '../../../shared/model/recording.ts'
import type { RuntimeFlavour } from '../../../shared/model/process.ts'
import type { RecordingEnd } from '../session-recording.ts'
import type { PartEnd } from './recording-part.ts'

/** By what a session ended, the reason why its file may be a part. */
const endReasons: Readonly<Record<RecordingEnd['reason'], string | null>> = {
  stopped: null,
  'stopped-without-rundown': 'names-missing',
  'target-ended': 'target-ended',
  'connection-lost': 'connection-lost',
  abandoned: 'no-answer',
  'disk-full': 'disk-full',
  'disk-too-slow': 'too-slow-disk',
  'write-failed': 'write-failed',
  'file-removed': 'file-removed',
}

export interface Judged {
  readonly verdict: JobResult['verdict']
  readonly reasons: readonly string[]
  readonly facts: NonNullable<JobResult['facts']>
  /** The file cannot be read at all. */
  readonly error: AppError | null
}

/** What may be said about a recording: `complete` only when our reader read the file from the disk to its end marker. */
export function judge(
  { end, verdict }: PartEnd,
  spec: Pick<RecordingSpec, 'rundown'>,
  flavour: RuntimeFlavour,
): Judged {
  const reasons: string[] = []
  const reason = endReasons[end.reason]
  if (!verdict.ok && verdict.error.kind === 'timeout')
    return {
      verdict: 'unverified',
      reasons: ['not-verified', ...(reason === null ? [] : [reason])],
      facts: {},
      error: null,
    }
  if (!verdict.ok) {
    return { verdict: 'partial', reasons: [reason ?? 'damaged'], facts: {}, error: verdict.error }
  }
  const read = verdict.value
  const isWhole = end.isComplete && read.isComplete && end.discardedBytes === 0
  // NativeAOT writes no names, whatever is asked.
  const wantsNames = spec.rundown !== 'none' && BigInt(spec.rundown === 'default' ? 0x10 : spec.rundown) > 1n
  if (!isWhole && reason !== null) reasons.push(reason)
  else if (!isWhole) reasons.push(read.damageCount > 0 ? 'damaged' : 'cut-off')
  else if (wantsNames && flavour !== 'nativeaot' && !read.isRundownWhole) reasons.push('names-missing')
  return {
    verdict: reasons.length === 0 ? 'complete' : 'partial',
    reasons,
    facts: {
      eventCount: read.eventCount,
      lostCount: read.lostCount,
      methodCount: read.methodCount,
      spanMs: read.firstMs === null || read.lastMs === null ? null : Math.round(read.lastMs - read.firstMs),
      firstMs: read.firstMs,
      lastMs: read.lastMs,
    },
    error: null,
  }
}
