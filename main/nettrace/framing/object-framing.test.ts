import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { readAll } from '../testing/read-all.ts'
import { startSmallStream } from '../testing/small-stream.ts'
import { TraceReader } from '../trace/trace-reader.ts'
import { concat } from '../writer/made-stream.ts'
import { blockObject, objectHead } from '../writer/object-head.ts'

const beginTag = 5
const ending = Uint8Array.of(1)
/** Preamble and `Trace` object. */
const start = startSmallStream().written()

/** An object that nobody knows, of no content. */
const unknown = (name: string, version = 2, minReaderVersion = 2, offset = start.length) =>
  blockObject(objectHead(beginTag, name, version, minReaderVersion), new Uint8Array(0), offset).take()

/** What is said of a stream that goes on with these bytes, by their own offsets. */
function said(...rest: readonly Uint8Array[]) {
  const { damage } = readAll([concat([start, ...rest])])
  return damage.map(({ offset, kind, expected, found }) => [offset - start.length, kind, expected, found])
}

/** Where an object with one wrong byte is given up, in a stream that has no other. */
function wrongAt(place: number, value: number) {
  const object = unknown('Name')
  object[place] = value
  return said(object)
}

const sized = (byteCount: number) =>
  concat([objectHead(beginTag, 'Name', 2, 2).i32(byteCount).take(), new Uint8Array(9)])

/** A block of one stack, at a place of the stream. */
const stackBlock = (offset: number, name = 'StackBlock', tail = 6) => {
  const content = new ByteBuilder().u32(1).u32(1).i32(8).i64(0x1234n).take()
  const bytes = blockObject(objectHead(beginTag, name, 2, 2), content, offset).take()
  bytes[bytes.length - 1] = tail
  return bytes
}

/** A block of ten stacks: longer than the longest head. */
const longStackBlock = (offset: number) => {
  const content = new ByteBuilder().u32(1).u32(10)
  for (let stack = 0; stack < 10; stack++) content.i32(8).i64(0x1234n)
  return blockObject(objectHead(beginTag, 'StackBlock', 2, 2), content.take(), offset).take()
}

/** Gaps that look like the beginning of a block. */
const looks = [
  Uint8Array.of(9, beginTag, beginTag),
  Uint8Array.of(9, beginTag, beginTag, 1),
  concat([Uint8Array.of(9), objectHead(beginTag, 'StackBlock', 2, 2).take()]),
  concat([Uint8Array.of(9), objectHead(beginTag, 'StackBlock', 2, 2).i32(-1).take()]),
  concat([
    Uint8Array.of(9),
    objectHead(beginTag, 'StackBlock', 2, 2)
      .i32(2 ** 30)
      .take(),
  ]),
  concat([Uint8Array.of(9), objectHead(beginTag, 'StackBlock', 2, 2).i32(4).take(), new Uint8Array(12)]),
]

/** How many stacks are found behind `gap`, and whether the stream still has its end. */
function found(gap: Uint8Array, build: (offset: number) => Uint8Array) {
  const offset = start.length + gap.length
  const { trace, isComplete, damage } = readAll([concat([start, gap, build(offset), ending])])
  return [trace.stacks.count - 1, isComplete, damage.length]
}

const twoBlocks = (offset: number) => {
  const first = stackBlock(offset)
  return concat([first, stackBlock(offset + first.length)])
}

describe('the head of an object', () => {
  test('begins with three tags', () => {
    expect(wrongAt(0, 4)).toEqual([[0, 'malformed', 'tag 5', 'tag 4']])
    expect(wrongAt(1, 6)).toEqual([[1, 'malformed', 'tag 5', 'tag 6']])
    expect(wrongAt(2, 5)).toEqual([[2, 'malformed', 'tag 1', 'tag 5']])
  })

  test('has a name of one to sixty-four bytes, and ends behind it', () => {
    expect([said(unknown('N'), ending), said(unknown('N'.repeat(64)), ending)]).toEqual([[], []])
    expect(said(unknown(''), ending)).toEqual([[11, 'malformed', 'a name of 1 to 64 bytes', '0']])
    expect(said(unknown('N'.repeat(65)), ending)).toEqual([[11, 'malformed', 'a name of 1 to 64 bytes', '65']])
    expect(wrongAt(14, 0xff)).toEqual([[11, 'malformed', 'a name of 1 to 64 bytes', String(4 - 2 ** 24)]])
    expect(wrongAt(19, 5)).toEqual([[19, 'malformed', 'tag 6', 'tag 5']])
  })

  test('may be of any version that this reader can still read', () => {
    expect([said(unknown('N', 9, 4), ending), said(unknown('N', 0, 0), ending)]).toEqual([[], []])
    expect(said(unknown('N', 9, 5), ending)).toEqual([[3, 'unsupported', 'nettrace version 4 to 4', 'version 5']])
    expect(said(unknown('Trace', 3, 0), ending)).toEqual([[3, 'unsupported', 'nettrace version 4 to 4', 'version 3']])
  })

  test('is waited for to its last byte, and so is the object', () => {
    const object = unknown('Name')
    for (let length = 0; length < object.length; length++) {
      const reader = new TraceReader({})
      reader.push(concat([start, object.subarray(0, length)]))
      expect([length, reader.state, reader.heldByteCount]).toEqual([length, 'reading', length])
      reader.push(object.subarray(length))
      expect([length, reader.heldByteCount, reader.trace.damageCount]).toEqual([length, 0, 0])
    }
  })

  test('is given up as soon as it can’t be one', () => {
    const object = unknown('')
    const reader = new TraceReader({})
    reader.push(concat([start, object.subarray(0, 14)]))
    expect(reader.trace.damageCount).toBe(0)
    reader.push(object.subarray(14, 15))
    expect(reader.trace.damageCount).toBe(1)
  })

  test('is distinguished by all of its name', () => {
    const names = ['Same', 'Some', 'Samea', 'Sam', ...Array.from({ length: 12 }, (_, index) => `Name${index}`)]
    let bytes: Uint8Array = start
    for (const name of [...names, ...names]) bytes = concat([bytes, unknown(name, 2, 2, bytes.length)])
    const { trace } = readAll([concat([bytes, ending])])
    expect([...trace.unknownBlocks]).toEqual(names.map((name) => [name, 2]))
  })
})

describe('the body of an object', () => {
  test('has no less than no bytes, and no more than 32 MiB', () => {
    const limit = 32 * 2 ** 20
    const fault = (found: number) => [[20, 'malformed', `a block of at most ${limit} bytes`, String(found)]]
    expect([said(sized(-1)), said(sized(limit + 1))]).toEqual([fault(-1), fault(limit + 1)])
    const reader = new TraceReader({})
    reader.push(concat([start, sized(limit)]))
    expect([reader.state, reader.trace.damageCount, reader.heldByteCount]).toEqual(['reading', 0, 33])
  })

  test('is followed by its closing tag', () => {
    const object = unknown('Name')
    object[object.length - 1] = 7
    expect(said(object)).toEqual([[object.length - 1, 'malformed', 'tag 6 after the block', 'tag 7']])
  })
})

test('without a header, the first wrong byte ends the reading', () => {
  const bytes = start.slice()
  bytes[33] = 9
  const { damage, isComplete } = readAll([bytes])
  expect([isComplete, damage]).toMatchObject([false, [{ offset: 33, canContinue: false }]])
})

const padded = (padding: number) => (offset: number) => {
  const bytes = stackBlock(offset)
  // Behind the size, whose place decides about the padding that is there.
  const contentEnd = bytes.length - 1
  const content = bytes.subarray(contentEnd - 20, contentEnd)
  const head = bytes.subarray(0, 16 + 'StackBlock'.length + 4)
  return concat([head, new Uint8Array(padding), content, Uint8Array.of(6)])
}

describe('after bytes that are no object', () => {
  test.each([1, 2, 3, 4, 70, 500])('the next block is found behind %i of them, whatever its place was', (count) => {
    const gap = new Uint8Array(count).fill(9)
    for (const moved of [0, 1, 2, 3])
      expect([moved, ...found(gap, (offset) => stackBlock(offset + moved))]).toEqual([moved, 1, true, 1])
  })

  test('bytes that look like the beginning of a block are none', () => {
    for (const [index, gap] of looks.entries())
      expect([index, ...found(gap, (offset) => stackBlock(offset))]).toEqual([index, 1, true, 1])
  })

  test('bytes that look like the beginning of a block don’t keep the next block from being read as soon as it is there', () => {
    for (const [index, gap] of looks.entries()) {
      const reader = new TraceReader({})
      reader.push(start)
      for (const byte of concat([gap, longStackBlock(start.length + gap.length), ending]))
        reader.push(Uint8Array.of(byte))
      expect([index, reader.trace.stacks.count - 1, reader.state]).toEqual([index, 10, 'ended'])
    }
  })

  test('a block is waited for until the byte behind it has come, which decides whether it is one', () => {
    const [gap, offset] = [Uint8Array.of(9), start.length + 1]
    const reader = new TraceReader({})
    reader.push(concat([start, gap, longStackBlock(offset)]))
    expect([reader.trace.stacks.count, reader.heldByteCount]).toEqual([1, longStackBlock(offset).length])
    reader.push(ending)
    expect([reader.trace.stacks.count, reader.state]).toEqual([11, 'ended'])
  })

  test('a block of less than no bytes is none, even where bytes in front of it look like its end', () => {
    // Seen from behind its size, 251 bytes in front of it are a closing tag and the beginning of another object.
    const before = new Uint8Array(300).fill(9)
    const head = objectHead(beginTag, 'StackBlock', 2, 2).i32(-251).take()
    before.set([6, beginTag], before.length + head.length - 251)
    expect(found(concat([before, head]), (offset) => stackBlock(offset))).toEqual([1, true, 1])
  })

  test('a block in front of another gap isn’t taken for one, and the block behind that gap is found', () => {
    const gap = Uint8Array.of(9, 9)
    const first = longStackBlock(start.length + 2)
    const second = longStackBlock(start.length + 4 + first.length)
    const { trace, damage, isComplete } = readAll([concat([start, gap, first, gap, second, ending])])
    expect([trace.stacks.count - 1, isComplete, damage.length]).toEqual([10, true, 1])
  })

  test('a block has no more than three bytes of padding', () => {
    expect([0, 1, 2, 3, 4].map((padding) => found(Uint8Array.of(9), padded(padding))[0])).toEqual([1, 1, 1, 1, 0])
  })

  test('only a whole block of a known name is one', () => {
    const gap = Uint8Array.of(9)
    expect(found(gap, (offset) => stackBlock(offset, 'OtherBlock'))).toEqual([0, false, 1])
    expect(found(gap, (offset) => stackBlock(offset, 'StackBlock', 7))).toEqual([0, false, 1])
    expect(found(gap, (offset) => stackBlock(offset).subarray(0, -1))).toEqual([0, false, 1])
    expect(found(gap, (offset) => concat([stackBlock(offset), Uint8Array.of(9)]))).toEqual([0, false, 1])
    expect(found(gap, twoBlocks)).toEqual([2, true, 1])
  })

  test('the last block counts even where nothing follows it', () => {
    const { trace } = readAll([concat([start, Uint8Array.of(9), stackBlock(start.length + 1)])])
    expect(trace.stacks.count).toBe(2)
  })

  test('what is skipped is not held', () => {
    const reader = new TraceReader({})
    reader.push(start)
    for (let round = 0; round < 50; round++) {
      reader.push(new Uint8Array(100).fill(9))
      expect(reader.heldByteCount).toBeLessThan(100)
    }
    expect([reader.state, reader.trace.damageCount]).toEqual(['reading', 1])
  })
})
