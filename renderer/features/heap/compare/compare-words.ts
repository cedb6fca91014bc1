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

/** `10:18:47, 171 MiB, 1 349 702 objects`. */
export function totalsText(totals: HeapCompareTotals, display: TimeDisplay): readonly string[] {
  const { takenUtc, objectBytes, objectCount, isComplete } = totals
  return [
    ...(takenUtc === null ? [] : [formatTime(Date.parse(takenUtc), display)]),
    bytesText(objectBytes),
    countOf(objectCount, 'object', 'objects'),
    ...(isComplete ? [] : ['partial']),
  ]
}

/** Between first and last, in words; empty where a file does not tell when it was taken. */
export function spanText(from: string | null, to: string | null): string {
  if (from === null || to === null) return 'Change'
  const seconds = Math.round(Math.abs(Date.parse(to) - Date.parse(from)) / 1000)
  return `In ${quantityText(formatDuration(seconds * 1000))}`
}
