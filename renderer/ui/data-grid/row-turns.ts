import type { PlacedRow } from './row-slots.ts'

/** What becomes of an element: it shows its row; it is there, but what it shows is another row; it is not made yet. */
export type RowTurn = 'shown' | 'waits' | 'unmade'

/** Elements that are drawn anew in a frame: of a table that is scrolled, and of one that is not. */
export interface DrawnPerFrame {
  readonly scrolled: number
  readonly atRest: number
}

interface RowsToShow {
  readonly placed: readonly PlacedRow[]
  /** Of the rows in sight. */
  readonly keys: readonly string[]
  /** Shown whatever comes; -1: none. */
  readonly selectedAt: number
  readonly isScrolling: boolean
}

/** An element that is made, with its style and layout, takes about as long as two that are drawn anew. */
const madeCost = 2

/**
 * Which elements show their rows in this frame: those that show them already, the selected one, and of the others as many as a frame has time for, from the
 * top. A row that is unfolded, or a filter, makes nearly all rows in sight others at once.
 */
export class RowTurns {
  readonly #perFrame: DrawnPerFrame
  #spent = 0
  /** In this frame, and in the one before, another place of the table came into sight as a whole. */
  #hasJumped = false
  #jumpedBefore = false
  /** What each element shows. */
  #keyOfSlot: ReadonlyMap<number, string> = new Map()

  constructor(perFrame: DrawnPerFrame) {
    this.#perFrame = perFrame
  }

  /** Something has happened that `nextFrame` makes up for. */
  get isSpent(): boolean {
    return this.#spent > 0 || this.#hasJumped || this.#jumpedBefore
  }

  nextFrame(): void {
    this.#spent = 0
    this.#jumpedBefore = this.#hasJumped
    this.#hasJumped = false
  }

  /** In the order of `placed`. What is shown counts as drawn: asked twice in a frame it says the same. */
  take({ placed, keys, selectedAt, isScrolling }: RowsToShow): readonly RowTurn[] {
    const before = this.#keyOfSlot
    const isStaying = ({ slot, at }: PlacedRow): boolean => before.get(slot) === keys[at]
    const isJump = isScrolling && !placed.some(isStaying)
    if (isJump) this.#hasJumped = true
    // Under a thumb that is dragged the next rows come before these had their turn: most of them would never be seen.
    const isDragged = isJump && this.#jumpedBefore
    const most = isScrolling ? this.#perFrame.scrolled : this.#perFrame.atRest
    const turns: RowTurn[] = []
    const keyOfSlot = new Map<number, string>()
    const byRow = [...placed.entries()].toSorted(([, a], [, b]) => rank(a, selectedAt) - rank(b, selectedAt))
    for (const [place, row] of byRow) {
      const isMade = before.has(row.slot)
      const cost = isStaying(row) || (isMade && isDragged) ? 0 : isMade ? 1 : madeCost
      const isShown = cost === 0 || this.#spent < most || row.at === selectedAt
      if (isShown) this.#spent += cost
      if (isShown) keyOfSlot.set(row.slot, keys[row.at]!)
      else if (isMade) keyOfSlot.set(row.slot, before.get(row.slot)!)
      turns[place] = isShown ? 'shown' : isMade ? 'waits' : 'unmade'
    }
    this.#keyOfSlot = keyOfSlot
    return turns
  }
}

function rank({ at }: PlacedRow, selectedAt: number): number {
  return at === selectedAt ? -1 : at
}
