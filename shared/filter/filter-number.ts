import type { FilterNumber } from './filter-node.ts'

const timeUnits: ReadonlyMap<string, number> = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['min', 60e9],
  ['h', 3600e9],
])
const sizeUnits: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
  ['kib', 2 ** 10],
  ['mib', 2 ** 20],
  ['gib', 2 ** 30],
])

export const unitNames: readonly string[] = [
  'ns',
  'µs',
  'ms',
  's',
  'min',
  'h',
  'B',
  'KB',
  'MB',
  'GB',
  'KiB',
  'MiB',
  'GiB',
]

/** `12`, `0x1f`, `5 ms`, `1.5MiB`; null where it is no number, or its unit is none. */
export function filterNumber(text: string): FilterNumber | null {
  const match = /^(-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?))\s*([a-zµ%]*)$/i.exec(text)
  if (match === null) return null
  const [, digits = '', name = ''] = match
  const sign = digits.startsWith('-') ? -1 : 1
  const value = sign * Number(digits.replace('-', ''))
  if (!Number.isFinite(value)) return null
  if (name === '') return { kind: 'number', value, unit: null, text }
  const unit = name.toLowerCase()
  const time = timeUnits.get(unit)
  if (time !== undefined) return { kind: 'number', value: value * time, unit: 'time', text }
  const size = sizeUnits.get(unit)
  return size === undefined ? null : { kind: 'number', value: value * size, unit: 'size', text }
}

const fieldTimeUnits: readonly (readonly [RegExp, number])[] = [
  [/(?:ns|nanoseconds|nanosec)$/i, 1],
  [/(?:us|microseconds|microsec)$/i, 1e3],
  [/(?:ms|msec|milliseconds|millisec)$/i, 1e6],
  [/(?:sec|seconds)$/i, 1e9],
]

/** Nanoseconds of one of what a field counts, as far as its name says: `DurationNs`, `ElapsedMilliseconds`, `IntervalSec`; null: it does not. */
export function fieldTimeUnit(field: string): number | null {
  // `Status` and `Statuses` end like units and are none: a unit begins with a capital, or follows an underscore.
  return fieldTimeUnits.find(([pattern]) => pattern.test(field) && beginsUnit(field, pattern))?.[1] ?? null
}

function beginsUnit(field: string, pattern: RegExp): boolean {
  const at = field.search(pattern)
  const first = field[at]!
  return at > 0 && (field[at - 1] === '_' || first !== first.toLowerCase())
}
