import { describe, expect, test } from 'vitest'
import type { BoardSeries } from '../../../../shared/model/settings.ts'
import * as board from './board.ts'

const series = (instrument: string, axis: 'left' | 'right' = 'left'): BoardSeries => ({
  source: 'meter',
  provider: 'P',
  instrument,
  rawTags: null,
  measure: null,
  axis,
})
const three = ['a', 'b', 'c'].reduce(
  (all, id) => board.addChart(all, board.newChart(id, [series(id)])),
  board.emptyBoard('B'),
)
const order = (changed: typeof three) => changed.charts.map((chart) => chart.id).join('')

describe('changes of a board', () => {
  test('charts are added where asked, moved and removed', () => {
    expect(order(board.addChart(three, board.newChart('x', []), 1))).toBe('axbc')
    expect(order(board.moveChart(three, 'a', 2))).toBe('bca')
    expect(order(board.moveChart(three, 'c', -5))).toBe('cab')
    expect(order(board.moveChart(three, 'nobody', 0))).toBe('abc')
    expect(order(board.removeChart(three, 'b'))).toBe('ac')
    expect(order(three)).toBe('abc')
  })

  test('a series is in a chart once, whatever its axis', () => {
    const chart = board.addSeries(board.newChart('a', [series('x')]), series('x', 'right'))
    expect(chart.series).toHaveLength(1)
    expect(board.moveToAxis(chart, series('x'), 'right').series[0]?.axis).toBe('right')
    expect(board.removeSeries(chart, series('x')).series).toEqual([])
  })

  test('a star is added and removed', () => {
    const starred = board.toggleStar(three, series('x'))
    expect(starred.starred).toHaveLength(1)
    expect(board.toggleStar(starred, series('x')).starred).toEqual([])
  })
})

describe('boards of an application', () => {
  const live = board.putBoard(board.putBoard(null, board.emptyBoard('One')), board.emptyBoard('Two'))

  test('the saved board is the active one and is replaced by name', () => {
    expect(live.activeBoard).toBe('Two')
    expect(board.putBoard(live, { ...board.emptyBoard('One'), layout: 'grid' }).boards.map((b) => b.layout)).toEqual([
      'grid',
      'rows',
    ])
  })

  test('renaming keeps names unique', () => {
    expect(board.renameBoard(live, 'Two', 'One')).toBe(live)
    expect(board.renameBoard(live, 'Two', 'Three').activeBoard).toBe('Three')
    expect(board.freeName('One', ['One', 'One 2'])).toBe('One 3')
  })

  test('removing the shown board shows another; removing the last leaves the default', () => {
    const one = board.removeBoard(live, 'Two')
    expect(one.activeBoard).toBe('One')
    const none = board.removeBoard(one, 'One')
    expect(none.boards).toEqual([])
    expect(board.activeBoardOf(none)).toBeNull()
  })
})
