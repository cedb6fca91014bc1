import { expect, test } from 'vitest'
import { goldenV6 } from '../testing/golden.ts'
import { readAll } from '../testing/read-all.ts'
import { arrayOf, plainType, typeCodes } from '../payload/field-type.ts'
import { writePayload } from './payload-writer.ts'
import { v6BlockKinds, V6Writer } from './v6-writer.ts'

const fields = [
  { name: 'x', type: plainType(typeCodes.varInt) },
  { name: 's', type: arrayOf(plainType(typeCodes.utf8Unit)) },
]

test('the writer makes the golden V6 stream, byte by byte', () => {
  const pieces: Uint8Array[] = []
  const writer = new V6Writer({
    syncUnixMs: Date.UTC(2025, 0, 1, 12),
    syncTicks: 10_000_000n,
    ticksPerSecond: 1_000_000_000,
    pointerBytes: 8,
    attributes: [['ProcessId', '1234']],
    write: (bytes) => pieces.push(bytes),
  })
  const main = writer.addThread({ name: 'main', processId: 1234n, threadId: 100n })
  const other = writer.addThread({ processId: 1234n, threadId: 200n })
  const metadataId = writer.defineType({
    provider: 'P',
    eventId: 7,
    name: 'E',
    opcode: 1,
    keywords: 16n,
    level: 4,
    fields,
  })
  const labelListId = writer.addLabels([
    { kind: 'text', key: 'k', value: 'v' },
    { kind: 'number', key: 'n', value: -5n },
  ])
  const stackId = writer.addStack([0x7f0000001000n])
  const payload = writePayload(fields, [-5n, 'hi'])
  writer.addEvent({ metadataId, timestamp: 100, thread: main, processor: 2, stackId, labelListId, payload })
  writer.addEvent({ metadataId, timestamp: 105, thread: other, payload })
  writer.flush()
  writer.block(99, Uint8Array.of(0xaa, 0xbb))
  writer.dropEvents(other, 2)
  writer.sequencePoint(200, { threads: true })
  writer.block(0, new Uint8Array(0))
  expect(toHex(Uint8Array.from(pieces.flatMap((piece) => [...piece])))).toBe(toHex(goldenV6))
})

const nothing = new Uint8Array(0)
const addressHex = (address: number) => address.toString(16).padStart(2, '0').padEnd(16, '0')

function written(write: (writer: V6Writer) => void) {
  const pieces: Uint8Array[] = []
  const clock = { syncUnixMs: 0, syncTicks: 0n, ticksPerSecond: 1000, pointerBytes: 8 as const }
  write(new V6Writer({ ...clock, write: (bytes) => pieces.push(bytes) }))
  return { kinds: pieces.slice(1).map((piece) => piece[3]), result: readAll(pieces) }
}

test('stacks and labels have numbers of their own over several blocks, until a sequence point', () => {
  const ids: number[][] = []
  const { result } = written((writer) => {
    const thread = writer.addThread({})
    const metadataId = writer.defineType({ provider: 'P', eventId: 1, name: 'E', fields: [] })
    const event = (timestamp: number, address: number) => {
      const stackId = writer.addStack([BigInt(address)])
      const labelListId = writer.addLabels([{ kind: 'activity', id: new Uint8Array(16).fill(address) }])
      ids.push([stackId, labelListId])
      writer.addEvent({ metadataId, timestamp, thread, stackId, labelListId, payload: nothing })
    }
    event(1, 1)
    event(2, 2)
    writer.flush()
    event(3, 3)
    writer.flush()
    event(4, 4)
    writer.sequencePoint(5)
    event(6, 5)
    expect(writer.addLabels([])).toBe(0)
    writer.end(7)
  })
  expect(ids).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [1, 1],
  ])
  expect([result.damage, result.isComplete]).toEqual([[], true])
  expect(result.events.map(({ stack, activity }) => [stack, activity])).toEqual(
    [1, 2, 3, 4, 5].map((address) => [addressHex(address), address.toString(16).padStart(2, '0').repeat(16)]),
  )
})

test('a sequence point ends the life of threads and types only when asked to', () => {
  const { result } = written((writer) => {
    const define = () => writer.defineType({ provider: 'P', eventId: 1, name: 'E', fields: [] })
    expect([writer.addThread({}), define()]).toEqual([1, 1])
    writer.sequencePoint(1)
    expect([writer.addThread({}), define()]).toEqual([2, 2])
    writer.sequencePoint(2, { threads: true })
    expect([writer.addThread({}), define()]).toEqual([1, 3])
    writer.sequencePoint(3, { metadata: true })
    expect([writer.addThread({}), define()]).toEqual([2, 1])
    writer.end(4)
    writer.end(5)
  })
  expect([result.damage, result.sequencePoints]).toEqual([[], [1, 2, 3, 4]])
})

test('only blocks that hold something are written, and nothing after the end', () => {
  const { kinds } = written((writer) => {
    writer.flush()
    const thread = writer.addThread({})
    const metadataId = writer.defineType({ provider: 'P', eventId: 1, name: 'E', fields: [] })
    writer.addEvent({ metadataId, timestamp: 1, thread, payload: nothing })
    writer.flush()
    writer.flush()
    writer.end(2)
    writer.end(2)
    expect(() => writer.addEvent({ metadataId, timestamp: 3, thread, payload: nothing })).toThrow('after the end')
  })
  const { trace, thread, metadata, event, sequencePoint, endOfStream } = v6BlockKinds
  expect(kinds).toEqual([trace, thread, metadata, event, sequencePoint, endOfStream])
})

test('a block of events is written once it is full', () => {
  const { kinds } = written((writer) => {
    const thread = writer.addThread({})
    const metadataId = writer.defineType({ provider: 'P', eventId: 1, name: 'E', fields: [] })
    for (let timestamp = 1; timestamp <= 5; timestamp++)
      writer.addEvent({ metadataId, timestamp, thread, payload: new Uint8Array(40_000) })
  })
  expect(kinds.filter((kind) => kind === v6BlockKinds.event)).toHaveLength(1)
})

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
