import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TreeEvents } from './tree-rows.ts'
import { useTree } from './use-tree.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }))
afterEach(() => void vi.useRealTimers())

const nextFrame = (): void => act(() => void vi.advanceTimersToNextFrame())

function opened() {
  const made: { readonly key: string; readonly events: TreeEvents; readonly close: () => void }[] = []
  let drawn = 0
  const hook = renderHook(
    ({ key }) => {
      drawn++
      return useTree(key, (events) => {
        const tree = { key, events, close: vi.fn() }
        made.push(tree)
        return tree
      })
    },
    { initialProps: { key: 'a' } },
  )
  return { ...hook, made, drawnNow: () => drawn }
}

test('answers are drawn once in a frame, what a person does at once', () => {
  const { result, made, drawnNow } = opened()
  const { events } = made[0]!
  expect(result.current).toBeNull()
  act(() => {
    events.onAnswer()
    events.onAnswer()
  })
  expect(result.current).toBeNull()
  nextFrame()
  expect(result.current).toBe(made[0])

  const before = drawnNow()
  act(events.onAnswer)
  act(events.onChange)
  expect(drawnNow()).toBe(before + 1)
  nextFrame()
  expect(drawnNow()).toBe(before + 1)
})

test('the tree before stays until there is something of the next one, and nothing is drawn of a closed one', () => {
  const { result, rerender, unmount, made, drawnNow } = opened()
  act(made[0]!.events.onChange)
  act(made[0]!.events.onAnswer)
  rerender({ key: 'b' })
  expect(made[0]!.close).toHaveBeenCalledOnce()
  nextFrame()
  expect(result.current).toBe(made[0])
  act(made[1]!.events.onAnswer)
  nextFrame()
  expect(result.current).toBe(made[1])

  act(made[1]!.events.onAnswer)
  const before = drawnNow()
  unmount()
  nextFrame()
  expect(drawnNow()).toBe(before)
})
