import { expect, test } from 'vitest'
import { callsOf, picture } from '../stacks/testing/picture.ts'
import { writePprof } from './pprof.ts'

type Field = readonly [number: number, value: bigint | Uint8Array]

/** The wire format of protocol buffers, read without knowing the messages. */
function fieldsOf(bytes: Uint8Array): readonly Field[] {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const fields: Field[] = []
  while (at < bytes.length) {
    const key = Number(varint())
    if (key % 8 === 0) fields.push([key >> 3, varint()])
    else {
      const length = Number(varint())
      fields.push([key >> 3, bytes.subarray(at, (at += length))])
    }
  }
  return fields
}

const all = (fields: readonly Field[], number: number) =>
  fields.flatMap(([found, value]) => (found === number ? [value as Uint8Array] : []))
const numberIn = (fields: readonly Field[], number: number): number =>
  Number(fields.find(([found]) => found === number)?.[1] ?? 0)

function packed(bytes: Uint8Array): readonly number[] {
  const values: number[] = []
  let value = 0
  let factor = 1
  for (const byte of bytes) {
    value += (byte & 127) * factor
    factor *= 128
    if (byte >= 128) continue
    values.push(value)
    value = 0
    factor = 1
  }
  return values
}

function profile(lines: readonly string[], intervalNs: number | null) {
  const pieces: Uint8Array[] = []
  writePprof(callsOf(picture(lines)), { startUnixMs: 1_700_000_000_000, durationMs: 2000, intervalNs }, (piece) =>
    pieces.push(piece),
  )
  const fields = fieldsOf(new Uint8Array(Buffer.concat(pieces)))
  const strings = all(fields, 6).map((text) => new TextDecoder().decode(text))
  const functions = new Map(
    all(fields, 5).map((bytes) => {
      const of = fieldsOf(bytes)
      return [numberIn(of, 1), strings[numberIn(of, 2)]!]
    }),
  )
  const functionOf = new Map(
    all(fields, 4).map((bytes) => {
      const of = fieldsOf(bytes)
      return [numberIn(of, 1), numberIn(fieldsOf(all(of, 4)[0]!), 1)]
    }),
  )
  const samples = all(fields, 2).map((bytes) => {
    const of = fieldsOf(bytes)
    return [packed(all(of, 1)[0]!).map((id) => functions.get(functionOf.get(id)!)), packed(all(of, 2)[0]!)]
  })
  const types = all(fields, 1).map((bytes) => strings[numberIn(fieldsOf(bytes), 1)])
  return { samples, types, timeNanos: fields.find(([number]) => number === 9)?.[1], period: numberIn(fields, 12) }
}

test('a profile has every stack, the leaf first, with its samples and their time', () => {
  const { samples, types, timeNanos, period } = profile(['Main;Parse 3', 'Main;Parse;Sort 200', 'Main 1'], 1_000_000)
  expect(samples).toEqual([
    [['Main'], [1, 1_000_000]],
    [
      ['Parse', 'Main'],
      [3, 3_000_000],
    ],
    [
      ['Sort', 'Parse', 'Main'],
      [200, 200_000_000],
    ],
  ])
  expect([types, timeNanos, period]).toEqual([['samples', 'wall'], 1_700_000_000_000_000_000n, 1_000_000])
})

test('without an interval samples are counted only', () => {
  const { samples, types } = profile(['Main 5'], null)
  expect([samples, types]).toEqual([[[['Main'], [5]]], ['samples']])
})
