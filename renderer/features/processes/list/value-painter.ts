import { formatBytes, formatPercent, formatUptime, unitText, type Quantity } from '../../../../shared/base/format.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { writeText } from '../../../ui/text/write-text.ts'
import type { UsageFeed } from '../usage-feed.ts'

export type PaintedMetric = 'cpu' | 'workingSet' | 'up'

interface PaintedCell {
  readonly row: ProcessRow
  readonly metric: PaintedMetric
  readonly cell: HTMLElement
}

/**
 * Writes the figures of the rows on screen straight into their cells: 300 rows a second through React would cost more than
 * everything else the idle app does. A cell is only touched when its text changes.
 */
export class ValuePainter {
  readonly #feed: UsageFeed
  readonly #now: () => number
  readonly #cells = new Set<PaintedCell>()

  constructor(feed: UsageFeed, now: () => number = Date.now) {
    this.#feed = feed
    this.#now = now
  }

  /** Adds a cell and writes it at once. Returns the way to take it out. */
  add(row: ProcessRow, metric: PaintedMetric, cell: HTMLElement): () => void {
    const painted = { row, metric, cell }
    this.#cells.add(painted)
    this.#paint(painted)
    return () => {
      this.#cells.delete(painted)
    }
  }

  paintAll(): void {
    for (const painted of this.#cells) this.#paint(painted)
  }

  #paint({ row, metric, cell }: PaintedCell): void {
    const usage = this.#feed.latest(row.key)
    if (metric === 'cpu') writeQuantity(cell, formatPercent(usage?.cpuPercent ?? null))
    else if (metric === 'workingSet') writeQuantity(cell, formatBytes(usage?.workingSetBytes ?? null))
    else writeText(cell, row.startTimeMs === null ? '–' : formatUptime(this.#now() - row.startTimeMs))
  }
}

/**
 * Number and unit, the exact figure on hover. The nodes are made once and only their text is changed: new elements would mean a
 * style pass for each of them.
 */
export function writeQuantity(cell: HTMLElement, quantity: Quantity): void {
  const written = unitText(quantity.unit)
  const [number, unit] = cell.childNodes
  if (number instanceof Text && unit instanceof HTMLElement) {
    if (number.data !== quantity.value) number.data = quantity.value
    writeText(unit, written)
  } else {
    const made = document.createElement('span')
    made.className = 'muted'
    made.textContent = written
    cell.replaceChildren(quantity.value, made)
  }
  if (cell.title !== quantity.full) cell.title = quantity.full
}
