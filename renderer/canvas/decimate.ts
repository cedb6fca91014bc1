import type { SampleBuffer } from './sample-buffer.ts'

/** A line as painters take it. */
export interface Polyline {
  readonly x: Float32Array
  /** NaN = break between two runs. */
  readonly y: Float64Array
  readonly count: number
}

/**
 * Points of one line, ready to draw: at most four per pixel column (first, min, max, last), so that no peak is lost however many
 * samples share a pixel. Break between two runs = NaN in `y`.
 *
 * The arrays are reused: views are valid until the next call on the same instance.
 */
export class PolylineBuffer implements Polyline {
  x = new Float32Array(1024)
  y = new Float64Array(1024)
  count = 0

  /** Forgets the points and makes room for so many. */
  restart(capacity: number): void {
    this.count = 0
    if (capacity <= this.x.length) return
    const length = 2 ** Math.ceil(Math.log2(capacity))
    this.x = new Float32Array(length)
    this.y = new Float64Array(length)
  }
}

/** How far apart two samples may be that belong together, from a time on. */
export interface PaceStep {
  readonly sinceMs: number
  readonly maxStepMs: number
}

export interface LineScale {
  readonly fromMs: number
  readonly pxPerMs: number
  readonly columnPx: number
  /**
   * A longer distance between two samples is a gap and breaks the line (a gap in the measurements is a gap, not a line). By the pace
   * at the later one's time: oldest first, the first from the beginning on, never empty.
   */
  readonly steps: readonly PaceStep[]
  /** From the samples' unit to that of `y`. */
  readonly factor: number
}

/**
 * Puts into `into` what a line of `columnPx` wide columns can show of the samples.
 *
 * One loop over local numbers, each declared by itself, and no call: it runs over every sample of every visible line, ten times a
 * second. Declared together from an array, V8 kept them as objects on the heap: 39 bytes a sample, and three times the time.
 */
export function decimateLine(samples: SampleBuffer, scale: LineScale, into: PolylineBuffer): void {
  const { timeMs, value, count } = samples
  const { fromMs, pxPerMs, columnPx, steps, factor } = scale
  // Every sample is a point at most once, and has at most one break before it.
  into.restart(2 * count)
  const { x, y } = into
  let stepIndex = 0
  let maxStepMs = steps[0]?.maxStepMs ?? Infinity
  let nextStepMs = steps[1]?.sinceMs ?? Infinity
  let length = 0
  let isInColumn = false
  let column = 0
  let previousMs = -Infinity
  let firstX = 0
  let firstY = 0
  let lastX = 0
  let lastY = 0
  let minX = 0
  let minY = 0
  let maxX = 0
  let maxY = 0
  // One step more than there are samples: it ends the last column, as a missing one would.
  for (let index = 0; index <= count; index++) {
    const time = index < count ? (timeMs[index] ?? 0) : 0
    const sampleY = index < count ? (value[index] ?? Number.NaN) * factor : Number.NaN
    const isMissing = Number.isNaN(sampleY)
    while (time >= nextStepMs) {
      stepIndex++
      maxStepMs = steps[stepIndex]?.maxStepMs ?? Infinity
      nextStepMs = steps[stepIndex + 1]?.sinceMs ?? Infinity
    }
    const isBreak = isMissing || time - previousMs > maxStepMs
    const sampleX = (time - fromMs) * pxPerMs
    const sampleColumn = Math.floor(sampleX / columnPx)
    if (isInColumn && (isBreak || sampleColumn !== column)) {
      isInColumn = false
      x[length] = firstX
      y[length++] = firstY
      const isMinFirst = minX <= maxX
      const earlyX = isMinFirst ? minX : maxX
      const lateX = isMinFirst ? maxX : minX
      if (earlyX > firstX && earlyX < lastX) {
        x[length] = earlyX
        y[length++] = isMinFirst ? minY : maxY
      }
      if (lateX > firstX && lateX < lastX) {
        x[length] = lateX
        y[length++] = isMinFirst ? maxY : minY
      }
      if (lastX !== firstX) {
        x[length] = lastX
        y[length++] = lastY
      }
    }
    if (isBreak && index < count && length > 0 && !Number.isNaN(y[length - 1])) {
      x[length] = 0
      y[length++] = Number.NaN
    }
    if (isMissing) continue
    previousMs = time
    if (!isInColumn) {
      isInColumn = true
      column = sampleColumn
      firstX = minX = maxX = sampleX
      firstY = minY = maxY = sampleY
    } else if (sampleY < minY) {
      minX = sampleX
      minY = sampleY
    } else if (sampleY > maxY) {
      maxX = sampleX
      maxY = sampleY
    }
    lastX = sampleX
    lastY = sampleY
  }
  into.count = length
}
