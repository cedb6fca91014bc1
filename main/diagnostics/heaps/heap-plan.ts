import {
  type ExpectedPause,
  type HeapBufferMB,
  heapBuffersMB,
  type HeapPlan,
  type MemoryRoom,
} from '../../../shared/model/heap/heap-plan.ts'
import type { Job } from '../../../shared/model/job.ts'
import { blockingBufferMB, streamsWhileWalking } from './heap-request.ts'

/** What Live has seen of a process. */
export interface SeenCollections {
  /** Of generation 2, the last ones. */
  readonly pausesMs: readonly number[]
  /** Of the managed heap. */
  readonly heapBytes: number | null
}

export interface PlanFacts {
  readonly runtimeVersion: string | null
  /** The newest finished capture of the process. */
  readonly lastCapture: Pick<Job, 'result'> | null
  readonly seen: SeenCollections | null
  /** What the process has in memory or swapped out. */
  readonly residentBytes: number | null
  readonly room: MemoryRoom | null
}

/** An event of a walk has 32 bytes an object and 12 a reference, and most objects have two. */
const walkBytesPerObject = 56
/** Of ordinary heaps. */
const usualObjectBytes = 67
const smallestObjectBytes = 24
const megabyte = 2 ** 20
const [usual, , largest] = heapBuffersMB

/** What a capture will cost, as far as it can be known before it. */
export function planOf({ runtimeVersion, lastCapture, seen, residentBytes, room }: PlanFacts): HeapPlan {
  const pause = pauseOf(lastCapture, seen)
  if (streamsWhileWalking(runtimeVersion))
    return {
      pause,
      objects: null,
      neededBytes: blockingBufferMB * megabyte,
      buffersMB: [],
      fittingBufferMB: null,
      room,
    }
  const objects = objectsOf(lastCapture, seen)
  const most = residentBytes === null ? null : (residentBytes / smallestObjectBytes) * walkBytesPerObject
  const neededBytes = objects === null ? most : objects.count * walkBytesPerObject
  const fitting =
    objects === null ? bufferByMemory(residentBytes ?? 0, room) : heapBuffersMB.find((size) => takes(size, neededBytes))
  return { pause, objects, neededBytes, buffersMB: heapBuffersMB, fittingBufferMB: fitting ?? null, room }
}

/** The target takes only as much of its buffer as it fills: where the memory may be full of objects, and there is room, a larger one does no harm. */
function bufferByMemory(residentBytes: number, room: MemoryRoom | null): HeapBufferMB {
  const needed = (residentBytes / usualObjectBytes) * walkBytesPerObject
  const wanted = heapBuffersMB.find((size) => takes(size, needed)) ?? largest
  return hasRoom(room, wanted) ? wanted : usual
}

/** For a capture that nobody chose a buffer for; left out: the usual one. */
export function bufferOf({ buffersMB, fittingBufferMB, room }: HeapPlan): HeapBufferMB | undefined {
  if (buffersMB.length === 0) return undefined
  const wanted = fittingBufferMB ?? largest
  return hasRoom(room, wanted) ? wanted : undefined
}

function takes(bufferMB: HeapBufferMB, bytes: number | null): boolean {
  return bufferMB * megabyte >= (bytes ?? 0)
}

function hasRoom(room: MemoryRoom | null, bufferMB: HeapBufferMB): boolean {
  return room === null || room.bytes > bufferMB * megabyte
}

function pauseOf(lastCapture: PlanFacts['lastCapture'], seen: SeenCollections | null): ExpectedPause | null {
  const ms = lastCapture?.result?.facts?.['pauseMs']
  if (typeof ms === 'number') return { ms, from: 'capture', seenCount: 1 }
  if (seen === null || seen.pausesMs.length === 0) return null
  return { ms: Math.max(...seen.pausesMs), from: 'live', seenCount: seen.pausesMs.length }
}

function objectsOf(lastCapture: PlanFacts['lastCapture'], seen: SeenCollections | null): HeapPlan['objects'] {
  const { objectCount, objectShare } = lastCapture?.result?.facts ?? {}
  if (typeof objectCount === 'number') {
    const share = typeof objectShare === 'number' && objectShare > 0 ? objectShare : 1
    return { count: Math.round(objectCount / share), from: 'capture' }
  }
  // Live has 0 until the process has had its first collection.
  const heapBytes = seen?.heapBytes ?? 0
  return heapBytes === 0 ? null : { count: Math.round(heapBytes / usualObjectBytes), from: 'heap-size' }
}
