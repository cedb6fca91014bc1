import { expect, test } from 'vitest'
import { added, type Pieces } from './output-pieces.ts'

const nothing: Pieces = { kept: [], isCut: false }
const got = (offset: number, text: string, missingBytes = 0, droppedBytes = 0) => ({
  offset,
  text,
  missingBytes,
  droppedBytes,
  nextOffset: offset + text.length + missingBytes,
})

test('output that comes in pieces is one text, up to where something is missing', () => {
  const all = [got(0, 'one '), got(4, 'two'), got(7, '', 500), got(507, ''), got(507, 'three')].reduce(added, nothing)
  expect(all).toEqual({
    kept: [
      { at: 0, text: 'one two', missingBytes: 0 },
      { at: 7, text: '', missingBytes: 500 },
      { at: 507, text: 'three', missingBytes: 0 },
    ],
    isCut: false,
  })
})

test('of long output the end is shown, and that says so', () => {
  const long = added(added(nothing, got(0, 'a'.repeat(99_000))), got(99_000, 'b'.repeat(2000)))
  expect(long.isCut).toBe(true)
  expect(long.kept.map(({ text }) => text)).toEqual(['a'.repeat(98_000) + 'b'.repeat(2000)])
  const after = added(added(long, got(101_000, '', 5)), got(101_005, 'c'.repeat(100_000)))
  expect(after.kept.map(({ text }) => text.length)).toEqual([100_000])
  expect(added(nothing, got(500, 'x', 0, 500)).isCut).toBe(true)
})

test('many places where something is missing do not pile up without end', () => {
  let all = nothing
  for (let at = 0; at < 5000; at += 2) all = added(added(all, got(at, 'x')), got(at + 1, '', 1))
  expect(all.isCut).toBe(true)
  expect(all.kept.length).toBeLessThanOrEqual(1000)
})
