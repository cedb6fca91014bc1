import { fitMiddle } from './fit-middle.ts'

/** Text may be a fraction of a pixel wider on screen than on a canvas. */
const slackPx = 0.5
const longestMemory = 4000

/** Widths by font and text. Cleared as a whole when full: a screen needs a few hundred. */
const widths = new Map<string, number>()
let context: CanvasRenderingContext2D | null | undefined

function measureIn(font: string, letterSpacing: string): (text: string) => number {
  return (text) => {
    const key = `${font}\n${letterSpacing}\n${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    if (!context) return 0
    context.font = font
    context.letterSpacing = letterSpacing
    const { width } = context.measureText(text)
    if (widths.size >= longestMemory) widths.clear()
    widths.set(key, width)
    return width
  }
}

/** What is shown instead of the content of a frame; null: all of it has room. */
function shortOf(frame: HTMLElement): string | null {
  const whole = frame.firstElementChild
  if (!(whole instanceof HTMLElement)) return null
  const availablePx = frame.getBoundingClientRect().width
  const naturalPx = whole.getBoundingClientRect().width
  const text = whole.textContent
  if (availablePx === 0 || naturalPx <= availablePx + slackPx) return null
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return null
  const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(frame)
  // Put together here: with font features set, as in this app, the shorthand `font` is empty.
  const measure = measureIn(`${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing)
  // Those features are also what a canvas does not know; they widen a text about evenly.
  const widening = naturalPx / (measure(text) || naturalPx)
  return fitMiddle(text, (availablePx - slackPx) / widening, measure)
}

/**
 * Writes the fitted text into `data-short` of each frame whose content, the whole text at its natural width, is wider than
 * the frame itself; the style sheet shows it instead. Straight into the element: a pane that is dragged wider must not render. All are
 * measured before one is written: the page is laid out once.
 */
function fitAll(frames: Iterable<HTMLElement>): void {
  const fitted = Array.from(frames, (frame) => ({ frame, short: shortOf(frame) }))
  for (const { frame, short } of fitted)
    if (short === null) delete frame.dataset['short']
    else if (frame.dataset['short'] !== short) frame.dataset['short'] = short
}

/** The text of a frame has changed. It is fitted when the page is laid out next, with others that change until then: to measure now would lay it out once more. */
export function refit(frame: HTMLElement): void {
  // What is observed anew is told of with the next layout, whatever its size.
  observer?.unobserve(frame)
  observer?.observe(frame)
}

let observer: ResizeObserver | null = null

/** One observer for all of them. The content is watched too: its width tells of another font, size of text or wording. */
export function watchFit(frame: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {}
  observer ??= new ResizeObserver((entries) => {
    const frames = new Set<HTMLElement>()
    for (const { target } of entries) {
      const found = target.closest<HTMLElement>('[data-fit]')
      if (found) frames.add(found)
    }
    fitAll(frames)
  })
  const whole = frame.firstElementChild
  const watching = observer
  watching.observe(frame)
  if (whole) watching.observe(whole)
  return () => {
    watching.unobserve(frame)
    if (whole) watching.unobserve(whole)
  }
}
