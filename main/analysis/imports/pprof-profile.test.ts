import { expect, test } from 'vitest'
import { ByteBuilder, utf8 } from '../../../shared/base/byte-builder.ts'
import { numbersOf } from './pprof-tables.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import { readProfile } from './read-profile.ts'
import { sampleLines } from './testing/profile-text.ts'

type Part = readonly [field: number, value: number | Uint8Array | number[]]

/** A message of protocol buffers; lists of numbers are packed. */
function message(...parts: readonly Part[]): Uint8Array {
  const builder = new ByteBuilder()
  for (const [field, value] of parts) {
    if (typeof value === 'number') builder.varint(BigInt(field * 8)).varint(BigInt.asUintN(64, BigInt(value)))
    else {
      const bytes = value instanceof Uint8Array ? value : packed(value)
      builder
        .varint(BigInt(field * 8 + 2))
        .varint(BigInt(bytes.length))
        .bytes(bytes)
    }
  }
  return builder.take()
}

function packed(values: readonly number[]): Uint8Array {
  const builder = new ByteBuilder()
  for (const value of values) builder.varint(BigInt.asUintN(64, BigInt(value)))
  return builder.take()
}

const texts = [
  '',
  'samples',
  'count',
  'cpu',
  'nanoseconds',
  'main',
  'work',
  'inlined',
  'App.work(int)',
  'a.go',
  'thread',
  'Worker',
]
const tables: readonly Part[] = [
  [1, message([1, 1], [2, 2])],
  [1, message([1, 3], [2, 4])],
  [5, message([1, 1], [2, 5], [4, 9])],
  [5, message([1, 2], [2, 6], [3, 8])],
  [5, message([1, 3], [2, 7])],
  [4, message([1, 10], [4, message([1, 1], [2, 12])])],
  // What was inlined comes before the function it is in.
  [4, message([1, 20], [4, message([1, 3])], [4, message([1, 2])])],
  ...texts.map((text): Part => [6, utf8(text)]),
]

function read(parts: readonly Part[]) {
  const result = readProfile(message(...parts))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

test('stacks have the leaf first, inlined calls have no location of their own, the last value counts', () => {
  const profile = read([
    [2, message([1, [20, 10]], [2, [3, 3_000_000]], [3, message([1, 10], [2, 11])])],
    [2, message([1, 10], [2, 1], [2, 1_000_000])],
    [2, message([1, [10]], [2, [1, -5]])],
    [2, message([1, [99]], [2, [1, 2_000_000]])],
    ...tables,
    [9, 1_700_000_000_000_000_000],
  ])
  expect(profile).toMatchObject({
    format: 'pprof',
    unit: 'ms',
    statedUnit: 'cpu (nanoseconds)',
    startUnixMs: 1_700_000_000_000,
  })
  expect(sampleLines(profile)).toEqual(['Worker main;App.work(int);inlined 3', 'main 1', '?!? 2'])
  expect(profile.frames[1]).toMatchObject({ name: 'main', file: 'a.go', line: 12 })
  expect(profile.notes).toMatchObject([
    { kind: 'other-weight', detail: 'samples (count)' },
    { kind: 'negative-weight', count: 1 },
  ])
})

test('a profile that does not say when it was made has no start', () => {
  expect(read([[2, message([1, [10]], [2, [3, 9]])], ...tables]).startUnixMs).toBeNull()
})

const sample = (tid: number): Part => [
  2,
  message([1, [10]], [2, [1, 5]], [3, message([1, 10], [2, 11])], [3, message([1, texts.length], [3, tid])]),
]

test('threads of one name are told apart by their numbers', () => {
  const words = [...tables, [6, utf8('tid')]] as const
  expect(read([sample(7), sample(8), sample(7), ...words]).threads).toEqual([
    { id: 7, name: 'Worker' },
    { id: 8, name: 'Worker' },
  ])
})

test('the value that the file names as its default is used', () => {
  const profile = read([[2, message([1, [10]], [2, [3, 9]])], ...tables, [14, 1]])
  expect(profile).toMatchObject({ unit: 'samples', statedUnit: 'samples (count)' })
  expect(sampleLines(profile)).toEqual(['main 3'])
})

test('a truncated profile reports the byte position', () => {
  const whole = message(...tables, [2, message([1, [10]], [2, [3, 9]])])
  expect(readProfile(whole.subarray(0, -2))).toMatchObject({
    ok: false,
    error: { kind: 'malformed', what: 'pprof profile', expected: '7 bytes', found: '5' },
  })
})

test('a function inlined a thousand times costs no more than its share', () => {
  const inlined = Array.from({ length: 10_000 }, (): Part => [4, message([1, 3])])
  const bytes = message(
    ...tables,
    [4, message([1, 30], ...inlined)],
    [2, message([1, Array.from({ length: 1000 }, () => 30)], [2, [1, 1]])],
  )
  expect(readProfile(bytes)).toMatchObject({ ok: false, error: { expected: 'stacks in proportion to the file' } })
})

/** Threads of one sample with labels of a key and a text or a number. */
function threadsOf(...labels: readonly (readonly [key: string, value: string | number])[]) {
  const words = labels.flatMap(([key, value]) => (typeof value === 'string' ? [key, value] : [key]))
  const numberOf = (word: string) => texts.length + words.indexOf(word)
  const parts = labels.map(([key, value]): Part => [
    3,
    typeof value === 'string'
      ? message([1, numberOf(key)], [2, numberOf(value)])
      : message([1, numberOf(key)], [3, value]),
  ])
  return read([
    [2, message([1, [10]], [2, [1, 5]], ...parts)],
    ...tables,
    ...words.map((word): Part => [6, utf8(word)]),
  ]).threads
}

test.each<[readonly (readonly [string, string | number])[], number | null, string]>([
  [[['thread', 'Worker']], null, 'Worker'],
  [[['Thread_Name', 'Worker']], null, 'Worker'],
  [[['thread', 7]], 7, ''],
  [[['thread id', 7]], 7, ''],
  [[['TID', '12']], 12, ''],
  [[['tid', 'twelve']], null, ''],
  [[['tid', '-1']], null, ''],
  [[['tid', -1]], null, ''],
  [[['other', 7]], null, ''],
  [
    [
      ['thread', 'Worker'],
      ['tid', 0],
    ],
    0,
    'Worker',
  ],
  [
    [
      ['tid', 9],
      ['thread_name', 'Main'],
      ['bytes', 5],
    ],
    9,
    'Main',
  ],
])('labels %j say which thread a sample is of', (labels, id, name) => {
  expect(threadsOf(...labels)).toEqual([{ id, name }])
})

const numbers = (...bytes: readonly number[]) => numbersOf(new ProtobufReader(Uint8Array.from(bytes)))

test('numbers of a message are those of its number fields, the last of each', () => {
  expect(numbers(0x08, 5, 0x10, 6, 0x08, 7)).toEqual({ 1: 7, 2: 6 })
  // Field 1 once more, as bytes; then one with a number that no message has.
  expect(numbers(0x08, 5, 0x0a, 1, 9)).toEqual({ 1: 5 })
  expect(numbers(0x80, 0x01, 3, 0x78, 4)).toEqual({ 15: 4 })
})

test('a stack that nothing was measured in is no sample, and brings no thread', () => {
  const stacks: readonly Part[] = [
    [2, message([1, [10]], [2, [0, 0]], [3, message([1, 10], [2, 11])])],
    [2, message([1, [20, 10]], [2, [1, 2_000_000]])],
  ]
  const profile = read([...stacks, ...tables])
  expect([sampleLines(profile).length, profile.threads.map(({ name }) => name)]).toEqual([1, ['']])
})
