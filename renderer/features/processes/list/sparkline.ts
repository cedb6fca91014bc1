import type { ProcessKey } from '../../../../shared/model/ids.ts'
import { gapMs, historySpanMs, type UsageHistory, type UsageMetric } from '../model/usage-history.ts'

export interface SparklineBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface SparklineStyle {
  readonly color: string
  /** Value at the top edge; the same for all lines of a column. */
  readonly maximum: number
}

/** The drawing calls that are used, so that a test can record them. */
export type SparklineContext = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'stroke'
  | 'fill'
  | 'fillRect'
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
>

/** One stretch of samples without a gap. */
interface Run {
  readonly xs: number[]
  readonly ys: number[]
}

/** Below this share of the column a line lies flat: thinner, and without the area that would only be a smear. */
const faintShare = 0.03
/** A run that rises and falls by less than this many pixels is drawn as a bar. */
const flatPx = 0.75

/** The top of a scale: never below `floor`, so that idle processes do not look busy; `headroom` is the room above the largest. */
export function columnMaximum(
  history: UsageHistory,
  keys: Iterable<ProcessKey>,
  metric: UsageMetric,
  floor: number,
  headroom = 1,
): number {
  return Math.max(floor, history.maximum(keys, metric) * headroom)
}

/** One line of the last 60 s, right edge = newest sample of all. A pause between samples is a gap, a lone sample a dot. */
export function drawSparkline(
  context: SparklineContext,
  history: UsageHistory,
  key: ProcessKey,
  metric: UsageMetric,
  box: SparklineBox,
  style: SparklineStyle,
): void {
  const { runs, largest } = readRuns(history, key, metric, box, style.maximum)
  const isFaint = largest < faintShare * style.maximum
  const baseline = box.y + box.height - 1
  context.strokeStyle = style.color
  context.fillStyle = style.color
  context.lineJoin = 'round'
  for (const run of runs) {
    if (isFlat(run)) drawBar(context, run, baseline, isFaint)
    else drawCurve(context, run, baseline, isFaint)
  }
  context.globalAlpha = 1
}

/** Most lines of an idle machine: two rectangles cost a tenth of two antialiased paths. */
function drawBar(context: SparklineContext, { xs, ys }: Run, baseline: number, isFaint: boolean): void {
  const left = xs[0] ?? 0
  const width = Math.max(1, (xs.at(-1) ?? left) - left)
  const y = ys.at(-1) ?? baseline
  if (!isFaint) {
    context.globalAlpha = 0.14
    context.fillRect(left, y, width, Math.max(0, baseline - y))
  }
  const lineWidth = setLine(context, isFaint)
  context.fillRect(left, y - lineWidth / 2, width, lineWidth)
}

function drawCurve(context: SparklineContext, run: Run, baseline: number, isFaint: boolean): void {
  const { xs } = run
  if (!isFaint) {
    context.globalAlpha = 0.14
    context.beginPath()
    context.moveTo(xs[0] ?? 0, baseline)
    addPoints(context, run, 0)
    context.lineTo(xs.at(-1) ?? 0, baseline)
    context.closePath()
    context.fill()
  }
  context.lineWidth = setLine(context, isFaint)
  context.beginPath()
  context.moveTo(xs[0] ?? 0, run.ys[0] ?? 0)
  addPoints(context, run, 1)
  context.stroke()
}

function addPoints(context: SparklineContext, { xs, ys }: Run, from: number): void {
  for (let index = from; index < xs.length; index++) context.lineTo(xs[index] ?? 0, ys[index] ?? 0)
}

function setLine(context: SparklineContext, isFaint: boolean): number {
  context.globalAlpha = isFaint ? 0.7 : 1
  return isFaint ? 1 : 1.25
}

function isFlat({ ys }: Run): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const y of ys) {
    if (y < low) low = y
    if (y > high) high = y
  }
  return high - low < flatPx
}

function readRuns(
  history: UsageHistory,
  key: ProcessKey,
  metric: UsageMetric,
  box: SparklineBox,
  maximum: number,
): { readonly runs: readonly Run[]; readonly largest: number } {
  const column = history.column(key, metric)
  const runs: Run[] = []
  let largest = 0
  if (column === null) return { runs, largest }
  const { slots, times, endMs } = history.window()
  const right = box.x + box.width - 1
  const pxPerMs = (box.width - 2) / historySpanMs
  const bottom = box.y + box.height - 1.5
  const pxPerUnit = maximum > 0 ? (box.height - 4) / maximum : 0
  let run: Run | null = null
  let lastMs = 0
  for (let index = 0; index < slots.length; index++) {
    const value = column[slots[index] ?? 0] ?? Number.NaN
    const timeMs = times[index] ?? Number.NaN
    if (Number.isNaN(value)) {
      run = null
      continue
    }
    if (run === null || timeMs - lastMs > gapMs) {
      run = { xs: [], ys: [] }
      runs.push(run)
    }
    lastMs = timeMs
    if (value > largest) largest = value
    run.xs.push(right - (endMs - timeMs) * pxPerMs)
    run.ys.push(bottom - Math.min(value, maximum) * pxPerUnit)
  }
  return { runs, largest }
}
