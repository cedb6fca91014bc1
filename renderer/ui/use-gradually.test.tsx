import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useGradually } from './use-gradually.ts'

const things = (first: number, count: number) => Array.from({ length: count }, (_, at) => ({ key: String(first + at) }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const nextFrame = (): void => {
  act(() => {
    vi.advanceTimersToNextFrame()
  })
}

test('what comes is drawn a few in a frame, what is there stays', () => {
  const { result, rerender } = renderHook(({ all }) => useGradually(all, 3), { initialProps: { all: things(0, 8) } })
  const counts = [result.current.length]
  for (let frame = 0; frame < 3; frame++) {
    nextFrame()
    counts.push(result.current.length)
  }
  expect(counts).toEqual([3, 6, 8, 8])
  rerender({ all: things(4, 9) })
  expect(result.current.map(({ key }) => Number(key))).toEqual([4, 5, 6, 7, 8, 9, 10])
  nextFrame()
  expect(result.current).toEqual(things(4, 9))
})

test('in the frame of the first of them there is less time', () => {
  const { result } = renderHook(() => useGradually(things(0, 8), 3, 1))
  const counts = [result.current.length]
  for (let frame = 0; frame < 3; frame++) {
    nextFrame()
    counts.push(result.current.length)
  }
  expect(counts).toEqual([1, 4, 7, 8])
})
