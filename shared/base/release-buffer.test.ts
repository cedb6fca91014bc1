import { expect, test } from 'vitest'
import { releaseBuffer } from './release-buffer.ts'

test('a released buffer holds nothing any more, wherever the engine can do that', () => {
  const buffer = new ArrayBuffer(1000)
  const view = new Uint8Array(buffer)
  releaseBuffer(buffer)
  const canRelease = 'transfer' in ArrayBuffer.prototype
  expect(buffer.byteLength).toBe(canRelease ? 0 : 1000)
  expect(view.length).toBe(canRelease ? 0 : 1000)
})

test('releasing twice is harmless where a buffer is released at all', () => {
  const buffer = new ArrayBuffer(8)
  releaseBuffer(buffer)
  if (buffer.byteLength > 0) releaseBuffer(buffer)
  expect(buffer.byteLength === 0 || buffer.byteLength === 8).toBe(true)
})
