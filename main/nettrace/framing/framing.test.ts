import { expect, test } from 'vitest'
import { goldenV4, goldenV6 } from '../testing/golden.ts'
import { readAll } from '../testing/read-all.ts'
import { TraceReader } from '../trace/trace-reader.ts'
import { startSmallStream } from '../testing/small-stream.ts'

function text(value: string): Uint8Array {
  return Uint8Array.from(value, (character) => character.charCodeAt(0))
}

function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function u32(value: number): readonly number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]
}

function head(tag: number, name: string, version: number, minReader: number): Uint8Array {
  return concat([tag, tag, 1], u32(version), u32(minReader), u32(name.length), text(name), [6])
}

const serialization = concat(u32(20), text('!FastSerialization.1'))

test.each([
  [
    'a netperf file of .NET Core 2.0',
    0,
    concat(serialization, head(4, 'Microsoft.DotNet.Runtime.EventPipeFile', 2, 0)),
  ],
  ['a netperf trace object of version 2', 0, concat(serialization, head(4, 'Trace', 2, 0))],
  ['a netperf trace object of version 4', 0, concat(serialization, head(4, 'Trace', 4, 4))],
  ['a nettrace trace object of version 5', 8, concat(text('Nettrace'), serialization, head(5, 'Trace', 5, 5))],
])('%s is refused with its version and its place', (_, magicBytes, bytes) => {
  const { damage, isComplete } = readAll([bytes])
  expect(isComplete).toBe(false)
  expect(damage).toHaveLength(1)
  expect(damage[0]).toMatchObject({ kind: 'unsupported', offset: magicBytes + 24 + 3, canContinue: false })
  expect(damage[0]!.found).toMatch(/^version [245]$/)
  expect(damage[0]!.expected).toMatch(/^(netperf|nettrace) version \d/)
})

test('a larger major version is refused with its place, a larger minor one is read', () => {
  const major = goldenV6.slice()
  major[12] = 7
  expect(readAll([major]).damage).toEqual([
    {
      kind: 'unsupported',
      offset: 12,
      block: 'stream',
      expected: 'nettrace version 3 to 6',
      found: 'version 7',
      canContinue: false,
    },
  ])
  const minor = goldenV6.slice()
  minor[16] = 9
  expect(readAll([minor])).toMatchObject({ damage: [], isComplete: true, trace: { format: { major: 6, minor: 9 } } })
})

test.each([
  ['nothing', new Uint8Array(), 0],
  ['text', text('hello, this is no trace'), 0],
  ['a magic and then text', text('Nettrace and then text'), 8],
  ['half a preamble', goldenV4.subarray(0, 20), 20],
])('%s isn’t a trace, and the position of the first wrong byte is reported', (_, bytes, offset) => {
  const { damage, header } = readAll([bytes])
  expect(header).toBeNull()
  expect(damage).toMatchObject([{ kind: 'malformed', offset, canContinue: false }])
})

/** Blocks of ten events each, and where each block begins. */
function blocks(count: number): { readonly bytes: Uint8Array; readonly starts: readonly number[] } {
  const { writer, metadataId, written } = startSmallStream()
  const starts: number[] = []
  writer.flush()
  for (let block = 0; block < count; block++) {
    for (let index = 0; index < 10; index++)
      writer.addEvent({ metadataId, timestamp: block * 10 + index, thread: 7, payload: Uint8Array.of(block, index) })
    starts.push(written().length)
    writer.flush()
  }
  writer.end(count * 10)
  return { bytes: written(), starts }
}

function blocksOf(bytes: Uint8Array): readonly number[] {
  const { events } = readAll([bytes])
  return [...new Set(events.map(({ payload }) => Number.parseInt(payload.slice(0, 2), 16)))]
}

test('after invalid bytes, reading continues at the next complete block, and the gap isn’t counted as lost events', () => {
  const { bytes, starts } = blocks(6)
  const damaged = bytes.slice()
  damaged.fill(0x5a, starts[2]! + 4, starts[3]! + 10)
  const { damage, lostEventCount, isComplete } = readAll([damaged])
  expect(blocksOf(damaged)).toEqual([0, 1, 4, 5])
  expect(damage).toMatchObject([{ kind: 'malformed', block: 'stream', canContinue: true }])
  expect([lostEventCount, isComplete]).toEqual([0, true])
})

test.each([1, 3, 4, 5, 60])('%i bytes that were inserted, or are missing, cost no other block', (count) => {
  const { bytes, starts } = blocks(6)
  const at = starts[3]!
  const longer = concat(bytes.subarray(0, at), new Uint8Array(count).fill(0x33), bytes.subarray(at))
  expect(blocksOf(longer)).toEqual([0, 1, 2, 3, 4, 5])
  const shorter = concat(bytes.subarray(0, at), bytes.subarray(at + count))
  expect(blocksOf(shorter).slice(0, 3)).toEqual([0, 1, 2])
  expect(blocksOf(shorter).slice(-2)).toEqual([4, 5])
})

test('a stream that stays invalid keeps what came before', () => {
  const { bytes, starts } = blocks(3)
  const damaged = concat(bytes.subarray(0, starts[1]), new Uint8Array(5000).fill(5))
  expect(blocksOf(damaged)).toEqual([0])
  expect(readAll([damaged]).isComplete).toBe(false)
})

test('bytes after the end marker are reported', () => {
  const { damage, isComplete, events } = readAll([goldenV4, Uint8Array.of(1, 2, 3)])
  expect([isComplete, events.length]).toEqual([true, 4])
  expect(damage).toMatchObject([{ offset: goldenV4.length, expected: 'the end', found: '3 more bytes' }])
})

test('an event of an undefined type is kept and reported once', () => {
  const { bytes } = blocks(2)
  // The only metadata block becomes one of an unknown kind.
  const name = Buffer.from(bytes).indexOf('MetadataBlock')
  const unknown = bytes.slice()
  unknown.set(text('SomethingElse'), name)
  const { events, trace, damage } = readAll([unknown])
  expect(events).toHaveLength(20)
  expect(trace.types).toMatchObject([{ metadataId: 1, isUndefined: true }])
  expect([...trace.unknownBlocks]).toEqual([['SomethingElse', 1]])
  expect(damage).toMatchObject([{ expected: 'an event type that was defined', canContinue: true }])
})

test('offsets beyond 4 GiB are exact, and alignment still counts from the first byte', () => {
  const { bytes, starts } = blocks(2)
  const start = starts[1]!
  // Between the two blocks lies more than 4 GiB of blocks of an unknown kind, whose bytes are never written to memory.
  const reader = new TraceReader({})
  reader.push(bytes.subarray(0, start))
  const blockBytes = 30 * 2 ** 20
  let skipped = 0
  while (skipped < 2 ** 32) {
    const unknown = head(5, 'Filler', 2, 2)
    const offset = start + skipped + unknown.length + 4
    const padding = (4 - (offset % 4)) % 4
    reader.push(concat(unknown, u32(blockBytes), new Uint8Array(padding)))
    reader.reserve(blockBytes)
    reader.commit(blockBytes)
    reader.push(Uint8Array.of(6))
    skipped += unknown.length + 4 + padding + blockBytes + 1
  }
  const rest = bytes.subarray(start)
  const nameEnd = 16 + 'EventBlock'.length + 4
  const content = Math.ceil((start + nameEnd) / 4) * 4 - start
  const padding = (4 - ((start + skipped + nameEnd) % 4)) % 4
  reader.push(concat(rest.subarray(0, nameEnd), new Uint8Array(padding), rest.subarray(content, content + 20 + 60)))
  expect(reader.trace.damage).toEqual([])
  reader.end()
  const { segments } = reader.trace
  const last = segments.at(-1)!
  const shift = skipped + padding - (content - nameEnd)
  expect(last.payloadStreamOffset(0)).toBe(readAll([bytes]).events[10]!.payloadOffset + shift)
})
