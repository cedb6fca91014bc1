import type { AppError } from '../../../../shared/base/errors.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { RecordingSpec } from '../../../../shared/model/recording.ts'
import { diskRoom } from '../../recordings/recording-files.ts'
import type { WatchStatus } from '../../../workers/watch/watch-protocol.ts'
import { noStop, RecordingPart, type PartParts } from '../../recordings/recording-part.ts'
import { partOfTarget, type RecordingTarget } from '../../recordings/recording-target.ts'
import { judge, type Judged } from '../../recordings/verdict.ts'

/** Beside the recording itself there must be room for its masked copy and for the package. */
const reserveFactor = 2.2
const reserveBytes = 16 * 1024 * 1024
const lookEveryMs = 500

export interface TimedRecording {
  readonly judged: Judged
  readonly sizeBytes: number
  /** Null: it ran its full time, or the process ended it. */
  readonly cutBy: 'disk' | 'signal' | null
}

export interface TimedOptions {
  readonly spec: RecordingSpec
  readonly path: string
  readonly seconds: number
  readonly signal: AbortSignal
  /** What else will be in the package. */
  readonly otherBytes: () => Promise<number>
  readonly onBytes: (bytes: number) => void
  /** The session is open. */
  readonly onStarted?: () => Promise<void>
  readonly onStatus?: (status: WatchStatus) => void
}

/** One recording of so many seconds, checked. It ends early when the disk gets low or when it is told to; what is there is kept. */
export async function recordFor(
  parts: PartParts,
  target: RecordingTarget,
  options: TimedOptions,
): Promise<Result<TimedRecording, AppError>> {
  const { spec, signal, seconds } = options
  const started = await RecordingPart.start(parts, {
    ...partOfTarget(target),
    spec,
    path: options.path,
    stop: noStop,
    signal,
    ...(options.onStatus === undefined ? {} : { onStatus: options.onStatus }),
  })
  if (!started.ok) return started
  const part = started.value
  await options.onStarted?.()
  const cutBy = await waitFor(part, options, seconds)
  const done = await part.stop()
  const judged = judge(done, spec, target.row.runtimeFlavour)
  return ok({ judged, sizeBytes: done.end.sizeBytes, cutBy })
}

/** Until the time is over, the part has ended by itself, or one of the other ends. */
async function waitFor(part: RecordingPart, options: TimedOptions, seconds: number): Promise<TimedRecording['cutBy']> {
  const { signal, onBytes, otherBytes } = options
  const { promise: over, resolve: stop } = withResolvers<TimedRecording['cutBy']>()
  const onAbort = (): void => stop('signal')
  if (signal.aborted) stop('signal')
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop(null), seconds * 1000)
  const looker = setInterval(() => {
    const { writtenBytes } = part.progress()
    onBytes(writtenBytes)
    void otherBytes()
      .then((bytes) => isDiskLow(options.path, writtenBytes + bytes))
      .then((isLow) => isLow && stop('disk'))
  }, lookEveryMs)
  void part.whenEnded.then(() => stop(null))
  try {
    return await over
  } finally {
    clearTimeout(timer)
    clearInterval(looker)
    signal.removeEventListener('abort', onAbort)
  }
}

function withResolvers<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  const made: { resolve: ((value: Value) => void) | null } = { resolve: null }
  const promise = new Promise<Value>((resolve) => (made.resolve = resolve))
  return { promise, resolve: (value) => made.resolve?.(value) }
}

async function isDiskLow(place: string, bytes: number): Promise<boolean> {
  const room = await diskRoom(place)
  return room !== null && room.freeBytes < bytes * reserveFactor + Math.min(reserveBytes, room.totalBytes * 0.05)
}
