import { describe, expect, test } from 'vitest'
import { callsOf, picture } from '../testing/picture.ts'
import { treeRows } from './tree-rows.ts'

const shop = picture(['Main;Work;Sort 3', 'Main;Work;Work;Sort 2', 'Main;Wait 4', 'Timer;Work 1', 'Main;Never 0'])
const calls = callsOf(shop)
const { functions } = shop.tree
const numberOf = (name: string) => functions.find(name, '')

interface Asked {
  readonly view?: 'callees' | 'callers'
  readonly frame?: string
  readonly path?: readonly string[]
}

const ask = ({ view = 'callees', frame, path = [] }: Asked) =>
  treeRows(calls, functions, {
    view,
    frame: frame === undefined ? null : { method: frame, module: '' },
    path: path.map(numberOf),
  })
/** Name, self, total and whether there is something below. */
const rows = (asked: Asked) => ask(asked).rows.map(({ method, self, total, hasRows }) => [method, self, total, hasRows])

describe('rows of callees', () => {
  test('begin with what was called first, the heaviest on top', () => {
    expect(rows({})).toEqual([
      ['Main', 0, 9, true],
      ['Timer', 0, 1, true],
    ])
    expect(ask({})).toMatchObject({ sampleCount: 10, omitted: { rowCount: 0, total: 0 } })
  })

  test('follow a path of functions, and end where there is none', () => {
    expect(rows({ path: ['Main', 'Work'] })).toEqual([
      ['Sort', 3, 3, false],
      ['Work', 0, 2, true],
    ])
    expect(rows({ path: ['Timer'] })).toEqual([['Work', 1, 1, false]])
    expect(rows({ path: ['Main', 'Work', 'Work'] })).toEqual([['Sort', 2, 2, false]])
    expect(rows({ path: ['Main', 'Work', 'Sort'] })).toEqual([])
    expect(rows({ path: ['Main', 'Sort', 'Work'] })).toEqual([])
  })

  test('of one function begin with it, all of its places together', () => {
    expect(rows({ frame: 'Work' })).toEqual([['Work', 1, 6, true]])
    expect(rows({ frame: 'Work', path: ['Work'] })).toEqual([
      ['Sort', 3, 3, false],
      ['Work', 0, 2, true],
    ])
  })

  test('of a function that no sample was in are none', () => {
    expect([rows({ frame: 'Never' }), rows({ frame: 'Gone' })]).toEqual([[], []])
  })
})

describe('rows of callers', () => {
  test('begin with what samples ended in, whose weight is all their own', () => {
    expect(rows({ view: 'callers' })).toEqual([
      ['Sort', 5, 5, true],
      ['Wait', 4, 4, true],
      ['Work', 1, 1, true],
    ])
  })

  test('go up to what began the stack', () => {
    expect(rows({ view: 'callers', path: ['Sort', 'Work'] })).toEqual([
      ['Main', 3, 3, false],
      ['Work', 2, 2, true],
    ])
    expect(rows({ view: 'callers', frame: 'Wait', path: ['Wait'] })).toEqual([['Main', 4, 4, false]])
  })
})

test('more than five hundred rows are added up', () => {
  const many = picture(Array.from({ length: 503 }, (_, index) => `F${index} ${index + 1}`))
  const { rows: shown, omitted } = treeRows(callsOf(many), many.tree.functions, {
    view: 'callees',
    frame: null,
    path: [],
  })
  expect([shown.length, shown[0]!.method, omitted]).toEqual([500, 'F502', { rowCount: 3, total: 6 }])
})
