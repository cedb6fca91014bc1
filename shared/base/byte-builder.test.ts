import { expect, test } from 'vitest'
import { ByteBuilder } from './byte-builder.ts'

test('what is written piece by piece comes out as one, and its room is used again', () => {
  const sink = new ByteBuilder()
  sink.u8(7)
  sink.u16(0x0102)
  sink.bytes(new Uint8Array(3000).fill(9))
  const bytes = sink.view().slice()
  expect([...bytes.subarray(0, 4)]).toEqual([7, 2, 1, 9])
  expect(bytes.length).toBe(3003)
  sink.clear()
  sink.u8(1)
  expect([...sink.view()]).toEqual([1])
  expect(sink.view().buffer.byteLength).toBeGreaterThanOrEqual(3003)
})
