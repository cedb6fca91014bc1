import { describe, expect, it } from 'vitest'
import { enumText, FileTime, PayloadRecord, valueJson, valueText } from './payload-value.ts'
import type { ValueShape } from './value-shape.ts'

const scalar = (kind: string) => ({ kind: 'scalar', scalar: kind, enumName: null }) as unknown as ValueShape
const record = new PayloadRecord([
  { name: 'a', value: 1, shape: scalar('i32') },
  { name: 'b', value: 'x', shape: scalar('text') },
])

describe('a time', () => {
  it('counts from 1601, and is a plain number where it isn’t a time', () => {
    expect(new FileTime(116_444_736_000_010_000n).unixMs).toBe(1)
    expect(String(new FileTime(0n))).toBe('1601-01-01T00:00:00.0000000Z')
    expect(String(new FileTime(-1n))).toBe('-1')
    expect(String(new FileTime(2_650_467_743_999_999_999n))).toBe('9999-12-31T23:59:59.9999999Z')
    expect(String(new FileTime(2_650_467_744_000_000_000n))).toBe('2650467744000000000')
  })
})

describe('a value', () => {
  it('is found in its record by name', () => {
    expect([record.get('b'), record.get('a'), record.get('c')]).toEqual(['x', 1, undefined])
  })

  it('is text for people: codes and addresses in hexadecimal', () => {
    expect(valueText(255, scalar('hex32'))).toBe('0x000000ff')
    expect(valueText(255n, scalar('ptr'))).toBe('0xff')
    expect(valueText(255, scalar('i32'))).toBe('255')
    expect(valueText(Uint8Array.of(1, 255), scalar('u8'))).toBe('01ff')
    expect(valueText(new FileTime(0n), scalar('dateTime'))).toBe('1601-01-01T00:00:00.0000000Z')
    expect(valueText(record, scalar('i32'))).toBe('{ a: 1, b: x }')
  })

  it('is a number for scripts while that is exact', () => {
    const values = [9_007_199_254_740_991n, 9_007_199_254_740_992n, -9_007_199_254_740_991n, -9_007_199_254_740_992n]
    expect(values.map(valueJson)).toEqual([
      9_007_199_254_740_991,
      '9007199254740992',
      -9_007_199_254_740_991,
      '-9007199254740992',
    ])
    expect([Number.NaN, Infinity, 1.5].map(valueJson)).toEqual(['NaN', 'Infinity', 1.5])
    expect(valueJson([record, true])).toEqual([{ a: 1, b: 'x' }, true])
  })

  it('of an unknown enumeration is its number', () => {
    expect(enumText('NoSuchEnumeration', 5)).toBe('5')
  })
})

describe('an enumeration', () => {
  const named = { kind: 'scalar', scalar: 'u32', enumName: 'GCReason' } as unknown as ValueShape

  it('has the name of its value, or the number where there is none', () => {
    expect([valueText(1, named), valueText(4_000_000, named), valueText(1n, named)]).toEqual([
      'Induced',
      '4000000',
      '1',
    ])
  })

  it('of flags names each of them, and what is left over in hexadecimal', () => {
    expect(enumText('GCRootFlags', 0)).toBe('0')
    expect(enumText('GCRootFlags', 1)).toBe('Pinning')
    expect(enumText('GCRootFlags', 3)).toBe('Pinning | WeakRef')
    expect(enumText('GCRootFlags', 0x8000_0001 | 0)).toBe('Pinning | 0x80000000')
    expect(enumText('GCRootFlags', 0x1000)).toBe('0x1000')
  })
})

describe('a list', () => {
  it('names its elements as their shape says', () => {
    const shape = { kind: 'array', element: scalar('hex32'), count: { from: 'prefix' } } as unknown as ValueShape
    expect(valueText([1, 2], shape)).toBe('[0x00000001, 0x00000002]')
    expect(valueText([1, 2], scalar('hex32'))).toBe('[0x00000001, 0x00000002]')
    expect(valueText(true, scalar('bool'))).toBe('true')
  })
})
