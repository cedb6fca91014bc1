import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { motionMs, MovingPicture } from './moving-picture.ts'

const frameMs = 16

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Of a number on a line. What it painted is in `seen`. */
function picture() {
  const seen: number[] = []
  let isEmpty = false
  const moving: MovingPicture<number> = new MovingPicture<number>({
    css: '',
    view: 0,
    between: (one, other, progress) => one + (other - one) * progress,
    isEmpty: () => isEmpty,
    pictureAt: (nowMs) => {
      seen.push(moving.shownAt(nowMs))
      return { widthPx: 10, heightPx: 10, drawn: { topPx: 0, bottomPx: 10 }, draw: () => undefined }
    },
  })
  return { moving, seen, empty: (is: boolean) => void (isEmpty = is) }
}

const frames = (count: number): void => {
  for (let frame = 0; frame < count; frame++) vi.advanceTimersToNextFrame()
}

test('is painted once for many wishes, and no more afterwards', () => {
  const { moving, seen } = picture()
  moving.jumpTo(5)
  moving.invalidate()
  frames(5)
  expect(seen).toEqual([5])
  moving.dispose()
})

test('is painted in each frame of a motion until it has arrived, and a further one goes on from where it is', () => {
  const { moving, seen } = picture()
  moving.moveTo(100)
  expect(moving.target).toBe(100)
  frames(4)
  expect(seen[0]).toBe(0)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  const halfway = moving.shownAt(performance.now())
  expect(halfway).toBeGreaterThan(0)
  expect(halfway).toBeLessThan(100)

  moving.moveTo(0)
  seen.length = 0
  frames(Math.ceil(motionMs / frameMs) + 3)
  expect(seen[0]).toBeCloseTo(halfway)
  expect(seen.at(-1)).toBe(0)
  const count = seen.length
  frames(5)
  expect(seen).toHaveLength(count)
  moving.dispose()
})

test('a jump ends a motion, and nothing is painted of what is empty or disposed', () => {
  const { moving, seen, empty } = picture()
  moving.moveTo(100)
  frames(2)
  moving.jumpTo(7)
  frames(3)
  expect(seen.at(-1)).toBe(7)
  const count = seen.length
  empty(true)
  moving.invalidate()
  frames(3)
  empty(false)
  moving.invalidate()
  moving.dispose()
  frames(3)
  expect(seen).toHaveLength(count)
})
