import { describe, expect, test } from 'vitest'
import { readAll } from '../testing/read-all.ts'
import { smallTrace } from '../testing/small-stream.ts'
import { concat } from '../writer/made-stream.ts'
import { writeEventType } from '../writer/metadata-writer.ts'
import { NetperfWriter } from '../writer/netperf-writer.ts'
import { blockObject, objectHead } from '../writer/object-head.ts'

const someType = { provider: 'P', eventId: 1, name: 'E', fields: [] }

/** Two events of one type, and where the first of them begins. */
function stream() {
  const pieces: Uint8Array[] = []
  const writer = new NetperfWriter({
    ...smallTrace,
    write: (bytes) => pieces.push(bytes),
  })
  const metadataId = writer.defineType(someType)
  const event = { metadataId, thread: 7, stack: [0x1111_1111_1111n] }
  writer.addEvent({ ...event, timestamp: 5, payload: Uint8Array.of(0xa1, 0xa2, 0xa3, 0xa4) })
  writer.addEvent({ ...event, timestamp: 6, payload: Uint8Array.of(0xb1, 0xb2, 0xb3, 0xb4) })
  writer.end()
  const bytes = concat(pieces)
  const place = bytes.findIndex((_, at) => bytes[at] === 0xa1 && bytes[at + 1] === 0xa2) - 56
  return { bytes, place }
}

/** The events that are read, and what is said, when one word of the first event is another. */
function withWord(at: number, value: number) {
  const { bytes, place } = stream()
  new DataView(bytes.buffer).setUint32(place + at, value, true)
  const { events, damage } = readAll([bytes])
  return [events.map(({ payload }) => payload), damage.map(({ block, expected, found }) => [block, expected, found])]
}

describe('events of the oldest container', () => {
  test('are read with their stacks, equal ones once', () => {
    const { events, damage, isComplete, trace } = readAll([stream().bytes])
    expect(events.map(({ payload, thread, timestamp, stack }) => [payload, thread, timestamp, stack])).toEqual([
      ['a1a2a3a4', 7, 5, '1111111111110000'],
      ['b1b2b3b4', 7, 6, '1111111111110000'],
    ])
    expect([damage, isComplete, trace.stacks.count]).toEqual([[], true, 2])
  })

  test.each<[string, number, number, string, string]>([
    ['is smaller than its header', 0, 55, 'an event of 56 to 140 bytes', '55'],
    ['is larger than its block', 0, 141, 'an event of 56 to 140 bytes', '141'],
    ['has a payload larger than itself', 52, 13, 'a payload of at most 12 bytes', '13'],
    ['has a payload where its stack is', 52, 12, 'a stack of at most 0 bytes', '4369'],
    ['has a stack larger than itself', 60, 9, 'a stack of at most 8 bytes', '9'],
  ])('end where one %s', (_name, at, value, expected, found) => {
    expect(withWord(at, value)).toEqual([[], [['EventBlock', expected, found]]])
  })

  test('of a type that was not described are kept, and that is reported', () => {
    expect(withWord(4, 99)).toEqual([
      ['', 'b1b2b3b4'],
      [['EventBlock', 'an event type that was defined', expect.any(String)]],
    ])
  })

  test('that describe a type and are cut describe none', () => {
    const [events, damage] = withWord(4, 0)
    expect([events, damage]).toEqual([['b1b2b3b4'], [['EventBlock', 'a complete event description', '4 bytes']]])
  })

  test('that describe a type without an id describe none', () => {
    const pieces: Uint8Array[] = []
    const writer = new NetperfWriter({ ...smallTrace, write: (bytes) => pieces.push(bytes) })
    writer.addEvent({ metadataId: 0, timestamp: 5, thread: 7, stack: [], payload: writeEventType(0, someType) })
    writer.addEvent({ metadataId: 0, timestamp: 6, thread: 7, stack: [], payload: writeEventType(5, someType) })
    writer.end()
    const { damage, trace } = readAll(pieces)
    expect(damage.map(({ block, expected }) => [block, expected])).toEqual([
      ['EventBlock', 'a complete event description'],
    ])
    expect(trace.types.map(({ metadataId }) => metadataId)).toEqual([5])
  })

  test('of a block that was cut off are kept as far as they are whole, which is no damage', () => {
    const { bytes, place } = stream()
    const second = place + 72
    const kept = (end: number) => {
      const { events, damage, isComplete } = readAll([bytes.subarray(0, end)])
      return [events.length, damage, isComplete]
    }
    expect([kept(second - 1), kept(second), kept(second + 3), kept(second + 71)]).toEqual([
      [0, [], false],
      [1, [], false],
      [1, [], false],
      [1, [], false],
    ])
  })

  test('are in event blocks only; other objects are counted by their name', () => {
    const { bytes } = stream()
    const end = bytes.length - 1
    const other = blockObject(objectHead(4, 'OtherBlock', 2, 0), new Uint8Array(70).fill(1), end).take()
    const { events, damage, trace, isComplete } = readAll([bytes.subarray(0, end), other, Uint8Array.of(1)])
    expect([events.length, damage, isComplete, [...trace.unknownBlocks]]).toEqual([2, [], true, [['OtherBlock', 1]]])
  })
})
