import { formatCount, formatNumber, plainQuantity, type Quantity } from '../../../../shared/base/format.ts'
import type { InstrumentDescriptor, Measure } from '../../../../shared/model/live.ts'
import { liveLabels } from '../live-labels.ts'

/**
 * What a number means, independent of how large it is. `factor` turns a published value into the base unit: bytes, seconds, percent,
 * or one. A rate of seconds per second is a share of time and is shown in percent (CPU time, time in pauses).
 */
export interface Meaning {
  readonly dimension: 'bytes' | 'seconds' | 'percent' | 'count' | 'other'
  readonly factor: number
  readonly isPerSecond: boolean
  /** Text for `other`; empty for the rest. */
  readonly unitText: string
}

/** Units come from the target, which may call one `constructor`. */
const byteFactors: ReadonlyMap<string, number> = new Map([
  ['By', 1],
  ['B', 1],
  ['bytes', 1],
  ['byte', 1],
  ['kBy', 1e3],
  ['KB', 1e3],
  ['kB', 1e3],
  ['MBy', 1e6],
  ['MB', 1e6],
  ['GBy', 1e9],
  ['GB', 1e9],
  ['KiBy', 1024],
  ['KiB', 1024],
  ['MiBy', 1_048_576],
  ['MiB', 1_048_576],
  ['GiBy', 1_073_741_824],
  ['GiB', 1_073_741_824],
])
const secondFactors: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['sec', 1],
  ['seconds', 1],
  ['ms', 1e-3],
  ['msec', 1e-3],
  ['milliseconds', 1e-3],
  ['us', 1e-6],
  ['µs', 1e-6],
  ['microseconds', 1e-6],
  ['ns', 1e-9],
  ['nanoseconds', 1e-9],
  ['min', 60],
  ['h', 3600],
])

export function meaningOf(instrument: Pick<InstrumentDescriptor, 'unit'>, measure: Measure): Meaning {
  const isPerSecond = measure === 'rate' || measure === 'count-rate'
  if (countsMeasurements(measure)) return plain('count', 1, isPerSecond)
  const unit = instrument.unit.trim()
  const bytes = byteFactors.get(unit)
  if (bytes !== undefined) return plain('bytes', bytes, isPerSecond)
  const seconds = secondFactors.get(unit)
  if (seconds !== undefined) {
    return isPerSecond ? plain('percent', seconds * 100, false) : plain('seconds', seconds, false)
  }
  if (unit === '%') return plain('percent', 1, isPerSecond)
  // `{request}`, `1`, `Count` and nothing at all are things that are counted; the instrument's name says what.
  if (unit === '' || unit === '1' || /^count$/i.test(unit) || /^\{.*\}$/.test(unit)) {
    return plain('count', 1, isPerSecond)
  }
  return { dimension: 'other', factor: 1, isPerSecond, unitText: unit }
}

function countsMeasurements(measure: Measure): boolean {
  return measure === 'count' || measure === 'count-rate' || measure === 'samples'
}

function plain(dimension: Meaning['dimension'], factor: number, isPerSecond: boolean): Meaning {
  return { dimension, factor, isPerSecond, unitText: '' }
}

/** One way to write a meaning: `value * factor` followed by `unit`. */
export interface DisplayUnit {
  readonly factor: number
  readonly unit: string
}

const byteSteps = [
  { from: 1024 ** 4, unit: 'TiB' },
  { from: 1024 ** 3, unit: 'GiB' },
  { from: 1024 ** 2, unit: 'MiB' },
  { from: 1024, unit: 'KiB' },
  { from: 0, unit: 'B' },
]
const secondSteps = [
  { from: 7200, size: 3600, unit: 'h' },
  { from: 120, size: 60, unit: 'min' },
  { from: 1, size: 1, unit: 's' },
  { from: 1e-3, size: 1e-3, unit: 'ms' },
  { from: 1e-6, size: 1e-6, unit: 'µs' },
  { from: 0, size: 1e-9, unit: 'ns' },
]
const countSteps = [
  { from: 1e12, size: 1e12, unit: 'T' },
  { from: 1e9, size: 1e9, unit: 'G' },
  { from: 1e6, size: 1e6, unit: 'M' },
  { from: 0, size: 1, unit: '' },
]

/** The unit in which `published` (or the largest published value of an axis) reads best. */
export function displayUnit(meaning: Meaning, published: number): DisplayUnit {
  const magnitude = Math.abs(published * meaning.factor)
  const perSecond = meaning.isPerSecond ? '/s' : ''
  switch (meaning.dimension) {
    case 'bytes': {
      const step = byteSteps.find((candidate) => magnitude >= candidate.from)
      const size = step === undefined || step.from === 0 ? 1 : step.from
      return { factor: meaning.factor / size, unit: `${step?.unit ?? 'B'}${perSecond}` }
    }
    case 'seconds': {
      if (magnitude === 0) return { factor: meaning.factor * 1e3, unit: 'ms' }
      const step = secondSteps.find((candidate) => magnitude >= candidate.from)
      return { factor: meaning.factor / (step?.size ?? 1), unit: step?.unit ?? 's' }
    }
    case 'percent':
      return { factor: meaning.factor, unit: `%${perSecond}` }
    case 'count': {
      const step = countSteps.find((candidate) => magnitude >= candidate.from)
      return { factor: meaning.factor / (step?.size ?? 1), unit: `${step?.unit ?? ''}${perSecond}` }
    }
    case 'other':
      return { factor: meaning.factor, unit: `${meaning.unitText}${perSecond}` }
  }
}

/** Numbers on an axis: as many digits as the step needs, no more. */
export function formatTick(value: number, step: number): string {
  const decimals = decimalsOf(step)
  return decimals === 0 ? formatCount(value) : value.toFixed(decimals).replace('-', '−')
}

/** 20 needs none, 2.5 one, 0.25 two. */
function decimalsOf(step: number): number {
  let decimals = 0
  for (let scaled = Math.abs(step); decimals < 9; scaled *= 10) {
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 && Math.round(scaled) > 0) break
    decimals += 1
  }
  return decimals
}

/** For the Value primitive and for texts that are written directly; `full` is the value as it was published. */
export function formatValue(meaning: Meaning, published: number | null, exact = ''): Quantity {
  if (published === null || Number.isNaN(published))
    return { value: '–', unit: '', full: liveLabels.chartTitles.noValue }
  const unit = displayUnit(meaning, published)
  const value = formatNumber(published * unit.factor)
  return {
    value,
    unit: unit.unit,
    full: exact === '' ? plainQuantity({ value, unit: unit.unit }) : exact,
  }
}

/** The value as it was published, for tooltips and copies: every digit, the target's own unit. */
export function formatExact(
  instrument: Pick<InstrumentDescriptor, 'unit'>,
  measure: Measure,
  published: number,
): string {
  // How many were measured is a number, whatever they were measured in.
  const isPlain = instrument.unit === '' || countsMeasurements(measure)
  const unit = isPlain ? '' : ` ${instrument.unit}`
  return `${published}${unit}${measure === 'rate' || measure === 'count-rate' ? '/s' : ''}`
}
