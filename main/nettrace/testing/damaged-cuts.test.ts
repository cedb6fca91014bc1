import { expect, test } from 'vitest'
import { madeFormats, type MadeStream, makeStream } from '../writer/made-stream.ts'
import { summarise } from './both-readers.ts'

const made: MadeStream = {
  syncUnixMs: Date.UTC(2025, 0, 1),
  syncTicks: 1000n,
  ticksPerSecond: 1e9,
  pointerBytes: 8,
  types: [{ provider: 'P', eventId: 1, name: 'E', version: 0, level: 4, keywords: 0n, opcode: 0, fields: [] }],
  events: Array.from({ length: 40 }, (_, index) => ({
    type: 0,
    step: 10,
    thread: index % 3,
    processor: 0,
    stack: [],
    activityId: null,
    payload: Uint8Array.of(index, 1, 2, 3, 4),
    after: index % 8 === 7 ? 'flush' : 'nothing',
  })),
}

/** Sizes, counts and bytes inside of blocks, all over the stream. */
const places = Array.from({ length: 30 }, (_, index) => 130 + index * 34)

test.each(madeFormats)('a damaged %s stream reads the same at once and in pieces', (format) => {
  const sound = makeStream(made, format)
  for (const place of places.filter((at) => at + 4 <= sound.length)) {
    for (const value of [0, -1, 0x7f_ffff]) {
      const bytes = sound.slice()
      new DataView(bytes.buffer).setInt32(place, value, true)
      const whole = summarise(bytes, bytes.length)
      for (const pieceBytes of place % 3 === 0 ? [1, 200] : [7])
        expect(summarise(bytes, pieceBytes), `${value} at ${place}`).toEqual(whole)
    }
  }
})
