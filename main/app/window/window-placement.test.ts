import { describe, expect, test } from 'vitest'
import { initialBounds } from './window-placement.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const second = { x: 1920, y: 0, width: 1280, height: 1024 }
const remembered = { x: 100, y: 80, width: 1200, height: 800, isMaximized: false }

describe('where a window opens', () => {
  test('the first time the window manager places it, at the usual size', () => {
    expect(initialBounds(null, [screen])).toEqual({ position: null, width: 1440, height: 900, isMaximized: false })
  })

  test('later where it was', () => {
    expect(initialBounds(remembered, [screen])).toMatchObject({ position: { x: 100, y: 80 }, width: 1200, height: 800 })
  })

  test('on the second screen, when it was there', () => {
    const there = { ...remembered, x: 2000 }
    expect(initialBounds(there, [screen, second]).position).toEqual({ x: 2000, y: 80 })
  })

  test('not on a screen that is gone, but as large as before', () => {
    const there = { ...remembered, x: 2000 }
    expect(initialBounds(there, [screen])).toMatchObject({ position: null, width: 1200, height: 800 })
  })

  test.each([
    ['above the screen', { y: -200 }],
    ['below the screen', { y: 1070 }],
    ['left of the screen, but for a few pixels', { x: -1150 }],
    ['right of the screen, but for a few pixels', { x: 1850 }],
  ])('not where its title bar cannot be reached: %s', (_where, place) => {
    expect(initialBounds({ ...remembered, ...place }, [screen]).position).toBeNull()
  })

  test('partly off the screen is fine while it can be pulled back', () => {
    expect(initialBounds({ ...remembered, x: -600 }, [screen]).position).toEqual({ x: -600, y: 80 })
  })

  test('never larger than the screen, never smaller than the minimum', () => {
    const small = { x: 0, y: 0, width: 800, height: 600 }
    expect(initialBounds({ ...remembered, x: 0, y: 0, width: 4000, height: 3000 }, [small])).toMatchObject({
      width: 800,
      height: 600,
    })
    expect(initialBounds({ ...remembered, width: 10, height: 10 }, [screen])).toMatchObject({ width: 720, height: 480 })
  })

  test('maximized again, with the size for later', () => {
    expect(initialBounds({ ...remembered, isMaximized: true }, [screen])).toMatchObject({
      isMaximized: true,
      width: 1200,
    })
  })

  test('a further window next to the one before', () => {
    expect(initialBounds(remembered, [screen], 28).position).toEqual({ x: 128, y: 108 })
  })

  test('without any screen somewhere at all', () => {
    expect(initialBounds(null, [])).toMatchObject({ position: null, width: 1440 })
  })
})
