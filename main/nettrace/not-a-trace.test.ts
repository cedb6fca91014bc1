import { expect, test } from 'vitest'
import { notATrace } from './not-a-trace.ts'

const damage = { offset: 8, block: 'stream', expected: 'Nettrace', found: 'PK', canContinue: false } as const

test('bytes that are no trace are refused by the first thing that is wrong with them', () => {
  expect(notATrace('a.nettrace', { ...damage, kind: 'malformed' }, 100)).toEqual({
    kind: 'malformed',
    what: 'a.nettrace',
    offset: 8,
    expected: 'Nettrace',
    found: 'PK',
  })
})

test('a file that ends before its header has the place of its end', () => {
  expect(notATrace('a.nettrace', undefined, 5)).toMatchObject({
    offset: 5,
    expected: 'the header of a trace',
    found: 'the end of the file',
  })
})

test('a container of a later version is unsupported, not broken', () => {
  expect(notATrace('a.nettrace', { ...damage, kind: 'unsupported', found: 'version 9' }, 100)).toEqual({
    kind: 'unsupported',
    feature: 'trace file: version 9 at byte 8',
    neededVersion: null,
    actualVersion: null,
  })
})
