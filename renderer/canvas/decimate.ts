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

  clear(): void {
    this.count = 0
  }

  push(x: number, y: number): void {
    if (this.count === this.x.length) this.#grow()
    this.x[this.count] = x
    this.y[this.count] = y
    this.count += 1
  }

  #grow(): void {
    const x = new Float32Array(this.x.length * 2)
    const y = new Float64Array(this.y.length * 2)
    x.set(this.x)
    y.set(this.y)
    this.x = x
    this.y = y
  }
}

/**
 * Feeds samples in time order and keeps what a line of `columnPx` wide columns can show. `maxStepMs`: a distance longer than
 * this is a gap and breaks the line (a gap in the measurements is a gap, not a line).
 */
export class LineDecimator {
  readonly #into: PolylineBuffer
  readonly #fromMs: number
  readonly #pxPerMs: number
  readonly #columnPx: number
  readonly #maxStepMs: number
  #column = -Infinity
  #hasColumn = false
  #previousMs = -Infinity
  #firstX = 0
  #firstY = 0
  #lastX = 0
  #lastY = 0
  #minX = 0
  #minY = 0
  #maxX = 0
  #maxY = 0

  constructor(into: PolylineBuffer, fromMs: number, pxPerMs: number, columnPx: number, maxStepMs: number) {
    this.#into = into
    this.#fromMs = fromMs
    this.#pxPerMs = pxPerMs
    this.#columnPx = columnPx
    this.#maxStepMs = maxStepMs
  }

  add(timeMs: number, value: number): void {
    if (Number.isNaN(value)) {
      this.breakLine()
      return
    }
    if (timeMs - this.#previousMs > this.#maxStepMs) this.breakLine()
    this.#previousMs = timeMs
    const x = (timeMs - this.#fromMs) * this.#pxPerMs
    const column = Math.floor(x / this.#columnPx)
    if (!this.#hasColumn || column !== this.#column) {
      this.#flush()
      this.#column = column
      this.#hasColumn = true
      this.#firstX = this.#minX = this.#maxX = x
      this.#firstY = this.#minY = this.#maxY = value
    } else if (value < this.#minY) {
      this.#minX = x
      this.#minY = value
    } else if (value > this.#maxY) {
      this.#maxX = x
      this.#maxY = value
    }
    this.#lastX = x
    this.#lastY = value
  }

  breakLine(): void {
    this.#flush()
    const { count, y } = this.#into
    if (count > 0 && !Number.isNaN(y[count - 1])) this.#into.push(0, Number.NaN)
  }

  finish(): void {
    this.#flush()
  }

  #flush(): void {
    if (!this.#hasColumn) return
    this.#hasColumn = false
    this.#emit(this.#firstX, this.#firstY, Number.NaN)
    const isMinFirst = this.#minX <= this.#maxX
    this.#emitInner(isMinFirst ? this.#minX : this.#maxX, isMinFirst ? this.#minY : this.#maxY)
    this.#emitInner(isMinFirst ? this.#maxX : this.#minX, isMinFirst ? this.#maxY : this.#minY)
    this.#emit(this.#lastX, this.#lastY, this.#firstX)
  }

  #emit(x: number, y: number, unlessX: number): void {
    if (x !== unlessX) this.#into.push(x, y)
  }

  #emitInner(x: number, y: number): void {
    if (x > this.#firstX && x < this.#lastX) this.#into.push(x, y)
  }
}
