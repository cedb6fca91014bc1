import { formatBytes, formatCount, formatDuration, formatNumber, quantityText } from '../../../../shared/base/format.ts'
import type { TraceImport, WeightUnit } from '../../../../shared/model/trace/trace-import.ts'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import { intervalHint, kindWords, sampledTime, samplesWords } from '../flame/flame-words.ts'
import { useTraceView } from './trace-view.ts'

/** What the figures of stacks are, and how they are said: samples of a recording, or what a file of another tool counts. */
export interface WeightWords {
  /** `1,204 samples`, `13.3 s`, `4.2 MiB`. */
  readonly text: (weight: number) => string
  /** In a column, where the unit of samples goes without saying. */
  readonly figure: (weight: number) => string
  /** `Samples`, where words follow. */
  readonly noun: string
  /** As time where the file states how far apart samples are. */
  readonly time: (weight: number, intervalMs: number | null) => string
  /** What all of it is. */
  readonly kind: (selection: TraceSelection) => string
  /** `Sampled wall-clock time`. */
  readonly nature: string
  /** On hover. */
  readonly hint: (intervalMs: number | null) => string
}

const ofRecordings: WeightWords = {
  text: samplesWords,
  figure: formatCount,
  noun: 'Samples',
  time: sampledTime,
  kind: kindWords,
  nature: 'Sampled wall-clock time',
  hint: intervalHint,
}

const natures: Readonly<Record<WeightUnit, string>> = {
  samples: 'Samples of another tool',
  ms: 'Time in the file',
  bytes: 'Bytes in the file',
  count: 'Counts in the file',
  unstated: 'Weights in the file, which doesn’t state their unit',
}

const nouns: Readonly<Record<WeightUnit, string>> = {
  samples: 'Samples',
  ms: 'Time',
  bytes: 'Bytes',
  count: 'Counts',
  unstated: 'Weight',
}

export function weightWords(imported: TraceImport | null): WeightWords {
  if (imported === null) return ofRecordings
  const { unit, statedUnit } = imported
  const text = (weight: number): string => weightText(weight, unit)
  const nature = natures[unit]
  const hint = statedUnit === '' ? `${nature}.` : `${nature}: ${statedUnit}.`
  const figure = unit === 'samples' ? figureText : text
  return { text, figure, noun: nouns[unit], time: text, kind: () => 'Total', nature, hint: () => hint }
}

export function useWeightWords(): WeightWords {
  return weightWords(useTraceView().imported)
}

export function weightText(weight: number, unit: WeightUnit): string {
  switch (unit) {
    case 'samples':
      return samplesWords(weight)
    case 'ms':
      return quantityText(formatDuration(weight))
    case 'bytes':
      return quantityText(formatBytes(weight))
    case 'count':
    case 'unstated':
      return figureText(weight)
  }
}

function figureText(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value)
}
