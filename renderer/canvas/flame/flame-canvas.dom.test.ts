import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/layout.ts'
import { FlameCanvas, type FlameScene } from './flame-canvas.ts'
import { boxesOf } from './testing.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const rows = ['All 0 100', 'Main 0 90', 'Work 0 60']
const scene = {
  boxes: boxesOf(rows),
  total: 100,
  rowCount: rows.length,
  direction: 'icicle',
  theme: { fontScale: 1 },
  look: { label: () => 'a', isOwn: () => true, share: () => '', colours: () => ({ fill: 'red', edge: 'blue' }) },
} as unknown as FlameScene
const noMarks = { hovered: -1, picked: -1, found: new Uint8Array(8), cursor: -1 }

function canvasIn(host: HTMLElement): FlameCanvas {
  giveLayout()
  return new FlameCanvas(host, {
    onHover: () => undefined,
    onPick: () => undefined,
    onOpen: () => undefined,
    onMenu: () => undefined,
    onStretch: () => undefined,
    onResize: () => undefined,
  })
}

it('takes a new picture without asking where it is scrolled to, which would lay the page out', () => {
  const host = document.createElement('div')
  const scrolled = vi.spyOn(host, 'scrollTop', 'set')
  const canvas = canvasIn(host)
  canvas.show(scene)
  expect(scrolled).not.toHaveBeenCalled()
  const asked = vi.spyOn(host, 'scrollTop', 'get')
  canvas.show({ ...scene, rowCount: 40 })
  expect(asked).not.toHaveBeenCalled()
  expect(canvas.geometry?.rowCount).toBe(40)
  expect(asked).toHaveBeenCalled()
  canvas.dispose()
})

it('shows the roots first, whichever side they are on', () => {
  const host = document.createElement('div')
  const scrolled = vi.spyOn(host, 'scrollTop', 'set')
  const canvas = canvasIn(host)
  canvas.show({ ...scene, rowCount: 100, direction: 'flame' })
  expect(scrolled.mock.lastCall?.[0]).toBeGreaterThan(0)
  canvas.show({ ...scene, rowCount: 100, direction: 'icicle' })
  expect(scrolled.mock.lastCall?.[0]).toBe(0)
  canvas.dispose()
})

it('paints a graph that grows band by band, and at once what somebody does', () => {
  const context = new Proxy({}, { get: (_, name) => (name === 'measureText' ? () => ({ width: 6 }) : () => undefined) })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  const host = document.createElement('div')
  const canvas = canvasIn(host)
  const shownSheet = (): number =>
    [...host.querySelectorAll<HTMLElement>('[style*="visibility"]')].findIndex(
      ({ style }) => style.visibility === 'visible',
    )
  const paintUntilShown = (): number => {
    const before = shownSheet()
    for (let frame = 1; frame < 50; frame++) {
      vi.advanceTimersToNextFrame()
      if (shownSheet() !== before) return frame
    }
    return 0
  }
  canvas.show({ ...scene, isGrowing: true })
  canvas.mark(noMarks)
  expect([paintUntilShown(), shownSheet()]).toEqual([0, 0])
  canvas.show({ ...scene, isGrowing: true })
  canvas.mark(noMarks)
  // 800 x 600 pixels are seven bands, and begun a frame later.
  expect(paintUntilShown()).toBe(8)
  const painted = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
  painted.mockClear()
  canvas.mark({ ...noMarks, hovered: 1 })
  vi.advanceTimersToNextFrame()
  expect([painted.mock.calls.length > 0, paintUntilShown()]).toEqual([true, 0])
  canvas.dispose()
})
