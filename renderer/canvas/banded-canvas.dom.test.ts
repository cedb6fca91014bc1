import { afterEach, expect, it, vi } from 'vitest'
import { type Band, BandedCanvas, type BandedPicture } from './banded-canvas.ts'

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

const all: Band = { topPx: 0, bottomPx: 100 }
const upper: Band = { topPx: 0, bottomPx: 40 }
const draw: BandedPicture['draw'] = (context, { topPx }) => context.fillRect(1, topPx, 2, 3)
/** Two bands. */
const picture = (drawn = all): BandedPicture => ({ widthPx: 1250, heightPx: 100, drawn, draw })
/** Fills its bands with a number. */
const of = (name: number) => (): BandedPicture => ({
  ...picture(),
  draw: (context) => context.fillRect(name, 0, 0, 0),
})

it('paints a picture band by band, each with the place of the whole', () => {
  const { taken } = watchContexts()
  const canvas = new BandedCanvas('position:absolute')
  expect(canvas.paintWanted(() => picture())).toBe(true)
  expect(taken()).toEqual([
    '0 clear 0 0 1250 50',
    '0 move 0 0',
    '0 fill 1 0 2 3',
    '1 clear 0 0 1250 50',
    '1 move 0 -50',
    '1 fill 1 50 2 3',
  ])
  expect([...canvas.element.querySelectorAll('canvas')].map(({ style }) => style.height)).toEqual(['50px', '50px'])
  canvas.want('at-once')
  canvas.paintWanted(() => ({ ...picture(), heightPx: 40 }))
  expect(canvas.element.querySelectorAll('canvas')).toHaveLength(1)
  expect(taken()).toEqual(['0 clear 0 0 1250 40', '0 move 0 0', '0 fill 1 0 2 3'])
})

it('clears a band that nothing is drawn in once', () => {
  const { taken } = watchContexts()
  const canvas = new BandedCanvas('position:absolute')
  const paint = (drawn: Band): string[] => {
    canvas.want('at-once')
    canvas.paintWanted(() => picture(drawn))
    return taken().filter((call) => call.startsWith('1'))
  }
  expect(paint(upper)).toEqual(['1 clear 0 0 1250 50'])
  expect(paint(upper)).toEqual([])
  expect(paint(all)).toHaveLength(3)
})

it('paints in steps what is not awaited, and shows it when all of it is there', () => {
  const { taken } = watchContexts()
  const canvas = new BandedCanvas('position:absolute')
  const sheets = (): string[] => [...canvas.element.children].map((sheet) => (sheet as HTMLElement).style.visibility)
  const fills = (): string[] => taken().filter((call) => call.includes('fill'))
  canvas.paintWanted(() => picture())
  expect([sheets(), fills()]).toEqual([
    ['visible', 'hidden'],
    ['0 fill 1 0 2 3', '1 fill 1 50 2 3'],
  ])
  expect(canvas.paintWanted(() => picture())).toBe(true)
  expect(fills()).toEqual([])
  canvas.want('steps')
  // The first frame has the layout of what is new.
  expect([canvas.paintWanted(() => picture()), fills()]).toEqual([false, []])
  expect(canvas.paintWanted(() => picture())).toBe(false)
  expect([sheets(), fills()]).toEqual([['visible', 'hidden'], ['2 fill 1 0 2 3']])
  expect(canvas.paintWanted(() => picture())).toBe(true)
  expect([sheets(), fills()]).toEqual([['hidden', 'visible'], ['3 fill 1 50 2 3']])
})

it('ends a picture in steps before it begins the next, and drops it for one at once', () => {
  const { taken } = watchContexts()
  const canvas = new BandedCanvas('position:absolute')
  const fills = (): string[] => taken().filter((call) => call.includes('fill'))
  canvas.paintWanted(() => picture())
  taken()
  canvas.want('steps')
  canvas.paintWanted(of(7))
  canvas.want('steps')
  for (const name of [8, 8, 9, 9]) expect(canvas.paintWanted(of(name))).toBe(false)
  expect(fills()).toEqual(['2 fill 7 0 0 0', '3 fill 7 0 0 0', '0 fill 9 0 0 0'])
  canvas.want('at-once')
  canvas.want('steps')
  expect(canvas.paintWanted(of(5))).toBe(true)
  expect(fills()).toEqual(['2 fill 5 0 0 0', '3 fill 5 0 0 0'])
  expect(canvas.paintWanted(of(6))).toBe(true)
  expect(fills()).toEqual([])
})
