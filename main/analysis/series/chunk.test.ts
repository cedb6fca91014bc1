import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type OpenColumn, packChunk } from './chunk.ts'

const packer = {
  pack: (bytes: Uint8Array) => deflateRawSync(bytes, { level: 1 }),
  unpack: (bytes: Uint8Array) => inflateRawSync(bytes),
}

const column = (seriesIndex: number, ...ticks: readonly number[]): OpenColumn => ({
  seriesIndex,
  values: Float64Array.from(ticks, (tick) => tick * 1.5),
  ticks: Uint16Array.from(ticks),
  count: ticks.length,
})

test('only a series that is missing in some rows says in which ones it is', () => {
  const times = Float64Array.of(1000, 2000, 3000)
  const columns = [column(3, 0, 1, 2), column(5, 0, 2), column(8, 0, 1, 2)]
  const { bytes, offsets } = packChunk(1, times, columns, 8, packer)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const heads = columns.map((_, at) => [view.getUint16(offsets[at]!, true), view.getUint16(offsets[at]! + 2, true) > 0])
  expect(heads).toEqual([
    [3, false],
    [2, true],
    [3, false],
  ])
  // The same values take the same bytes: nothing lies between the head and the values.
  expect(offsets[1]! - offsets[0]!).toBe(offsets[3]! - offsets[2]!)
  const [first, alone] = [offsets[1]! - offsets[0]!, packChunk(1, times, [columns[0]!], 3, packer)]
  expect(alone.offsets[1]! - alone.offsets[0]!).toBe(first)
})
