/** A row of those in sight and the element that it is drawn into. */
export interface PlacedRow {
  readonly slot: number
  /** Among the rows in sight. */
  readonly at: number
}

/**
 * Elements for the rows in sight: a row keeps its element as long as it is seen, and one that comes into sight takes that of one that
 * left. To write other texts into an element costs a tenth of making one.
 *
 * An element that moves on the page is made anew by the browser, and its neighbours with it. So those of a table that is scrolled stay where they
 * are; when it has come to rest, `tidy` puts them in the order of their rows again, a few in a frame, for screen readers.
 */
export class RowSlots {
  readonly #slotOfKey = new Map<string, number>()
  #slotCount = 0
  /** Rows in sight by their slots, as the elements follow each other on the page. */
  #placed: readonly PlacedRow[] = []

  /** Elements stand in the order of their rows. */
  get isOrdered(): boolean {
    return this.#placed.every(({ at }, place) => at === place)
  }

  /** The elements as they follow each other, each with its row in `keys`. Asked twice it says the same. */
  place(keys: readonly string[], isScrolling: boolean): readonly PlacedRow[] {
    const wasOrdered = this.isOrdered
    const atOf = new Map(keys.map((key, at) => [key, at]))
    const keyOf = new Map([...this.#slotOfKey].map(([key, slot]) => [slot, key]))
    const atOfSlot = new Map(this.#placed.map(({ slot }) => [slot, atOf.get(keyOf.get(slot)!) ?? null]))
    const order = this.#placed.map(({ slot }) => slot)
    const placed =
      wasOrdered && !isScrolling ? this.#inOrder(keys, order, atOfSlot) : this.#inPlace(keys, order, atOfSlot)
    this.#slotOfKey.clear()
    for (const { slot, at } of placed) this.#slotOfKey.set(keys[at]!, slot)
    this.#placed = placed
    return placed
  }

  /**
   * Nearer to the order of the rows, with no more than so many elements moved on the page: React moves those that stand behind one that stood behind
   * them. One that is moved goes behind that of the row before, which stands where it belongs already.
   */
  tidy(mostMoved: number): void {
    const placeOf = new Map(this.#placed.map(({ slot }, place) => [slot, place]))
    const ordered = this.#placed.toSorted((a, b) => a.at - b.at)
    const next = [...this.#placed]
    let last = -1
    let left = mostMoved
    for (const [index, row] of ordered.entries()) {
      const place = placeOf.get(row.slot)!
      if (place > last) {
        last = place
        continue
      }
      if (left-- === 0) break
      next.splice(next.indexOf(row), 1)
      next.splice(next.indexOf(ordered[index - 1]!) + 1, 0, row)
    }
    this.#placed = next
  }

  /** Rows take elements that are free where they stand; other elements are made. */
  #inOrder(
    keys: readonly string[],
    order: readonly number[],
    atOfSlot: ReadonlyMap<number, number | null>,
  ): PlacedRow[] {
    const slotOfAt = new Map([...atOfSlot].map(([slot, at]) => [at, slot]))
    const placed: PlacedRow[] = []
    let next = 0
    for (const at of keys.keys()) {
      const kept = slotOfAt.get(at)
      const place = kept === undefined ? -1 : order.indexOf(kept, next)
      if (kept !== undefined && place >= 0) {
        placed.push({ slot: kept, at })
        next = place + 1
      } else if (next < order.length && atOfSlot.get(order[next]!) === null) placed.push({ slot: order[next++]!, at })
      else placed.push({ slot: this.#slotCount++, at })
    }
    return placed
  }

  /** Rows take the elements that are free, wherever they stand; round and round, so that rows that follow each other do so on the page, too. */
  #inPlace(
    keys: readonly string[],
    order: readonly number[],
    atOfSlot: ReadonlyMap<number, number | null>,
  ): PlacedRow[] {
    const first = this.#placed.findIndex(({ at }) => at === 0)
    const free = [...order.slice(first), ...order.slice(0, first)].filter((slot) => atOfSlot.get(slot) === null)
    const kept = new Set(atOfSlot.values())
    const taken = new Map<number, number>()
    const made: PlacedRow[] = []
    for (const at of keys.keys()) {
      if (kept.has(at)) continue
      const slot = free.shift()
      if (slot === undefined) made.push({ slot: this.#slotCount++, at })
      else taken.set(slot, at)
    }
    const stay = order.flatMap((slot) => {
      const at = atOfSlot.get(slot) ?? taken.get(slot)
      return at === undefined ? [] : [{ slot, at }]
    })
    return [...stay, ...made]
  }
}
