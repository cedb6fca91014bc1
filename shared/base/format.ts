/**
 * Numbers and times for people. A quantity keeps value, unit and the full figure apart, because the unit is drawn in a
 * lighter tone and the full figure is shown on hover and copied.
 */
export interface Quantity {
  /** Three significant digits, thousands parted by a thin space. */
  readonly value: string
  /** Empty when there is none. */
  readonly unit: string
  /** Exact figure with its unit in plain words. */
  readonly full: string
}

export const thinSpace = '\u2009'
const none: Quantity = { value: '–', unit: '', full: 'unknown' }

export function quantityText(quantity: Quantity): string {
  return `${quantity.value}${unitText(quantity.unit)}`
}

/** For the clipboard and for sentences: an ordinary blank before the unit. */
export function plainQuantity({ value, unit }: Pick<Quantity, 'value' | 'unit'>): string {
  return `${value}${unitText(unit).replace(thinSpace, ' ')}`
}

/** What stands behind a number: a percent sign follows it at once, other units after a thin space. */
export function unitText(unit: string): string {
  return unit === '' || unit.startsWith('%') ? unit : `${thinSpace}${unit}`
}

/** Whole number with a thin space between groups of three; exact. */
export function formatCount(count: number): string {
  if (!Number.isFinite(count)) return '–'
  const digits = Math.abs(Math.round(count)).toString()
  const grouped = digits.replaceAll(/\B(?=(\d{3})+$)/g, thinSpace)
  return count < 0 && digits !== '0' ? `−${grouped}` : grouped
}

/**
 * Three significant digits without a unit prefix below 10 000. Below 1 two decimals are kept, so that a value that
 * wanders about zero keeps its width; only what would read as 0.00 gets more.
 */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  const size = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (size === 0) return '0'
  if (size >= 999.5) return formatCount(value)
  if (size < 0.000_995) return sign + size.toExponential(2).replace('e-', ' × 10⁻').replaceAll(/\d+$/g, superscript)
  if (size < 0.00995) return sign + size.toPrecision(3)
  if (size < 9.995) return sign + trimInteger(size, 2)
  if (size < 99.95) return sign + trimInteger(size, 1)
  return sign + size.toFixed(0)
}

function trimInteger(size: number, decimals: number): string {
  return Number.isInteger(size) ? size.toString() : size.toFixed(decimals)
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
function superscript(digits: string): string {
  return Array.from(digits, (digit) => superscripts[Number(digit)] ?? '').join('')
}

const siPrefixes = ['', 'k', 'M', 'G', 'T', 'P'] as const

/** Three significant digits with an SI prefix from 10 000 on; the prefix is part of the unit (`k req`, `M /s`). */
export function formatQuantity(value: number | null, unit = ''): Quantity {
  if (value === null || Number.isNaN(value)) return none
  let scaled = value
  let step = 0
  if (Math.abs(value) >= 9_999.5 && Number.isFinite(value)) {
    while (Math.abs(scaled) >= 999.5 && step < siPrefixes.length - 1) {
      scaled /= 1000
      step += 1
    }
  }
  const prefix = siPrefixes[step] ?? ''
  return {
    value: formatNumber(scaled),
    unit: prefix === '' ? unit : unit === '' || unit.startsWith('/') ? `${prefix}${unit}` : `${prefix} ${unit}`,
    full: fullFigure(value, unit),
  }
}

function fullFigure(value: number, unit: string): string {
  const figure = Number.isInteger(value) ? formatCount(value) : value.toString()
  if (unit === '') return figure
  return unit.startsWith('/') ? `${figure}${unit}` : `${figure} ${unit}`
}

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Binary units, three significant digits. `perSecond` appends `/s`. */
export function formatBytes(sizeBytes: number | null, perSecond = false): Quantity {
  if (sizeBytes === null || !Number.isFinite(sizeBytes)) return none
  let scaled = sizeBytes
  let step = 0
  while (Math.abs(scaled) >= 999.5 && step < byteUnits.length - 1) {
    scaled /= 1024
    step += 1
  }
  const suffix = perSecond ? '/s' : ''
  const value = step === 0 ? Math.round(scaled).toString().replace('-', '−') : formatNumber(scaled)
  return {
    value,
    unit: `${byteUnits[step] ?? 'B'}${suffix}`,
    full: `${formatCount(sizeBytes)} ${sizeBytes === 1 ? 'byte' : 'bytes'}${perSecond ? ' per second' : ''}`,
  }
}

/** Per second. */
export function formatRate(perSecond: number | null): Quantity {
  return formatQuantity(perSecond, '/s')
}

/** One decimal below 100, none above. 100 = one core, or the whole, as the caller says. */
export function formatPercent(percent: number | null): Quantity {
  if (percent === null || !Number.isFinite(percent)) return none
  const value = Math.abs(percent) < 99.95 ? percent.toFixed(1) : formatCount(percent)
  return { value: value.replace('-', '−'), unit: '%', full: `${String(Math.round(percent * 1000) / 1000)}%` }
}

/** A stretch of time: `250 µs`, `12.4 s`, `2 min 5 s`, `3 h 12 min`, `6 d 4 h`. */
export function formatDuration(durationMs: number | null): Quantity {
  if (durationMs === null || !Number.isFinite(durationMs)) return none
  const size = Math.abs(durationMs)
  const full = `${formatNumber(durationMs / 1000)} s`
  if (size < 1 && size > 0) return { value: formatNumber(durationMs * 1000), unit: 'µs', full }
  if (size < 999.5) return { value: formatNumber(durationMs), unit: 'ms', full }
  if (size < 99_950) return { value: formatNumber(durationMs / 1000), unit: 's', full }
  return { value: longDuration(durationMs), unit: '', full: `${formatCount(durationMs / 1000)} s` }
}

function longDuration(durationMs: number): string {
  const seconds = Math.round(Math.abs(durationMs) / 1000)
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0)
  const text = shown.map(([count, unit]) => `${String(count)}${thinSpace}${unit}`).join(' ')
  return durationMs < 0 ? `−${text}` : text
}

/** How long something has been up, in the clock form: `0:41`, `42:10`, `3:05:51`, from two days on `6 d 4 h`. */
export function formatUptime(durationMs: number | null): string {
  if (durationMs === null || !Number.isFinite(durationMs)) return '–'
  const seconds = Math.max(0, Math.floor(durationMs / 1000))
  if (seconds >= 2 * 86_400) {
    return `${String(Math.floor(seconds / 86_400))}${thinSpace}d ${String(Math.floor((seconds % 86_400) / 3600))}${thinSpace}h`
  }
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${two(seconds % 60)}` : `${String(minutes)}:${two(seconds % 60)}`
}

function two(count: number): string {
  return count.toString().padStart(2, '0')
}

export type TimeDisplay = 'local' | 'utc'

// Building an Intl formatter costs about 50 µs; the handful that exists is kept.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(display: TimeDisplay, kind: 'time' | 'date-time' | 'time-ms'): Intl.DateTimeFormat {
  const key = `${display} ${kind}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(kind === 'time-ms' ? { fractionalSecondDigits: 3 as const } : {}),
      ...(kind === 'date-time' ? { day: 'numeric' as const, month: 'short' as const, year: 'numeric' as const } : {}),
      ...(display === 'utc' ? { timeZone: 'UTC' } : {}),
    })
    formatters.set(key, formatter)
  }
  return formatter
}

/** `10:41:24`. `timeMs` is Unix time. */
export function formatTime(timeMs: number, display: TimeDisplay): string {
  return formatterOf(display, 'time').format(timeMs)
}

/** At a tick of a time axis: `10:41:24`, with tenths where ticks are closer than a second. `stepMs` is at least 100. */
export function formatTimeTick(timeMs: number, stepMs: number, display: TimeDisplay): string {
  // To the nearest tenth: ticks are sums of steps, and a cut off 0.1999 would be another tick's label.
  return stepMs >= 1000
    ? formatTime(timeMs, display)
    : formatTimeMs(Math.round(timeMs / 100) * 100, display).slice(0, -2)
}

/** `10:41:24.120`. */
export function formatTimeMs(timeMs: number, display: TimeDisplay): string {
  return formatterOf(display, 'time-ms').format(timeMs)
}

/** `18 Mar 2026, 09:59:58`, with ` UTC` behind it when that is what it is. */
export function formatDateTime(timeMs: number, display: TimeDisplay): string {
  const text = formatterOf(display, 'date-time').format(timeMs)
  return display === 'utc' ? `${text} UTC` : text
}
