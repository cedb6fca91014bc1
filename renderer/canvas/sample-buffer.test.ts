import { expect, test } from 'vitest'
import { SampleBuffer } from './sample-buffer.ts'

test('keeps what is in it when it grows, and counts from the beginning once cleared', () => {
  const buffer = new SampleBuffer()
  for (let n = 0; n < 5000; n++) buffer.push(n, -n)
  expect(buffer.count).toBe(5000)
  expect([buffer.timeMs[0], buffer.value[4999]]).toEqual([0, -4999])
  buffer.clear()
  buffer.push(7, 8)
  expect([buffer.count, buffer.timeMs[0], buffer.value[0]]).toEqual([1, 7, 8])
})

test('memory is reused', () => {
  const buffer = new SampleBuffer()
  buffer.reserve(3000)
  const column = buffer.timeMs
  buffer.clear()
  buffer.reserve(3000)
  expect(buffer.timeMs).toBe(column)
})

test('removing a sample leaves no hole', () => {
  const buffer = new SampleBuffer()
  for (let n = 0; n < 4; n++) buffer.push(n, n * 10)
  buffer.removeAt(1)
  expect([...buffer.timeMs.subarray(0, buffer.count)]).toEqual([0, 2, 3])
  expect([...buffer.value.subarray(0, buffer.count)]).toEqual([0, 20, 30])
})
