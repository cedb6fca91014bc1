import { describe, expect, test } from 'vitest'
import { ProtobufReader } from './protobuf-reader.ts'

const reader = (...bytes: readonly number[]) => new ProtobufReader(Uint8Array.from(bytes))

function numberOf(...bytes: readonly number[]): number {
  const field = reader(8, ...bytes)
  expect(field.next()).toBe(true)
  expect(field.next()).toBe(false)
  return field.number
}

describe('numbers', () => {
  test('are exact up to 2^53, over the border of 28 bits too', () => {
    expect(numberOf(127)).toBe(127)
    expect(numberOf(128, 1)).toBe(128)
    expect(numberOf(255, 255, 255, 127)).toBe(2 ** 28 - 1)
    expect(numberOf(128, 128, 128, 128, 1)).toBe(2 ** 28)
    expect(numberOf(255, 255, 255, 255, 255, 255, 255, 15)).toBe(2 ** 53 - 1)
  })

  test('of ten bytes are negative', () => {
    const ones = Array<number>(9).fill(255)
    expect(numberOf(...ones, 1)).toBe(-1)
    expect(numberOf(254, ...ones.slice(1), 1)).toBe(-2)
    expect(numberOf(...Array<number>(9).fill(128), 1)).toBe(-(2 ** 63))
  })

  test('have ten bytes at most', () => {
    expect(() => numberOf(...Array<number>(10).fill(128), 1)).toThrow('a number of at most ten bytes expected at 1')
  })

  test('that are cut off are damage', () => {
    expect(() => reader(8, 128).next()).toThrow('the rest of a number expected at 1')
    expect(() => reader(8).next()).toThrow('the rest of a number expected at 1')
  })

  test('that are repeated come packed or one by one', () => {
    const taken: number[] = []
    const fields = reader(8, 5, 10, 3, 6, 128, 1, 13, 1, 2, 3, 4)
    while (fields.next()) fields.numbers((value) => taken.push(value))
    expect(taken).toEqual([5, 6, 128])
  })
})

describe('fields', () => {
  test('of a fixed length and of bytes are passed over', () => {
    const fields = reader(9, 1, 2, 3, 4, 5, 6, 7, 8, 21, 1, 2, 3, 4, 26, 2, 7, 8, 32, 1)
    const seen: number[][] = []
    while (fields.next()) seen.push([fields.field, fields.wireType, fields.offset])
    expect(seen).toEqual([
      [1, 1, 9],
      [2, 5, 14],
      [3, 2, 18],
      [4, 0, 20],
    ])
    expect([fields.start, fields.end]).toEqual([16, 18])
  })

  test('may end where their message ends, not beyond it', () => {
    expect(reader(10, 2, 1, 2).next()).toBe(true)
    expect(reader(10, 0).next()).toBe(true)
    expect(() => reader(10, 3, 1, 2).next()).toThrow('3 bytes expected at 2')
    expect(() => reader(9, 1, 2, 3, 4, 5, 6, 7).next()).toThrow('8 bytes expected at 1')
    const inner = reader(10, 2, 10, 1, 8, 9)
    inner.next()
    expect(() => inner.message().next()).toThrow('1 bytes expected at 4')
  })

  test('whose length is negative are damage', () => {
    expect(() => reader(10, ...Array<number>(9).fill(255), 1).next()).toThrow('-1 bytes expected')
  })

  test('without a number, or of a kind that does not exist, are damage', () => {
    expect(() => reader(0, 1).next()).toThrow('the number of a field expected at 0')
    expect(() => reader(11).next()).toThrow('a kind of field expected at 0')
  })

  test('are messages only where they are bytes', () => {
    const fields = reader(8, 1)
    fields.next()
    expect(() => fields.message()).toThrow('a message expected at 2')
  })
})
