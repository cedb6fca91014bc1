import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRowPages } from './row-pages.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }))
afterEach(() => void vi.useRealTimers())

const nextFrame = (): void => act(() => void vi.advanceTimersToNextFrame())

test('the first rows are drawn at once, further ones once in a frame, and none of closed pages', () => {
  const made: { readonly key: string; readonly onChange: () => void }[] = []
  let drawn = 0
  const { result, rerender, unmount } = renderHook(
    ({ key }) => {
      drawn++
      return useRowPages(key, (onChange) => {
        const pages = { key, onChange, refresh: vi.fn(), close: vi.fn() }
        made.push(pages)
        return pages
      })
    },
    { initialProps: { key: 'a' } },
  )
  expect(result.current).toBeNull()
  act(made[0]!.onChange)
  expect(result.current).toBe(made[0])

  const before = drawn
  act(() => {
    made[0]!.onChange()
    made[0]!.onChange()
  })
  expect(drawn).toBe(before)
  nextFrame()
  expect(drawn).toBe(before + 1)

  act(made[0]!.onChange)
  rerender({ key: 'b' })
  nextFrame()
  expect(result.current).toBe(made[0])
  act(made[1]!.onChange)
  expect(result.current).toBe(made[1])

  act(made[1]!.onChange)
  const last = drawn
  unmount()
  nextFrame()
  expect(drawn).toBe(last)
})
