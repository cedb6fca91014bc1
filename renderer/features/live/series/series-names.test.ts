import { describe, expect, test } from 'vitest'
import type { Tag } from '../../../../shared/model/live.ts'
import { commonPrefix, differingValues, tagDifferences } from './series-names.ts'

function tags(text: string): Tag[] {
  return text
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => ({ key: pair.split('=')[0]!, value: pair.split('=')[1]! }))
}

describe('common prefix', () => {
  test('ends at a separator, never inside a word', () => {
    expect(commonPrefix(['dotnet.gc.heap', 'dotnet.gc.pause'])).toBe('dotnet.gc.')
    expect(commonPrefix(['heap.size', 'heat'])).toBe('')
    expect(commonPrefix(['gen-0-size', 'gen-1-size'])).toBe('gen-')
  })

  test('of a single name is empty: nothing is shared', () => {
    expect(commonPrefix(['dotnet.exceptions'])).toBe('')
    expect(commonPrefix([])).toBe('')
  })
})

describe('tags of neighbors', () => {
  const requests = [
    'method=GET,route=/,status=200',
    'method=GET,route=/cart,status=200',
    'method=GET,route=/cart,status=500',
  ]

  test('that are the same everywhere are separated from those that differ', () => {
    const { differing, constant } = tagDifferences(requests.map(tags))
    expect(differing).toEqual(['route', 'status'])
    expect(constant).toEqual(tags('method=GET'))
  })

  test('a key that one set lacks differs', () => {
    expect(tagDifferences([tags('a=1'), tags('a=1,error=timeout')]).differing).toEqual(['error'])
  })

  test('a single set differs from nothing', () => {
    expect(tagDifferences([tags('a=1,b=2')])).toEqual({ differing: [], constant: tags('a=1,b=2') })
  })

  test('only differing values name a set', () => {
    const differences = tagDifferences(requests.map(tags))
    expect(requests.map((text) => differingValues(tags(text), differences))).toEqual([
      '/, 200',
      '/cart, 200',
      '/cart, 500',
    ])
  })
})
