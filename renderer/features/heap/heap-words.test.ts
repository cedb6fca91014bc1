import { expect, test } from 'vitest'
import type { HeapGapSummary, HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import { gapText, lacksTypeNames } from './heap-words.ts'

test.each<[HeapGapSummary['kind'], string, string]>([
  ['missing-chunks', '1 chunk of roots is missing.', '2 chunks of roots are missing.'],
  ['edge-count', '1 reference is missing.', '2 references are missing.'],
  [
    'lost-events',
    'The runtime lost 1 event because its buffer was full.',
    'The runtime lost 2 events because its buffer was full.',
  ],
  ['unknown-types', '1 object has a type that no event describes.', '2 objects have types that no event describes.'],
])('a gap of the kind %s is described in the singular and in the plural', (kind, one, two) => {
  expect([1, 2].map((count) => gapText({ kind, count, detail: 'roots' }))).toEqual([one, two])
})

test.each([
  [0, false],
  [5, false],
  [6, true],
  [10, true],
])('a graph of ten objects of which %i have no type name lacks them: %s', (unnamedObjectCount, lacks) => {
  expect(lacksTypeNames({ unnamedObjectCount, objectCount: 10 } as HeapSummary)).toBe(lacks)
})
