import * as fc from 'fast-check'
import { rundownProvider, runtimeProvider, sampleProvider } from '../../../../shared/model/runtime-providers.ts'
import { concat } from '../../../nettrace/writer/made-stream.ts'
import { NettraceWriter } from '../../../nettrace/writer/nettrace-writer.ts'
import { V6Writer } from '../../../nettrace/writer/v6-writer.ts'

/*
 * Streams as a runtime writes them: batch by batch, in each the threads one after the other in the order of their first events,
 * of which only that one is sorted. Clock: a thousand ticks a second from 0, so that ticks are milliseconds.
 */
export const batchedTypes = [
  { provider: 'App', eventId: 1, name: 'Order' },
  { provider: 'Other', eventId: 2, name: 'Ping' },
  { provider: sampleProvider, eventId: 0, name: '' },
  { provider: runtimeProvider, eventId: 143, name: '' },
  { provider: rundownProvider, eventId: 144, name: '' },
] as const

const sampleType = 2
export const samplingThread = 99
export const threadIds = [100, 101, 102] as const
const batchTicks = 100

export interface BatchedEvent {
  readonly type: number
  /** Into `threadIds`. */
  readonly thread: number
  /** Within its batch. */
  readonly at: number
  readonly stack: number
  readonly lostBefore: number
  readonly payload: Uint8Array
  readonly hasActivity: boolean
}

export interface Batch {
  readonly events: readonly BatchedEvent[]
  readonly after: 'nothing' | 'flush' | 'sequence-point'
}

export const anyBatches: fc.Arbitrary<readonly Batch[]> = fc.array(
  fc.record({
    events: fc.array(
      fc.record({
        type: fc.nat(batchedTypes.length - 1),
        thread: fc.nat(threadIds.length - 1),
        at: fc.nat(batchTicks - 1),
        stack: fc.nat(6),
        lostBefore: fc.constantFrom(0, 0, 0, 0, 3),
        payload: fc.uint8Array({ maxLength: 20 }),
        hasActivity: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    after: fc.constantFrom('nothing' as const, 'flush' as const, 'sequence-point' as const),
  }),
  { minLength: 1, maxLength: 8 },
)

/** `startTicks`: its sync point, since which all times count. */
export function batchedStream(
  batches: readonly Batch[],
  format: 'v5' | 'v5-plain' | 'v6',
  startTicks = 0,
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const writer = format === 'v6' ? v6Target(pieces, startTicks) : v5Target(pieces, startTicks, format === 'v5-plain')
  for (const [index, { events, after }] of batches.entries()) {
    for (const run of runsOf(events))
      for (const [place, event] of run.entries())
        writer.add(event, index * batchTicks + event.at, place === 0, captureOf(event))
    if (after === 'flush') writer.flush()
    if (after === 'sequence-point') writer.sequencePoint((index + 1) * batchTicks)
  }
  writer.end(batches.length * batchTicks)
  return concat(pieces)
}

function captureOf({ type, thread }: BatchedEvent): number {
  return type === sampleType ? samplingThread : threadIds[thread]!
}

/** The events of each capturing thread in order of time; runs in the order of their first events. */
function runsOf(events: readonly BatchedEvent[]): readonly (readonly BatchedEvent[])[] {
  const runs = new Map<number, BatchedEvent[]>()
  for (const event of events.toSorted((a, b) => a.at - b.at)) {
    const run = runs.get(captureOf(event)) ?? []
    run.push(event)
    runs.set(captureOf(event), run)
  }
  return [...runs.values()]
}

interface Target {
  add(event: BatchedEvent, timestamp: number, isSorted: boolean, captureThread: number): void
  flush(): void
  sequencePoint(timestamp: number): void
  end(timestamp: number): void
}

const clock = { syncUnixMs: 1_700_000_000_000, syncTicks: 0n, ticksPerSecond: 1000, pointerBytes: 8 } as const
const activity = Uint8Array.from({ length: 16 }, (_, index) => index + 1)
const stackOf = (stack: number): bigint[] => [0x1000n + BigInt(stack), 0x9000n]

function v5Target(pieces: Uint8Array[], startTicks: number, isPlain: boolean): Target {
  const writer = new NettraceWriter({
    ...clock,
    syncTicks: BigInt(startTicks),
    pid: 7,
    processorCount: 2,
    headers: isPlain ? 'plain' : 'compressed',
    write: (bytes) => pieces.push(bytes),
  })
  const ids = batchedTypes.map((type) => writer.defineType({ ...type, fields: [] }))
  return {
    add({ type, thread, stack, lostBefore, payload, hasActivity }, timestamp, isSorted, captureThread) {
      if (lostBefore > 0) writer.dropEvents(captureThread, lostBefore)
      const stackId = stack === 0 ? 0 : writer.addStack(stackOf(stack))
      const ids16 = hasActivity ? { activityId: activity } : {}
      const metadataId = ids[type]!
      writer.addEvent({
        ...ids16,
        metadataId,
        timestamp,
        thread: threadIds[thread]!,
        captureThread,
        stackId,
        isSorted,
        payload,
      })
    },
    flush: () => writer.flush(),
    sequencePoint: (timestamp) => writer.sequencePoint(timestamp),
    end: (timestamp) => writer.end(timestamp),
  }
}

function v6Target(pieces: Uint8Array[], startTicks: number): Target {
  const writer = new V6Writer({
    ...clock,
    syncTicks: BigInt(startTicks),
    attributes: [['ProcessId', '7']],
    write: (bytes) => pieces.push(bytes),
  })
  const ids = batchedTypes.map((type) => writer.defineType({ ...type, fields: [] }))
  const indices = new Map(
    [samplingThread, ...threadIds].map((id) => [id, writer.addThread({ processId: 7n, threadId: BigInt(id) })]),
  )
  return {
    add({ type, thread, stack, lostBefore, payload, hasActivity }, timestamp, isSorted, captureThread) {
      const capturing = indices.get(captureThread)!
      if (lostBefore > 0) writer.dropEvents(capturing, lostBefore)
      writer.addEvent({
        metadataId: ids[type]!,
        timestamp,
        thread: indices.get(threadIds[thread]!)!,
        captureThread: capturing,
        stackId: stack === 0 ? 0 : writer.addStack(stackOf(stack)),
        labelListId: hasActivity ? writer.addLabels([{ kind: 'activity', id: activity }]) : 0,
        isSorted,
        payload,
      })
    },
    flush: () => writer.flush(),
    sequencePoint: (timestamp) => writer.sequencePoint(timestamp),
    end: (timestamp) => writer.end(timestamp),
  }
}
