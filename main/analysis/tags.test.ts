import { expect, test } from 'vitest'
import { splitCounterTags, splitMeterTags } from './tags.ts'

test('meter tags are split at commas, and a piece without = belongs to the value before it', () => {
  expect(splitMeterTags('')).toEqual([])
  expect(splitMeterTags('a=1')).toEqual([{ key: 'a', value: '1' }])
  expect(splitMeterTags('route=/a,b,c=d=e')).toEqual([
    { key: 'route', value: '/a,b' },
    { key: 'c', value: 'd=e' },
  ])
  expect(splitMeterTags('loose')).toEqual([{ key: 'loose', value: '' }])
})

test('counter metadata is split at colons, and free text gives no tags', () => {
  expect(splitCounterTags('host:a,zone:b:c')).toEqual([
    { key: 'host', value: 'a' },
    { key: 'zone', value: 'b:c' },
  ])
  expect(splitCounterTags('not tags at all')).toEqual([])
})
