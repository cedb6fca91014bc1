import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatPercent,
  formatQuantity,
  formatRate,
  formatTime,
  formatTimeMs,
  formatTimeTick,
  formatUptime,
  quantityText,
} from './format.ts'

/** Thin spaces and minus signs as plain characters, so that the expectations can be read. */
const plain = (text: string) => text.replaceAll('\u2009', ' ').replaceAll('−', '-')
const text = (quantity: ReturnType<typeof formatQuantity>) => plain(quantityText(quantity))

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [1850, '1 850'],
    [12_400_000, '12 400 000'],
    [-1234.4, '-1 234'],
    [-0.2, '0'],
    [Number.NaN, '–'],
  ])('shows %d as %s', (count, shown) => {
    expect(plain(formatCount(count))).toBe(shown)
  })
})

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [37, '37'],
    [38.24, '38.2'],
    [412.3, '412'],
    [9.42, '9.42'],
    [2.5, '2.50'],
    [0.36, '0.36'],
    [0.004_321, '0.00432'],
    [0.000_012_3, '1.23 × 10⁻⁵'],
    [999.7, '1 000'],
    [-38.24, '-38.2'],
    [9.999, '10.0'],
    [Infinity, '∞'],
  ])('shows %d as %s', (value, shown) => {
    expect(plain(formatNumber(value))).toBe(shown)
  })

  it('never shows a number other than zero as zero', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-300, max: 1e15 }), (value) => {
        expect(formatNumber(value)).not.toMatch(/^0(\.0+)?$/)
      }),
    )
  })
})

describe('formatQuantity', () => {
  it('gives what has no end no prefix', () => {
    expect(text(formatQuantity(Infinity, 'requests'))).toBe('∞ requests')
  })

  it('takes a prefix from ten thousand on and keeps the exact figure', () => {
    expect(text(formatQuantity(9999, 'requests'))).toBe('9 999 requests')
    expect(text(formatQuantity(12_400, 'requests'))).toBe('12.4 k requests')
    expect(text(formatRate(1_234_567))).toBe('1.23 M/s')
    expect(plain(formatRate(1_234_567).full)).toBe('1 234 567/s')
  })

  it('shows a missing value as unknown', () => {
    expect(formatQuantity(null)).toEqual({ value: '–', unit: '', full: 'unknown' })
  })
})

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '0.98 KiB'],
    [1536, '1.50 KiB'],
    [432_013_312, '412 MiB'],
    [15_247_241_216, '14.2 GiB'],
  ])('shows %d bytes as %s', (size, shown) => {
    expect(text(formatBytes(size))).toBe(shown)
  })

  it('appends /s to a rate', () => {
    expect(text(formatBytes(912_261, true))).toBe('891 KiB/s')
    expect(plain(formatBytes(912_261, true).full)).toBe('912 261 bytes per second')
  })

  it('has one byte in the singular', () => {
    expect([formatBytes(1).full, formatBytes(0).full]).toEqual(['1 byte', '0 bytes'])
  })
})

describe('formatPercent', () => {
  it.each([
    [0, '0.0%'],
    [38.24, '38.2%'],
    [99.97, '100%'],
    [412.4, '412%'],
  ])('shows %d as %s', (percent, shown) => {
    expect(text(formatPercent(percent))).toBe(shown)
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [0.25, '250 µs'],
    [350, '350 ms'],
    [12_400, '12.4 s'],
    [99_960, '1 min 40 s'],
    [125_000, '2 min 5 s'],
    [7_200_000, '2 h'],
    [11_520_000, '3 h 12 min'],
    [532_800_000, '6 d 4 h'],
  ])('shows %d ms as %s', (duration, shown) => {
    expect(text(formatDuration(duration))).toBe(shown)
  })
})

describe('formatUptime', () => {
  it.each([
    [41_000, '0:41'],
    [2_530_000, '42:10'],
    [11_151_000, '3:05:51'],
    [532_800_000, '6 d 4 h'],
    [-5, '0:00'],
    [null, '–'],
  ])('shows %s ms as %s', (duration, shown) => {
    expect(plain(formatUptime(duration))).toBe(shown)
  })
})

describe('times', () => {
  const timeMs = Date.UTC(2026, 2, 18, 10, 41, 24, 120)

  it('shows UTC and says so where the date is shown', () => {
    expect(formatTime(timeMs, 'utc')).toBe('10:41:24')
    expect(formatTimeMs(timeMs, 'utc')).toBe('10:41:24.120')
    expect(formatDateTime(timeMs, 'utc')).toBe('18 Mar 2026, 10:41:24 UTC')
  })

  it('shows tenths at the ticks of an axis only where they are closer than a second', () => {
    const ticks = [0, 0.2, 0.4].map((share) => Date.UTC(2026, 2, 18, 10, 41, 24) + share * 1000)
    expect(ticks.map((tick) => formatTimeTick(tick, 200, 'utc'))).toEqual(['10:41:24.0', '10:41:24.2', '10:41:24.4'])
    expect(formatTimeTick(timeMs, 1000, 'utc')).toBe('10:41:24')
  })

  it('shows midnight as 00, not as 24', () => {
    expect(formatTime(Date.UTC(2026, 0, 1), 'utc')).toBe('00:00:00')
  })

  it('shows local time by the time zone of this machine', () => {
    const local = new Date(timeMs)
    expect(formatTime(timeMs, 'local').slice(0, 2)).toBe(local.getHours().toString().padStart(2, '0'))
  })
})
