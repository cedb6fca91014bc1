import { plainQuantity } from '../../../../shared/base/format.ts'
import { describe, expect, test } from 'vitest'
import { displayUnit, formatExact, formatTick, formatValue, meaningOf } from './units.ts'

const show = (unit: string, measure: Parameters<typeof meaningOf>[1], value: number) => {
  const shown = formatValue(meaningOf({ unit }, measure), value)
  return plainQuantity(shown)
}

describe('values with their unit', () => {
  test.each([
    ['By', 'value', 412 * 1_048_576, '412 MiB'],
    ['By', 'rate', 1536, '1.50 KiB/s'],
    ['MB', 'value', 100, '95.4 MiB'],
    ['s', 'p99', 0.35, '350 ms'],
    ['s', 'p50', 0.0000021, '2.10 µs'],
    ['s', 'total', 12.4, '12.4 s'],
    ['s', 'total', 0, '0 ms'],
    ['ms', 'mean', 2250, '2.25 s'],
    ['s', 'rate', 0.382, '38.2%'],
    ['ms', 'rate', 3.6, '0.36%'],
    ['%', 'value', 7, '7%'],
    ['{request}', 'rate', 18.24, '18.2 /s'],
    ['{request}', 'total', 1_234_567, '1.23 M'],
    ['{thread}', 'value', 28, '28'],
    ['Count', 'rate', 2, '2 /s'],
    ['1', 'value', 0.734, '0.73'],
    ['By', 'count', 12, '12'],
    ['widgets', 'value', 1.5, '1.50 widgets'],
    ['Cel', 'rate', 1.5, '1.50 Cel/s'],
  ] as const)('%s as %s: %d reads %s', (unit, measure, value, expected) => {
    expect(show(unit, measure, value)).toBe(expected)
  })

  test('no value is a dash, not a zero', () => {
    expect(formatValue(meaningOf({ unit: 'By' }, 'value'), null)).toEqual({ value: '–', unit: '', full: 'no value' })
  })

  test('a copy has every digit in the unit of the target, which is not that of a number of measurements', () => {
    expect(formatExact({ unit: 'ms' }, 'p95', 1.23456)).toBe('1.23456 ms')
    expect(formatExact({ unit: 'By' }, 'rate', 5)).toBe('5 By/s')
    expect(formatExact({ unit: 'ms' }, 'count', 900)).toBe('900')
  })

  test('an axis takes its unit from its largest value', () => {
    expect(displayUnit(meaningOf({ unit: 'By' }, 'value'), 3e9)).toEqual({ factor: 1 / 1024 ** 3, unit: 'GiB' })
  })
})

describe('numbers on an axis', () => {
  test('have the digits their step needs', () => {
    expect([0, 20, 40].map((tick) => formatTick(tick, 20))).toEqual(['0', '20', '40'])
    expect([0, 2.5, 5].map((tick) => formatTick(tick, 2.5))).toEqual(['0.0', '2.5', '5.0'])
    expect([0, 0.05].map((tick) => formatTick(tick, 0.05))).toEqual(['0.00', '0.05'])
    expect([0.25, 0.5].map((tick) => formatTick(tick, 0.25))).toEqual(['0.25', '0.50'])
    expect(formatTick(1000, 500)).toBe('1\u2009000')
  })
})

test('a unit that is called like a property of every object is shown as it is', () => {
  expect(show('constructor', 'value', 2)).toBe('2 constructor')
  expect(meaningOf({ unit: 'toString' }, 'value')).toMatchObject({ dimension: 'other', factor: 1 })
})
