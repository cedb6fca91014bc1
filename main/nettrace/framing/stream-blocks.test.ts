import { beforeAll, describe, expect, it } from 'vitest'
import { BlockOutput } from '../writer/block-output.ts'
import { blocksOf, type RangeSource, StreamBlocks, type StreamContainer, uint32 } from './stream-blocks.ts'

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const join = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const serialization = join([20, 0, 0, 0], ascii('!FastSerialization.1'))
const preambles: Readonly<Record<StreamContainer, Uint8Array>> = {
  netperf: serialization,
  nettrace: join(ascii('Nettrace'), serialization),
  v6: join(ascii('Nettrace'), [0, 0, 0, 0], [6, 0, 0, 0], [0, 0, 0, 0]),
}

function sourceOf(bytes: Uint8Array): RangeSource {
  return { size: bytes.length, read: (offset, byteCount) => bytes.subarray(offset, offset + byteCount) }
}

const trace = Uint8Array.from({ length: 48 }, (_, index) => index)
const contents = [
  ['metadata', Uint8Array.of(1, 2, 3)],
  ['event', Uint8Array.of(4, 5, 6, 7, 8)],
  ['stack', new Uint8Array(0)],
  ['sequencePoint', Uint8Array.of(9)],
] as const

function written(container: StreamContainer): { readonly bytes: Uint8Array; readonly sizeBytes: number } {
  const pieces: Uint8Array[] = []
  const output = new BlockOutput(container, preambles[container], (bytes) => pieces.push(bytes))
  output.block('trace', trace)
  for (const [kind, content] of contents) output.block(kind, content)
  output.end()
  return { bytes: join(...pieces), sizeBytes: output.sizeBytes }
}

describe.each(['netperf', 'nettrace', 'v6'] as const)('a stream in the container %s', (container) => {
  let bytes: Uint8Array
  let sizeBytes: number
  let source: RangeSource
  let blocks: StreamBlocks
  beforeAll(() => {
    ;({ bytes, sizeBytes } = written(container))
    source = sourceOf(bytes)
    blocks = new StreamBlocks(source)
  })

  it('is known by its first bytes, and begins behind them', () => {
    expect([blocks.container, blocks.firstStart, sizeBytes]).toEqual([
      container,
      preambles[container].length,
      bytes.length,
    ])
  })

  it('has its blocks one behind the other, each with its content, up to the end', () => {
    const all = [...blocksOf(source, blocks, { from: blocks.firstStart, to: bytes.length })]
    expect(all.map(({ block: { name }, content }) => [name, [...content]])).toEqual([
      ['Trace', [...trace]],
      ['MetadataBlock', [1, 2, 3]],
      ['EventBlock', [4, 5, 6, 7, 8]],
      ['StackBlock', []],
      ['SPBlock', [9]],
    ])
    const last = all.at(-1)!.block
    expect(bytes.length - last.end).toBe(container === 'v6' ? 4 : 1)
    for (const { block } of all) expect(block.contentEnd - block.contentStart).toBeLessThanOrEqual(48)
    // Objects are aligned and close with a tag; V6 does neither.
    const isAligned = all.slice(1).every(({ block }) => block.contentStart % 4 === 0)
    expect(isAligned).toBe(container !== 'v6')
    expect(all.every(({ block }) => block.end - block.contentEnd === (container === 'v6' ? 0 : 1))).toBe(true)
  })

  it('ends a stretch before the block that reaches over its end', () => {
    const [first, second, third] = [...blocksOf(source, blocks, { from: blocks.firstStart, to: bytes.length })]
    const stretch = (from: number, to: number) =>
      [...blocksOf(source, blocks, { from, to })].map(({ block }) => block.name)
    expect(stretch(blocks.firstStart, second!.block.end)).toEqual(['Trace', 'MetadataBlock'])
    expect(stretch(blocks.firstStart, second!.block.end - 1)).toEqual(['Trace'])
    expect(stretch(second!.block.start, third!.block.end)).toEqual(['MetadataBlock', 'EventBlock'])
    expect(first!.block.start).toBe(blocks.firstStart)
    expect(second!.block.start).toBe(first!.block.end)
  })

  it('says where the size of a block stands', () => {
    const [, second] = [...blocksOf(source, blocks, { from: blocks.firstStart, to: bytes.length })]
    expect(uint32(source, second!.block.sizeAt) & 0xffffff).toBe(3)
  })
})

const at = (bytes: Uint8Array, start: number) => new StreamBlocks(sourceOf(bytes)).at(start)

describe('bytes that begin no block', () => {
  let objects: Uint8Array
  beforeAll(() => {
    objects = written('nettrace').bytes
  })
  const changed = (offset: number, value: number) => {
    const bytes = objects.slice()
    bytes[32 + offset] = value
    return at(bytes, 32)
  }

  it('are none of the container’s objects', () => {
    expect(at(objects, 32)?.name).toBe('Trace')
    expect(at(objects, 33)).toBeNull()
    expect(at(objects, objects.length - 1)).toBeNull()
    expect([changed(0, 6), changed(0, 4), changed(1, 4), changed(2, 5)]).toEqual([null, null, null, null])
    expect([changed(11, 0), changed(14, 128), changed(11, 65)]).toEqual([null, null, null])
    expect(changed(11, 64)).not.toBeNull()
  })

  it('are those of a head that the file ends in', () => {
    const second = at(objects, 32)!.end
    const whole = at(objects, second)!
    expect(at(objects.subarray(0, second + 14), second)).toBeNull()
    expect(at(objects.subarray(0, whole.sizeAt + 3), second)).toBeNull()
    // The size is there: where the block would end is known, whatever of it is in the file.
    expect(at(objects.subarray(0, whole.sizeAt + 4), second)?.end).toBe(whole.end)
  })

  it('are of a size below zero, which is none', () => {
    const second = at(objects, 32)!.end
    const bytes = objects.slice()
    bytes.fill(255, at(objects, second)!.sizeAt, at(objects, second)!.sizeAt + 4)
    const block = at(bytes, second)!
    expect(block.contentEnd).toBe(block.contentStart)
  })

  it('of V6 are less than the four of a head; its last block has no end', () => {
    const { bytes } = written('v6')
    expect(at(bytes, bytes.length - 3)).toBeNull()
    expect(at(bytes, bytes.length - 4)).toMatchObject({ name: 'EndOfStream', end: Number.POSITIVE_INFINITY })
    const unknown = join(bytes, [2, 0, 0, 77, 1, 2])
    expect(at(unknown, bytes.length)).toMatchObject({ name: 'block 77', end: bytes.length + 6 })
  })

  it('are a number of 0 where the file ends', () => {
    expect([uint32(sourceOf(Uint8Array.of(1, 2, 3)), 0), uint32(sourceOf(Uint8Array.of(1, 0, 0, 128)), 0)]).toEqual([
      0, 0x8000_0001,
    ])
  })

  it('of a short file are a netperf stream with nothing in it', () => {
    const blocks = new StreamBlocks(sourceOf(ascii('Nettra')))
    expect([blocks.container, blocks.at(0)]).toEqual(['netperf', null])
  })
})
