import { useEffect, useRef } from 'react'
import { useMetrics } from './metrics.ts'
import { themeColor } from './theme-color.ts'

/** Line and soft area; gaps (NaN) stay gaps. Newest value at the right edge. */
export interface SparklineShape {
  readonly width: number
  readonly height: number
  /** Value at the top edge; the bottom is 0. The same for all rows of a column. */
  readonly max: number
  readonly color: string
  /** Points the full width stands for; fewer values leave room at the left. */
  readonly capacity: number
}

export type SparklineContext = Pick<
  CanvasRenderingContext2D,
  | 'clearRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'stroke'
  | 'fill'
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'globalAlpha'
  | 'lineJoin'
>

const padding = 1.5

/** Draws in CSS pixels; the caller has scaled the context. Pure but for the context. */
export function drawSparkline(context: SparklineContext, values: ArrayLike<number>, shape: SparklineShape): void {
  const { width, height, max, color, capacity } = shape
  context.clearRect(0, 0, width, height)
  if (values.length === 0) return
  const step = (width - 2) / Math.max(1, capacity - 1)
  const first = capacity - values.length
  const x = (index: number) => 1 + (first + index) * step
  const y = (value: number) => height - padding - Math.min(1, Math.max(0, value / (max > 0 ? max : 1))) * (height - 4)
  context.strokeStyle = color
  context.fillStyle = color
  context.lineWidth = 1.25
  context.lineJoin = 'round'
  for (const [from, to] of runsOf(values)) {
    context.globalAlpha = 0.14
    context.beginPath()
    context.moveTo(x(from), height)
    for (let index = from; index <= to; index += 1) context.lineTo(x(index), y(values[index] ?? 0))
    context.lineTo(x(to), height)
    context.closePath()
    context.fill()
    context.globalAlpha = 1
    context.beginPath()
    context.moveTo(x(from), y(values[from] ?? 0))
    // A single value is a short stroke, otherwise it would not show at all.
    if (from === to) context.lineTo(x(from) + 1, y(values[from] ?? 0))
    for (let index = from + 1; index <= to; index += 1) context.lineTo(x(index), y(values[index] ?? 0))
    context.stroke()
  }
}

/** Stretches of numbers between gaps, both ends included. */
export function runsOf(values: ArrayLike<number>): readonly (readonly [number, number])[] {
  const runs: [number, number][] = []
  let start = -1
  for (let index = 0; index <= values.length; index += 1) {
    const value = index < values.length ? (values[index] ?? NaN) : NaN
    if (Number.isNaN(value)) {
      if (start >= 0) runs.push([start, index - 1])
      start = -1
    } else if (start < 0) start = index
  }
  return runs
}

/** Sizes the backing store for the screen's pixel ratio and returns a context in CSS pixels. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth
    canvas.height = pixelHeight
  }
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return context
}

interface SparklineProps {
  readonly values: ArrayLike<number>
  /** Changes when `values` (a buffer that is written in place) has new content. */
  readonly revision: number
  readonly max: number
  readonly token: string
  readonly width?: number
  readonly height?: number
  readonly capacity?: number
  /** What it shows; omit where a number beside it says it. */
  readonly label?: string
}

/** For a handful of lines that change about once a second; screens with many draw through the frame loop instead. */
export function Sparkline(props: SparklineProps) {
  const { values, revision, max, token, width = 74, height = 20, capacity = 60, label } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const { theme } = useMetrics()
  useEffect(() => {
    const context = canvas.current && prepareCanvas(canvas.current, width, height)
    if (context) drawSparkline(context, values, { width, height, max, color: themeColor(token), capacity })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the buffer is written in place; colours follow the theme
  }, [values, revision, max, token, width, height, capacity, theme])
  return (
    <canvas
      ref={canvas}
      style={{ width, height, display: 'block' }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  )
}
