import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRested } from './use-rested.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function rested() {
  const { result, rerender } = renderHook(({ value, key }) => useRested(value, key, { restMs: 500, mostMs: 1200 }), {
    initialProps: { value: 1, key: 'a' },
  })
  const pass = (ms: number): number => {
    act(() => void vi.advanceTimersByTime(ms))
    return result.current
  }
  const give = (value: number, key = 'a'): number => {
    rerender({ value, key })
    return result.current
  }
  return { pass, give }
}

it('takes a value when no other has come for a while', () => {
  const { pass, give } = rested()
  expect([give(2), pass(400), give(3), pass(400), pass(100)]).toEqual([1, 1, 1, 1, 3])
})

it('takes one now and then of those that never rest', () => {
  const { pass, give } = rested()
  const taken: number[] = []
  for (let value = 2; value <= 12; value++) {
    give(value)
    taken.push(pass(250))
  }
  expect(taken).toEqual([1, 1, 1, 1, 6, 6, 6, 6, 6, 11, 11])
})

it('takes another thing at once', () => {
  const { pass, give } = rested()
  expect([give(2, 'b'), give(3, 'b'), pass(500)]).toEqual([2, 2, 3])
})
