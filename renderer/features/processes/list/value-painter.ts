import { formatBytes, formatPercent, formatUptime, thinSpace, type Quantity } from '../../../../shared/base/format.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { writeText } from '../../../ui/text/write-text.ts'
import type { UsageFeed } from '../usage-feed.ts'

/** The cells of one row whose text changes every second. */
export interface ValueCells {
  readonly cpu: HTMLElement
  readonly workingSet: HTMLElement
  readonly up: HTMLElement
}

/**
 * Writes the figures of the rows on screen straight into their cells: 300 rows a second through React would cost more than
 * everything else the idle app does. A cell is only touched when its text changes.
 */
export class ValuePainter {
  readonly #feed: UsageFeed
  readonly #now: () => number
  readonly #cells = new Map<ProcessRow['key'], { readonly row: ProcessRow; readonly cells: ValueCells }>()

  constructor(feed: UsageFeed, now: () => number = Date.now) {
    this.#feed = feed
    this.#now = now
  }

  /** Adds (or replaces) a row's cells and writes them at once. Returns the way to take them out. */
  add(row: ProcessRow, cells: ValueCells): () => void {
    const entry = { row, cells }
    this.#cells.set(row.key, entry)
    this.#paint(row, cells)
    return () => {
      if (this.#cells.get(row.key) === entry) this.#cells.delete(row.key)
    }
  }

  paintAll(): void {
    for (const { row, cells } of this.#cells.values()) this.#paint(row, cells)
  }

  #paint(row: ProcessRow, cells: ValueCells): void {
    const usage = this.#feed.latest(row.key)
    writeQuantity(cells.cpu, formatPercent(usage?.cpuPercent ?? null))
    writeQuantity(cells.workingSet, formatBytes(usage?.workingSetBytes ?? null))
    const up = row.startTimeMs === null ? '–' : formatUptime(this.#now() - row.startTimeMs)
    writeText(cells.up, up)
  }
}

/**
 * Number and unit, the exact figure on hover. The nodes are made once and only their text is changed: new elements would mean a
 * style pass for each of them.
 */
export function writeQuantity(cell: HTMLElement, quantity: Quantity): void {
  const unitText = quantity.unit === '' ? '' : `${thinSpace}${quantity.unit}`
  const [number, unit] = cell.childNodes
  if (number instanceof Text && unit instanceof HTMLElement) {
    if (number.data !== quantity.value) number.data = quantity.value
    writeText(unit, unitText)
  } else {
    const made = document.createElement('span')
    made.className = 'muted'
    made.textContent = unitText
    cell.replaceChildren(quantity.value, made)
  }
  if (cell.title !== quantity.full) cell.title = quantity.full
}
