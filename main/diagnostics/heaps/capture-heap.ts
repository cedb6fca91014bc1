import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { HeapBufferMB } from '../../../shared/model/heap/heap-plan.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { SessionRegistry, SoleSessions } from '../session-registry.ts'
import { removeWithin } from '../../os/remove-within.ts'
import { startRecording, type RecordingEnd, type RecordingHandle } from '../session-recording.ts'
import { heapRequest, typeFlush } from './heap-request.ts'

/*
 * One walk of a target's heap, as the runtime sends it, in a file:
 *
 *     flushing-types ──> waiting-for-collection ──answer──> receiving ──names──> ended
 *
 * Up to .NET 10 the runtime collects and walks before it answers, so whatever it has to say is there with the answer. Later ones answer
 * first; their server handles one command at a time, so the stop that follows is heard when the walk is over.
 */

export type CapturePhase = 'flushing-types' | 'waiting-for-collection' | 'receiving'

export interface CaptureHeapOptions {
  readonly endpoint: Endpoint
  readonly runtimeVersion: string | null
  /** In the target, until what it has to say is read. */
  readonly bufferMB?: HeapBufferMB | undefined
  /** Must not exist. */
  readonly path: string
  /** The bundled worker, `out/main/recorder.cjs`. */
  readonly recorderPath: string
  readonly onPhase?: (phase: CapturePhase) => void
  readonly onBytes?: (receivedBytes: number) => void
  readonly signal?: AbortSignal
  readonly answerTimeoutMs?: number
}

/** A collection of 100 GB and its walk. */
const defaultAnswerTimeoutMs = 10 * 60_000
/** All of the target's buffer may arrive at once, faster than a disk takes it. */
const leastQueueBytes = 1024 * 1024 * 1024
const lookEveryMs = 200

/**
 * The target is this capture's alone meanwhile. After a cancellation in the pause the session that still comes to be is stopped in the
 * background, and others wait for that.
 */
export async function captureHeap(
  registry: Pick<SessionRegistry, 'alone'>,
  options: CaptureHeapOptions,
): Promise<Result<RecordingEnd, AppError>> {
  const alone = await registry.alone(options.endpoint, options.signal)
  if (!alone.ok) return alone
  let isOver = false
  try {
    const captured = await captureAlone(alone.value, options)
    isOver = captured.ok
    return captured
  } finally {
    const released = alone.value.release()
    // The spare slot is just being given back, and another capture may follow at once. What was given up takes as long as it takes.
    if (isOver) await released
  }
}

async function captureAlone(
  sessions: SoleSessions,
  options: CaptureHeapOptions,
): Promise<Result<RecordingEnd, AppError>> {
  options.onPhase?.('flushing-types')
  const flushed = await flushTypes(sessions, options)
  if (!flushed.ok) return flushed
  options.onPhase?.('waiting-for-collection')
  const started = await startRecording(sessions, {
    endpoint: options.endpoint,
    request: heapRequest(options.runtimeVersion, options.bufferMB),
    runtimeVersion: options.runtimeVersion,
    path: options.path,
    recorderPath: options.recorderPath,
    queueLimitBytes: Math.max(leastQueueBytes, (options.bufferMB ?? 0) * 2 ** 20),
    answerTimeoutMs: options.answerTimeoutMs ?? defaultAnswerTimeoutMs,
    // Nothing is stopped beside the walk.
    spareUntil: new Promise(() => undefined),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  if (!started.ok) return started
  options.onPhase?.('receiving')
  return receive(started.value, options)
}

async function flushTypes(sessions: SoleSessions, options: CaptureHeapOptions): Promise<Result<null, AppError>> {
  const { endpoint, runtimeVersion, signal } = options
  const silent = { onChunk: () => undefined, onEnd: () => undefined }
  const opened = await sessions.open(endpoint, typeFlush, silent, { runtimeVersion, signal })
  if (!opened.ok) return opened
  const stopped = await opened.value.stop()
  if (!stopped.ok) return stopped
  return signal?.aborted === true ? err({ kind: 'cancelled' }) : ok(null)
}

/** Who gives up is answered at once: a process that stands still answers nothing. What still comes is read in the background, and the file is gone. */
async function receive(
  recording: RecordingHandle,
  options: CaptureHeapOptions,
): Promise<Result<RecordingEnd, AppError>> {
  const { onBytes, path, signal } = options
  const look = (): void => onBytes?.(recording.progress().receivedBytes)
  const timer = setInterval(look, lookEveryMs)
  const over = new AbortController()
  const givenUp = new Promise<null>((resolve) => {
    const cutShort = (): void => {
      void recording.stopWithoutRundown()
      resolve(null)
    }
    if (signal?.aborted === true) cutShort()
    else signal?.addEventListener('abort', cutShort, { signal: over.signal })
  })
  try {
    const end = await Promise.race([givenUp, recording.stop()])
    if (end !== null) return ok(end)
    await removeWithin(path)
    return err({ kind: 'cancelled' })
  } finally {
    clearInterval(timer)
    look()
    over.abort()
  }
}
