import type { RecordingRequest, RecordingStatus } from '../../../shared/model/recording.ts'
import { cheaperBy, overheadOf } from '../../../shared/recording/overhead.ts'
import type { CpuReading, RecordingTarget } from './recording-target.ts'
import type { RecordingPart } from './recording-part.ts'

/** What a page shows of a recording that runs. */
export function recordingStatus(
  jobId: string,
  part: RecordingPart,
  cpu: CpuReading,
  { request, target }: { readonly request: Pick<RecordingRequest, 'spec'>; readonly target: RecordingTarget },
): RecordingStatus {
  const progress = part.progress()
  const { status } = part
  const seconds = progress.elapsedMs / 1000
  return {
    jobId,
    path: null,
    elapsedMs: progress.elapsedMs,
    writtenBytes: progress.writtenBytes,
    receivedBytes: progress.receivedBytes,
    bytesPerSecond: progress.bytesPerSecond,
    lastByteAgoMs: progress.lastByteAgoMs,
    eventCount: status?.eventCount ?? null,
    eventsPerSecond: status === null || seconds < 0.5 ? null : status.eventCount / seconds,
    lostCount: status?.lostCount ?? null,
    cpuPercent: cpu.percent,
    cpuBeforePercent: cpu.beforePercent,
    losses: part.losses,
    providers: status?.providers ?? [],
    newest: status?.newest ?? [],
    collected: status?.collected ?? [],
    top: status?.top ?? null,
    names: { knownShare: status?.knownShare ?? null, methodCount: status?.methodCount ?? 0 },
    heldMs: null,
    overhead: overheadOf(cpu.before ?? null, cpu.window ?? null),
    cheaperBy: cheaperBy(request.spec, target.row.runtimeVersion),
    flight: null,
    marks: [],
  }
}
