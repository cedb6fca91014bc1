type Columns = Float64Array | Uint32Array | Int32Array | Uint8Array

/** How many times as long as it is a column becomes when it is full. */
export const columnGrowth = { usual: 2, most: 16 } as const

let factor: number = columnGrowth.usual

/**
 * What `read` fills becomes so many times as long. Whoever reads a file of a known length says more than the usual, so that most columns are
 * copied once on their way to millions of rows; what is not filled takes no memory of the machine. `read` is over when it returns: what is filled
 * beside it, or after an `await`, grows as usual.
 */
export function withColumnGrowth<Value>(wanted: number, read: () => Value): Value {
  const before = factor
  factor = Math.min(columnGrowth.most, Math.max(columnGrowth.usual, wanted))
  try {
    return read()
  } finally {
    factor = before
  }
}

/** A copy of a column in a longer one. */
export function grownColumn<Column extends Columns>(column: Column, make: new (length: number) => Column): Column {
  const longer = new make(Math.max(16, Math.ceil(column.length * factor)))
  longer.set(column)
  return longer
}

/** Numbers one after another, without knowing how many there will be. */
export class NumberColumn {
  #values = new Float64Array(64)
  #count = 0

  get count(): number {
    return this.#count
  }

  push(value: number): void {
    if (this.#count === this.#values.length) this.#values = grownColumn(this.#values, Float64Array)
    this.#values[this.#count++] = value
  }

  at(index: number): number {
    return this.#values[index]!
  }

  /** A view, valid until the next `push`. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#count)
  }
}

/** The same for indices into tables and numbers of texts, in half the memory: whole numbers from -1 on. */
export class IndexColumn {
  #values = new Int32Array(64)
  #count = 0

  get count(): number {
    return this.#count
  }

  push(value: number): void {
    if (this.#count === this.#values.length) this.#values = grownColumn(this.#values, Int32Array)
    this.#values[this.#count++] = value
  }

  at(index: number): number {
    return this.#values[index]!
  }

  /** A view, valid until the next `push`. */
  get values(): Int32Array {
    return this.#values.subarray(0, this.#count)
  }
}
