import type { Damage } from '../damage.ts'
import { noActivity, sortedFlag } from '../event-columns.ts'
import type { EventType } from '../event-type.ts'
import { NettraceReader } from '../nettrace-reader.ts'
import type { TraceHeader } from '../trace-header.ts'

export interface ReadEvent {
  readonly metadataId: number
  readonly sequence: number
  readonly captureThread: number
  readonly thread: number
  readonly processor: number
  readonly stackId: number
  readonly timestamp: number
  readonly isSorted: boolean
  readonly activity: string | null
  readonly payload: string
}

export interface ReadResult {
  readonly header: TraceHeader | null
  readonly types: readonly EventType[]
  readonly events: readonly ReadEvent[]
  readonly damage: readonly Damage[]
  readonly stackBlocks: number
  readonly sequencePoints: readonly number[]
  readonly lostEventCount: number
  readonly isComplete: boolean
}

/** For tests: the whole stream as plain objects, bytes as hexadecimal text. */
export function readAll(chunks: readonly Uint8Array[]): ReadResult {
  const types: EventType[] = []
  const events: ReadEvent[] = []
  const damage: Damage[] = []
  const sequencePoints: number[] = []
  let stackBlocks = 0
  const reader = new NettraceReader({
    onEventType: (type) => types.push(type),
    onStacks: () => stackBlocks++,
    onSequencePoint: (timestamp) => sequencePoints.push(timestamp),
    onDamage: (entry) => damage.push(entry),
    onEvents(columns, bytes) {
      for (let index = 0; index < columns.count; index++) {
        const activity = columns.hasActivity ? columns.activityOffset[index]! : noActivity
        const payload = columns.payloadOffset[index]!
        events.push({
          metadataId: columns.metadataId[index]!,
          sequence: columns.sequence[index]!,
          captureThread: columns.captureThread[index]!,
          thread: columns.thread[index]!,
          processor: columns.processor[index]!,
          stackId: columns.stackId[index]!,
          timestamp: columns.timestamp[index]!,
          isSorted: (columns.flags[index]! & sortedFlag) !== 0,
          activity: activity === noActivity ? null : hex(bytes, activity, activity + 16),
          payload: hex(bytes, payload, payload + columns.payloadLength[index]!),
        })
      }
    },
  })
  // A copy per chunk that is wiped afterwards: the reader must not keep hold of what it was given.
  for (const chunk of chunks) {
    const copy = chunk.slice()
    reader.push(copy)
    copy.fill(0xee)
  }
  const isComplete = reader.end()
  const { header, lostEventCount } = reader
  return { header, types, events, damage, stackBlocks, sequencePoints, lostEventCount, isComplete }
}

function hex(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let index = start; index < end; index++) text += bytes[index]!.toString(16).padStart(2, '0')
  return text
}
