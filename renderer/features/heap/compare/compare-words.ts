import { countOf } from '../../../../shared/base/count-of.ts'
import {
  formatCount,
  formatDuration,
  formatTime,
  quantityText,
  type TimeDisplay,
} from '../../../../shared/base/format.ts'
import type {
  HeapCompareFilter,
  HeapCompareMeasure,
  HeapCompareTotals,
  HeapProcess,
} from '../../../../shared/model/heap/heap-compare.ts'
import { bytesText } from '../heap-words.ts'

export const measureWords: Readonly<Record<HeapCompareMeasure, string>> = { retained: 'Retained', shallow: 'Shallow' }

export const filterWords: Readonly<Record<HeapCompareFilter, string>> = {
  all: 'All',
  new: 'New',
  gone: 'Gone',
  growing: 'Growing',
}

export const letters = 'ABCDEFGH'

/** `+1.2 MiB`, `−340 B`, with a true minus sign. */
export function bytesChangeText(change: number): string {
  return change === 0 ? '0' : `${signOf(change)}${bytesText(Math.abs(change))}`
}

export function countChangeText(change: number): string {
  return change === 0 ? '0' : `${signOf(change)}${formatCount(Math.abs(change))}`
}

function signOf(change: number): string {
  return change > 0 ? '+' : '−'
}

/** `Shop (4121) on web01`; empty: the file tells nothing of it. */
function processText({ name, id, machine }: HeapProcess): string {
  const process = name === null ? (id === null ? '' : `process ${String(id)}`) : id === null ? name : `${name} (${id})`
  return machine === null ? process : `${process} on ${machine}`.trimStart()
}

/** `10:18:47, 171 MiB, 1 349 702 objects`; of several processes, whose heap it is too. */
export function totalsText(totals: HeapCompareTotals, display: TimeDisplay, isOneProcess: boolean): readonly string[] {
  const { takenUtc, objectBytes, objectCount, isComplete, process } = totals
  const whose = isOneProcess ? '' : processText(process)
  return [
    ...(whose === '' ? [] : [whose]),
    ...(takenUtc === null ? [] : [formatTime(Date.parse(takenUtc), display)]),
    bytesText(objectBytes),
    countOf(objectCount, 'object', 'objects'),
    ...(isComplete ? [] : ['partial']),
  ]
}

/** Between first and last, in words. What is between two processes is no change in time. */
export function spanText(from: string | null, to: string | null, isOneProcess: boolean): string {
  if (!isOneProcess) return 'Difference'
  if (from === null || to === null) return 'Change'
  const seconds = Math.round(Math.abs(Date.parse(to) - Date.parse(from)) / 1000)
  return `In ${quantityText(formatDuration(seconds * 1000))}`
}
