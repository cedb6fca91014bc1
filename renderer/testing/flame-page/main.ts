import { readChartTheme } from '../../canvas/chart-theme.ts'
import { FlameCanvas } from '../../canvas/flame/flame-canvas.ts'
import { flameColours, type FlameColours } from '../../canvas/flame/flame-colours.ts'
import type { FlameViewport } from '../../canvas/flame/flame-layout.ts'
import type { FlameLook } from '../../canvas/flame/flame-painter.ts'
import { readFlameTheme } from '../../canvas/flame/flame-theme.ts'
import { panned, zoomedAt } from '../../canvas/flame/flame-viewport.ts'
import { frameLoop } from '../../canvas/frame-loop.ts'
import '../../app/theme/theme.css'

/**
 * For bench/flame. Answers come as numbers of eight bytes: total, deepest row, number of boxes, then the columns parent, function, depth, start
 * and width.
 */
const { theme, palette } = readFlameTheme(document.documentElement, readChartTheme(document.body, 'light', 1))
const origins = ['own', 'framework', 'base'] as const
const colours: (FlameColours | undefined)[] = []
const look: FlameLook = {
  label: (index) => `Namespace.Type${String(index % 97)}.Method${String(index)}`,
  isOwn: (index) => index % 3 === 0,
  colours: (index, depth) =>
    (colours[index * 2 + (depth % 2)] ??= flameColours(palette, origins[index % 3]!, `M${String(index % 20)}`, depth)),
  share: (weight) => `${weight.toFixed(1)}%`,
}

let wanted: FlameViewport | null = null
let isAsking = false
let widthPx = 0
let answerCount = 0
let shownBoxes = 0

const canvas = new FlameCanvas(document.querySelector<HTMLElement>('#graph')!, {
  onHover: () => undefined,
  onPick: () => undefined,
  onOpen: () => undefined,
  onMenu: () => undefined,
  onStretch: (viewport) => void ask(viewport),
  onResize: (size) => {
    widthPx = size.widthPx
  },
})

/** One question at a time, the newest next, as in the app. */
async function ask(viewport: FlameViewport): Promise<void> {
  wanted = viewport
  if (isAsking) return
  isAsking = true
  while (wanted !== null) {
    const { from, to } = wanted
    wanted = null
    const reply = await fetch(`/answer?from=${String(from)}&to=${String(to)}&width=${String(widthPx)}`)
    show(new Float64Array(await reply.arrayBuffer()))
  }
  isAsking = false
}

function show(numbers: Float64Array): void {
  const [total = 0, maxDepth = 0, count = 0] = numbers
  const column = (at: number) => numbers.subarray(3 + at * count, 3 + (at + 1) * count)
  const boxes = {
    parent: Uint32Array.from(column(0)),
    function: Uint32Array.from(column(1)),
    depth: Uint32Array.from(column(2)),
    start: column(3),
    width: column(4),
  }
  canvas.show({ boxes, total, rowCount: maxDepth + 1, look, theme, direction: 'icicle', isGrowing: false })
  answerCount++
  shownBoxes = Math.max(shownBoxes, count)
}

/** In, along, down and out again, a step in each frame. */
function step(frame: number): void {
  const { target, total } = canvas
  const at = frame % 480
  const share = 0.3 + 0.4 * ((frame / 480) % 1)
  if (at < 160) canvas.goTo(zoomedAt(target, share, 1.04, total), false)
  else if (at < 320) {
    canvas.goTo(panned(target, at < 240 ? 0.01 : -0.01, total), false)
    canvas.scrollBy(at < 240 ? 6 : -6)
  } else canvas.goTo(zoomedAt(target, share, 1 / 1.04, total), false)
}

async function move(seconds: number): Promise<unknown> {
  await ask({ from: 0, to: Number.MAX_SAFE_INTEGER, topPx: 0 })
  canvas.setStretch(0, canvas.total)
  frameLoop.resetStatistics()
  const intervalsMs: number[] = []
  const startMs = performance.now()
  let lastMs = startMs
  for (let frame = 0; lastMs - startMs < seconds * 1000; frame++) {
    step(frame)
    canvas.invalidate()
    const nowMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    intervalsMs.push(nowMs - lastMs)
    lastMs = nowMs
  }
  const { workMedianMs, workP99Ms, workMaxMs } = frameLoop.statistics()
  const intervalP99Ms = intervalsMs.toSorted((a, b) => a - b)[Math.floor(intervalsMs.length * 0.99)] ?? 0
  const framesPerSecond = intervalsMs.length / ((lastMs - startMs) / 1000)
  return { workMedianMs, workP99Ms, workMaxMs, intervalP99Ms, framesPerSecond, answerCount, shownBoxes }
}

Object.assign(window, { moveFlame: move })
