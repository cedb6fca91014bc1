import { expect, test } from 'vitest'
import { Track } from './track.ts'

const copies = { pack: (bytes: Uint8Array) => bytes, unpack: (bytes: Uint8Array) => bytes }

test('a chunk has the series that have values in it, and their memory is given back when they have none', () => {
  const track = new Track(3)
  track.add(8, 1000, 1, 0)
  track.add(2, 1000, 2, 0)
  const both = track.memoryBytes
  expect([...track.seal(copies).seriesIndexes]).toEqual([2, 8])
  track.add(8, 2000, 3, 0)
  expect(track.seal(copies)).toMatchObject({ track: 3, tickCount: 1, sampleCount: 1, seriesIndexes: Uint32Array.of(8) })
  expect(track.memoryBytes).toBeLessThan(both)
  expect([track.column(2), track.column(8)?.count]).toEqual([undefined, 0])
})
