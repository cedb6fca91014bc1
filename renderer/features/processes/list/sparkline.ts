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
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
>

interface Run {
  readonly points: (readonly [x: number, y: number])[]
}

/** Below this share of the column a line lies flat: thinner, and without the area that would only be a smear. */
const faintShare = 0.03

/** The top of a scale: never below `floor`, so that idle processes do not look busy; `headroom` is the room above the largest. */
export function columnMaximum(
  history: UsageHistory,
  keys: Iterable<ProcessKey>,
  metric: UsageMetric,
  floor: number,
  headroom = 1,
): number {
  return Math.max(floor, history.maximum(keys, metric, history.newestMs) * headroom)
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
  for (const { points } of runs) {
    if (!isFaint) fillArea(context, points, baseline)
    context.globalAlpha = isFaint ? 0.7 : 1
    context.lineWidth = isFaint ? 1 : 1.25
    context.beginPath()
    points.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
    const first = points[0]
    if (points.length === 1 && first !== undefined) context.lineTo(first[0] + 1, first[1])
    context.stroke()
  }
  context.globalAlpha = 1
}

function fillArea(context: SparklineContext, points: Run['points'], baseline: number): void {
  const first = points[0]
  const last = points.at(-1)
  if (points.length < 2 || first === undefined || last === undefined) return
  context.globalAlpha = 0.14
  context.beginPath()
  context.moveTo(first[0], baseline)
  for (const [x, y] of points) context.lineTo(x, y)
  context.lineTo(last[0], baseline)
  context.closePath()
  context.fill()
}

function readRuns(
  history: UsageHistory,
  key: ProcessKey,
  metric: UsageMetric,
  box: SparklineBox,
  maximum: number,
): { readonly runs: readonly Run[]; readonly largest: number } {
  const endMs = history.newestMs
  const runs: Run[] = []
  let run: Run | null = null
  let lastMs = Number.NEGATIVE_INFINITY
  let largest = 0
  history.visit(key, metric, endMs, (timeMs, value) => {
    if (Number.isNaN(value)) {
      run = null
      return
    }
    if (run === null || timeMs - lastMs > gapMs) {
      run = { points: [] }
      runs.push(run)
    }
    lastMs = timeMs
    largest = Math.max(largest, value)
    const x = box.x + 1 + (1 - (endMs - timeMs) / historySpanMs) * (box.width - 2)
    const share = maximum > 0 ? Math.min(1, value / maximum) : 0
    run.points.push([x, box.y + box.height - 1.5 - share * (box.height - 4)])
  })
  return { runs, largest }
}
