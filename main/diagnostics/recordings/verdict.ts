import type { AppError } from '../../../shared/base/errors.ts'
import type { JobResult } from '../../../shared/model/job.ts'
import type { RecordingSpec } from '../../../shared/model/recording.ts'
import type { RuntimeFlavour } from '../../../shared/model/process.ts'
import type { RecordingEnd } from '../session-recording.ts'
import type { PartEnd } from './recording-part.ts'

/** By what a session ended, the reason why its file may be a part. */
export const endReasons: Readonly<Record<RecordingEnd['reason'], string | null>> = {
  stopped: null,
  'stopped-without-rundown': 'names-missing',
  'target-ended': 'target-ended',
  'connection-lost': 'connection-lost',
  'link-lost': 'link-lost',
  'locked-up': 'locked-up',
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

/** Names, and which work belongs to which request. */
const helperKeywords: ReadonlyMap<string, bigint> = new Map([
  ['Microsoft-Windows-DotNETRuntime', 0x38n],
  ['System.Threading.Tasks.TplEventSource', 0x80n],
])
/** Those of the runtime that ask for loading and compiling itself. */
const loadingKeywords = 0x1000000004n

/** Whether names and activities are themselves what was asked for, and do not only make other events readable. */
function asksForHelpers(providers: RecordingSpec['providers']): boolean {
  const asked = providers.map(({ name, keywords }) => ({
    name,
    beyond: BigInt(keywords) & ~(helperKeywords.get(name) ?? 0n),
  }))
  const isLoading = asked.some(
    ({ name, beyond }) =>
      (name === 'Microsoft-Windows-DotNETRuntime' && (beyond & loadingKeywords) !== 0n) ||
      (name === 'System.Threading.Tasks.TplEventSource' && beyond !== 0n),
  )
  return isLoading || asked.every(({ name, beyond }) => helperKeywords.has(name) && beyond === 0n)
}

/** What may be said about a recording: `complete` only when our reader read the file from the disk to its end marker. */
export function judge(
  { end, verdict }: PartEnd,
  spec: Pick<RecordingSpec, 'rundown' | 'providers'>,
  flavour: RuntimeFlavour,
): Judged {
  const reasons: string[] = []
  // What says that the file was checked is for one that was.
  const reason = end.reason === 'locked-up' && !verdict.ok ? endReasons.abandoned : endReasons[end.reason]
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
      collectedCount: read.contentCount + (asksForHelpers(spec.providers) ? read.helperCount : 0),
      methodCount: read.methodCount,
      spanMs: read.firstMs === null || read.lastMs === null ? null : Math.round(read.lastMs - read.firstMs),
      firstMs: read.firstMs,
      lastMs: read.lastMs,
    },
    error: null,
  }
}
