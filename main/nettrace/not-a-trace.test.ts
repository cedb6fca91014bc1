import { expect, test } from 'vitest'
import { notATrace } from './not-a-trace.ts'

const damage = { offset: 8, block: 'stream', expected: 'Nettrace', found: 'PK', canContinue: false } as const

test('bytes that aren’t a trace are rejected at the first error', () => {
  expect(notATrace('a.nettrace', { ...damage, kind: 'malformed' }, 100)).toEqual({
    kind: 'malformed',
    what: 'a.nettrace',
    offset: 8,
    expected: 'Nettrace',
    found: 'PK',
  })
})

test('a file that ends inside its header reports where it ends', () => {
  expect(notATrace('a.nettrace', undefined, 5)).toMatchObject({
    offset: 5,
    expected: 'the header of a trace',
    found: 'the end of the file',
  })
})

test('a newer container version is unsupported, not damaged', () => {
  expect(notATrace('a.nettrace', { ...damage, kind: 'unsupported', found: 'version 9' }, 100)).toEqual({
    kind: 'unsupported',
    feature: 'trace file: version 9 at byte 8',
    neededVersion: null,
    actualVersion: null,
  })
})
