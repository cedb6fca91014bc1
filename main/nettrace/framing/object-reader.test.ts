import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { readAll } from '../testing/read-all.ts'
import { type SmallStream, startSmallStream } from '../testing/small-stream.ts'
import { concat } from '../writer/made-stream.ts'
import { blockObject, objectHead } from '../writer/object-head.ts'

const beginTag = 5
const nothing = new Uint8Array(0)

/** What is read of a small stream that goes on with these objects, and then ends. */
function readObjects(objects: readonly (readonly [name: string, content: Uint8Array])[], small = startSmallStream()) {
  small.writer.flush()
  let bytes: Uint8Array<ArrayBuffer> = small.written()
  for (const [name, content] of objects)
    bytes = concat([bytes, blockObject(objectHead(beginTag, name, 2, 2), content, bytes.length).take()])
  return readAll([concat([bytes, Uint8Array.of(1)])])
}

/** What is said about one object, and that reading goes on after it. */
function damageOf(name: string, content: Uint8Array, small?: SmallStream) {
  const { damage, isComplete } = readObjects([[name, content]], small)
  expect([isComplete, damage.every(({ canContinue }) => canContinue)]).toEqual([true, true])
  return damage.map(({ block, expected, found }) => [block, expected, found])
}

/** A block header of so many bytes, and what follows. */
const block = (headerBytes: number, flags: number, content: Uint8Array = nothing) =>
  new ByteBuilder().u16(headerBytes).u16(flags).bytes(new Uint8Array(16)).bytes(content).take()

const stacks = (count: number, content: Uint8Array) => new ByteBuilder().u32(1).u32(count).bytes(content).take()

const point = (count: number, content: Uint8Array) => new ByteBuilder().i64(5n).i32(count).bytes(content).take()

const description = (id: number) =>
  new ByteBuilder().i32(id).text('Q').i32(3).text('F').i64(0n).i32(0).i32(4).i32(0).take()

// Flag 128: the size of the payload follows the time.
const metadataBlob = (payload: Uint8Array, byteCount = payload.length) =>
  new ByteBuilder().u8(128).u8(0).u8(byteCount).bytes(payload).take()

const typesOf = (content: Uint8Array) => {
  const { trace, damage } = readObjects([['MetadataBlock', block(20, 1, content)]])
  const known = trace.types.slice(1).map(({ metadataId, provider }) => [metadataId, provider])
  return [known, damage.map(({ expected, found }) => [expected, found])]
}

const onlySecond = (found: string) => [[[2, 'Q']], [['a complete event description', found]]]

const plainBlob = (change: { readonly size?: number; readonly payload?: number }, bytes = 82) => {
  const content = new Uint8Array(bytes)
  const view = new DataView(content.buffer)
  view.setUint32(0, change.size ?? bytes - 4, true)
  view.setUint32(4, 1, true)
  view.setUint32(76, change.payload ?? 2, true)
  return content
}

const tooManyThreads = (room: number, count: number) => [['SPBlock', `at most ${room} threads`, `${count}`]]

describe('blocks of nettrace 4', () => {
  test.each(['EventBlock', 'MetadataBlock'])(
    '%s: the header has twenty bytes or more, all of them in the block',
    (name) => {
      const fault = (found: string) => [[name, 'a block header of 20 bytes or more', found]]
      expect(damageOf(name, new Uint8Array(19))).toEqual(fault('19 bytes'))
      expect(damageOf(name, block(19, 1))).toEqual(fault('20 bytes'))
      expect(damageOf(name, block(21, 1))).toEqual(fault('20 bytes'))
      expect(damageOf(name, block(20, 1))).toEqual([])
      expect(damageOf(name, block(24, 1, new Uint8Array(4)))).toEqual([])
      expect(damageOf(name, block(22, 0, new Uint8Array(2)))).toEqual([])
    },
  )

  test('of stacks have at least their two counts, and as many stacks as they say', () => {
    const one = new ByteBuilder().i32(8).i64(0x1234n).take()
    expect(damageOf('StackBlock', new Uint8Array(7))).toEqual([['StackBlock', 'at least 8 bytes', '7']])
    expect(damageOf('StackBlock', new Uint8Array(8))).toEqual([])
    expect(damageOf('StackBlock', stacks(1, one))).toEqual([])
    expect(damageOf('StackBlock', stacks(2, one))).toEqual([['StackBlock', '2 stacks', '1']])
    expect(damageOf('StackBlock', stacks(1, one.subarray(0, 11)))).toEqual([['StackBlock', '1 stacks', '0']])
  })

  test('of a sequence point have room for the threads that they count', () => {
    const thread = new ByteBuilder().i64(7n).u32(3).take()
    expect(damageOf('SPBlock', point(1, thread))).toEqual([])
    expect(damageOf('SPBlock', point(0, thread))).toEqual([])
    expect(damageOf('SPBlock', point(2, thread))).toEqual(tooManyThreads(1, 2))
    expect(damageOf('SPBlock', point(1, thread.subarray(0, 11)))).toEqual(tooManyThreads(0, 1))
    expect(damageOf('SPBlock', point(-1, thread))).toEqual(tooManyThreads(1, -1))
    expect(damageOf('SPBlock', new Uint8Array(11))).toEqual(tooManyThreads(0, 0))
  })

  test('of a sequence point count what each thread dropped before it', () => {
    const content = new ByteBuilder().i64(50n).i32(2).i64(7n).u32(3).i64(8n).u32(1).take()
    const { trace, sequencePoints, damage } = readObjects([['SPBlock', content]])
    expect([damage, sequencePoints, trace.lostEventCount]).toEqual([[], [50], 4])
    expect(trace.losses.map(({ threadIndex, count }) => [trace.threads[threadIndex]!.id, count])).toEqual([
      [7, 3],
      [8, 1],
    ])
  })

  test('of metadata keep what comes before an entry that does not fit', () => {
    const good = description(2)
    expect(typesOf(metadataBlob(good))).toEqual([[[2, 'Q']], []])
    expect(typesOf(concat([metadataBlob(good), metadataBlob(good, good.length + 1)]))).toEqual([
      [[2, 'Q']],
      [['an entry that ends inside its block', 'a longer one']],
    ])
    expect(typesOf(concat([metadataBlob(description(0)), metadataBlob(good)]))).toEqual(
      onlySecond(`${good.length} bytes`),
    )
    expect(typesOf(concat([metadataBlob(description(-1)), metadataBlob(good)]))).toEqual(
      onlySecond(`${good.length} bytes`),
    )
    expect(typesOf(concat([metadataBlob(good.subarray(0, 20)), metadataBlob(good)]))).toEqual(onlySecond('20 bytes'))
  })

  test('that nobody knows are counted by their name', () => {
    const { trace, damage } = readObjects([
      ['New', nothing],
      ['Newer', new Uint8Array(5)],
      ['New', new Uint8Array(3)],
    ])
    expect([damage, [...trace.unknownBlocks]]).toEqual([
      [],
      [
        ['New', 2],
        ['Newer', 1],
      ],
    ])
  })

  test('beyond hundreds of unknown names only those that are known already are still counted', () => {
    const names = [...Array.from({ length: 300 }, (_, index) => `Block${index}`), 'Block0', 'Block299']
    const { trace } = readObjects(names.map((name) => [name, nothing]))
    expect([trace.unknownBlocks.size, trace.unknownBlocks.get('Block0')]).toEqual([256, 2])
    expect([trace.unknownBlocks.has('Block255'), trace.unknownBlocks.has('Block256')]).toEqual([true, false])
  })
})

describe('events with plain headers', () => {
  test.each<[string, Uint8Array, string, string]>([
    ['is cut in its header', plainBlob({}).subarray(0, 79), 'an 80-byte event header', '79 bytes left'],
    ['is smaller than its header', plainBlob({ size: 75 }), 'an event of 76 to 78 bytes', '75'],
    ['is larger than its block', plainBlob({ size: 79 }), 'an event of 76 to 78 bytes', '79'],
    ['has a payload larger than itself', plainBlob({ payload: 3 }), 'a payload of at most 2 bytes', '3'],
  ])('end where one %s', (_name, content, expected, found) => {
    const events = concat([plainBlob({}), content])
    const { events: kept, damage } = readObjects([['EventBlock', block(20, 0, events)]])
    expect(kept.map(({ payload }) => payload)).toEqual(['0000'])
    expect(damage.map((one) => [one.block, one.expected, one.found])).toEqual([['EventBlock', expected, found]])
  })

  test('show what their thread lost before them', () => {
    const { writer, metadataId, written } = startSmallStream({ headers: 'plain' })
    const event = { metadataId, thread: 7, payload: nothing }
    writer.addEvent({ ...event, timestamp: 1 })
    writer.addEvent({ ...event, timestamp: 2 })
    writer.dropEvents(7, 3)
    writer.addEvent({ ...event, timestamp: 4 })
    writer.end(5)
    const { trace } = readAll([written()])
    expect([trace.losses, trace.lostEventCount]).toEqual([[{ row: 2, ticks: 4, threadIndex: 0, count: 3 }], 3])
  })

  test('may have a payload of no bytes, and bytes behind it', () => {
    const events = concat([
      plainBlob({ payload: 0 }),
      plainBlob({ payload: 1 }),
      plainBlob({ payload: 0 }, 80),
      plainBlob({}, 83),
    ])
    const { events: kept, damage } = readObjects([['EventBlock', block(20, 0, events)]])
    expect([damage, kept.map(({ payload }) => payload)]).toEqual([[], ['', '00', '', '0000']])
  })
})

test('nothing of a stream is read before the Trace object', () => {
  const small = startSmallStream()
  const sound = small.written()
  const preamble = sound.subarray(0, 32)
  const early = blockObject(objectHead(beginTag, 'StackBlock', 2, 2), new Uint8Array(8), preamble.length).take()
  const { damage, header } = readAll([concat([preamble, early, sound.subarray(32), Uint8Array.of(1)])])
  expect(damage).toMatchObject([{ block: 'StackBlock', expected: 'a Trace object first', found: 'a StackBlock' }])
  expect(header).toMatchObject({ pid: 1 })
})

test.each<[string, number, number]>([
  ['a pointer size of neither 4 nor 8', 32, 6],
  ['a clock without ticks', 24, 0],
  ['a clock that runs backwards', 28, -1],
])('%s is no header', (_name, at, value) => {
  const bytes = startSmallStream().written()
  const body = Buffer.from(bytes).indexOf('Trace', 32) + 6
  new DataView(bytes.buffer).setInt32(body + at, value, true)
  const { damage, header } = readAll([bytes])
  expect(header).toBeNull()
  expect(damage).toMatchObject([{ block: 'Trace', expected: 'a clock and a pointer size of 4 or 8' }])
})
