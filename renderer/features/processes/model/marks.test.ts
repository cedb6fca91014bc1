import { expect, test } from 'vitest'
import { asProcessKey } from '../../../../shared/model/ids.ts'
import { nextMarks } from './marks.ts'
import type { ListItem } from './row-tree.ts'

const keys = ['1:1', '2:1', '3:1', '4:1'].map(asProcessKey)
const process = (at: number, state = 'ready') =>
  ({ kind: 'process', row: { key: keys[at]!, state } }) as unknown as ListItem
const items = [
  { kind: 'group', id: 'g' } as unknown as ListItem,
  process(0),
  process(1),
  process(2, 'exited'),
  process(3),
]
const none = new Set<(typeof keys)[number]>()

test('Ctrl+click marks a process together with the one that is selected, and unmarks it again', () => {
  const both = nextMarks(items, { marked: none, selectedKey: keys[0]!, index: 2, how: 'toggle' })
  expect(both).toEqual([keys[0], keys[1]])
  expect(nextMarks(items, { marked: new Set(both), selectedKey: keys[1]!, index: 2, how: 'toggle' })).toEqual([keys[0]])
})

test('Shift+click marks everything up to it but headings and processes that have exited', () => {
  expect(nextMarks(items, { marked: none, selectedKey: keys[3]!, index: 0, how: 'range' })).toEqual([
    keys[0],
    keys[1],
    keys[3],
  ])
})

test('a plain click marks none, and a heading is never marked', () => {
  const marked = new Set([keys[0]!])
  expect(nextMarks(items, { marked, selectedKey: null, index: 1, how: 'clear' })).toEqual([])
  expect(nextMarks(items, { marked, selectedKey: null, index: 0, how: 'toggle' })).toEqual([keys[0]])
})

test('Space on the selected process marks it alone', () => {
  expect(nextMarks(items, { marked: none, selectedKey: keys[1]!, index: 2, how: 'toggle' })).toEqual([keys[1]])
})
