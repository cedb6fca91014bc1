import { afterEach, expect, it, vi } from 'vitest'
import { type Band, BandedCanvas } from './banded-canvas.ts'

afterEach(() => void vi.restoreAllMocks())

/** Contexts that write down what they are asked; the canvases in the order of their first painting. */
function watchContexts() {
  const calls: string[] = []
  const canvases: HTMLCanvasElement[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function of(this: HTMLCanvasElement) {
    if (!canvases.includes(this)) canvases.push(this)
    const name = String(canvases.indexOf(this))
    const note =
      (what: string) =>
      (...numbers: readonly number[]) =>
        void calls.push(`${name} ${what} ${numbers.join(' ')}`)
    return {
      setTransform: () => undefined,
      save: () => undefined,
      restore: () => undefined,
      clearRect: note('clear'),
      translate: note('move'),
      fillRect: note('fill'),
    } as unknown as null
  })
  return { calls, taken: () => calls.splice(0) }
}

const draw = (context: CanvasRenderingContext2D): void => context.fillRect(0, 0, 1, 1)
const all: Band = { topPx: 0, bottomPx: 288 }

it('paints a picture band by band, each with the place of the whole', () => {
  const { taken } = watchContexts()
  const canvas = new BandedCanvas('position:absolute')
  canvas.paint(1250, 288, all, (context, { topPx }) => context.fillRect(1, topPx, 2, 3))
  expect(taken()).toEqual([
    '0 clear 0 0 1250 144',
    '0 move 0 0',
    '0 fill 1 0 2 3',
    '1 clear 0 0 1250 144',
    '1 move 0 -144',
    '1 fill 1 144 2 3',
  ])
  expect([...canvas.element.children].map((child) => (child as HTMLElement).style.height)).toEqual(['144px', '144px'])
  canvas.paint(1250, 100, all, (context) => context.fillRect(0, 0, 1, 1))
  expect(canvas.element.children).toHaveLength(1)
  expect(taken()).toEqual(['0 clear 0 0 1250 100', '0 move 0 0', '0 fill 0 0 1 1'])
})

it('clears a band that nothing is drawn in once', () => {
  const { taken } = watchContexts()
  const canvas = new BandedCanvas('position:absolute')
  const upper: Band = { topPx: 0, bottomPx: 60 }
  canvas.paint(1250, 288, upper, draw)
  expect(taken()).toEqual(['0 clear 0 0 1250 144', '0 move 0 0', '0 fill 0 0 1 1', '1 clear 0 0 1250 144'])
  canvas.paint(1250, 288, upper, draw)
  expect(taken().filter((call) => call.startsWith('1'))).toEqual([])
  canvas.paint(1250, 288, all, draw)
  expect(taken().filter((call) => call.startsWith('1'))).toHaveLength(3)
})
