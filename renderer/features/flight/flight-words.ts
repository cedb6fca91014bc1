import { formatDuration, formatPercent, plainQuantity, quantityText } from '../../../shared/base/format.ts'
import type { CheaperBy, Overhead } from '../../../shared/model/overhead.ts'

export interface Cost {
  readonly text: string
  readonly detail: string
}

const percentText = (percent: number): string => quantityText(formatPercent(percent))

/** What recording costs, as far as that can be known. */
export function costOf(overhead: Overhead): Cost {
  switch (overhead.kind) {
    case 'unknown':
      return { text: 'Not measured', detail: 'CPU usage before it started isn’t known' }
    case 'too-small':
      return {
        text: 'Too small to measure',
        detail: `The process itself varies by ${percentText(overhead.withinPercent)} of a core`,
      }
    case 'measured':
      return {
        text: `+ ${percentText(overhead.percent)}`,
        detail: `of a core, ± ${percentText(overhead.withinPercent)}`,
      }
  }
}

const cheaper: Readonly<Record<CheaperBy, string>> = {
  stacks: 'Stacks on events cost most: start it again without them.',
  samples: 'Stack samples cost most: start it again with a question that takes none, such as GC pauses or Exceptions.',
  rates: 'Frequent events cost most: start it again with fewer events or a lower level.',
}

/** Null: within what the person accepts, or nothing could be left out. */
export function adviceOf(overhead: Overhead, cheaperBy: CheaperBy | null, acceptedPercent: number): string | null {
  if (overhead.kind !== 'measured' || overhead.percent <= acceptedPercent || cheaperBy === null) return null
  return `Costs more than ${percentText(acceptedPercent)} of a core. ${cheaper[cheaperBy]}`
}

export function stretchText(ms: number): string {
  return plainQuantity(formatDuration(ms))
}

export function gapText(gapMs: number): string | null {
  if (gapMs === 0) return null
  return `.NET Core 3 ends its session with each save: ${stretchText(gapMs)} between them were not recorded.`
}
