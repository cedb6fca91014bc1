import { expect, test, vi } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { TablePages } from './table-pages.ts'

const question = (search: string): TraceTableQuestion => ({
  table: 'thrown',
  selection: { ...wholeTrace, range: { fromMs: 5, toMs: 15 }, threads: [7] },
  sortBy: null,
  isDescending: false,
  search,
})

const logged = (message: string) => [5, 'Error', 'Shop', message, '', '', 7]

function answering(cancelledTimes: number) {
  let asked = 0
  return installFakeBridge({
    'traces.table': ({ question: { search } }) => {
      asked += 1
      if (asked <= cancelledTimes) throw new DiagnosticsError({ kind: 'cancelled' })
      return { allRowCount: 1, rowCount: 1, rows: [[search]], hasSecrets: false }
    },
  })
}

test('a question that another view has cancelled is asked again while its rows are shown', async () => {
  const bridge = answering(1)
  const onChange = vi.fn<() => void>()
  const pages = new TablePages('trace-1', question('a'), onChange)
  await expect.poll(() => onChange).toHaveBeenCalledOnce()
  expect([pages.error, pages.row(0)]).toEqual([null, ['a']])
  // The selection goes along with every question.
  expect(bridge.requestsOf('traces.table')).toMatchObject([
    { question: question('a'), fromRow: 0 },
    { question: question('a'), fromRow: 0 },
  ])
})

test('a question whose successor is shown is not asked again', async () => {
  const bridge = answering(1)
  const onChange = vi.fn<() => void>()
  const overtaken = new TablePages('trace-1', question('a'), onChange)
  overtaken.close()
  const shown = new TablePages('trace-1', question('ab'), onChange)
  await expect.poll(() => shown.row(0)).toEqual(['ab'])
  expect(bridge.requestsOf('traces.table').map((request) => request.question.search)).toEqual(['a', 'ab'])
  expect([overtaken.row(0), onChange.mock.calls.length]).toEqual([null, 1])
})

test('a thumb that passes thousands of pages by asks for the last of them', async () => {
  const waiting: (() => void)[] = []
  const bridge = installFakeBridge({
    'traces.table': async ({ fromRow }) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { allRowCount: 1e6, rowCount: 1e6, rows: [[`row ${String(fromRow)}`]], hasSecrets: false }
    },
  })
  const pages = new TablePages('trace-1', question(''), () => undefined)
  for (let page = 1; page <= 1000; page++) pages.row(page * 200)
  const comeOne = async (): Promise<void> => {
    await expect.poll(() => waiting).not.toEqual([])
    waiting.shift()!()
  }
  for (let answer = 0; answer < 4; answer++) await comeOne()
  await expect.poll(() => pages.row(1000 * 200)).toEqual(['row 200000'])
  expect(bridge.requestsOf('traces.table').map(({ fromRow }) => fromRow)).toEqual([0, 200, 200_000, 199_800])
})

test('a row is found again by what it is, the nearest one of several', async () => {
  installFakeBridge({
    'traces.table': () => ({
      allRowCount: 4,
      rowCount: 4,
      rows: ['a', 'b', 'a', 'c'].map(logged),
      hasSecrets: false,
    }),
  })
  const pages = new TablePages('trace-1', { ...question(''), table: 'logs' }, () => undefined)
  await expect.poll(() => pages.loadedRow(0)).not.toBeNull()
  expect(pages.placeOfRow(logged('c'), 0)).toBe(3)
  expect([0, 1, 2, 9].map((formerPlace) => pages.placeOfRow(logged('a'), formerPlace))).toEqual([0, 0, 2, 2])
  expect(pages.placeOfRow(logged('d'), 0)).toBeNull()
})

test('fetches the page that comes next before its rows are seen', async () => {
  const bridge = installFakeBridge({
    'traces.table': ({ fromRow, rowCount }) => ({
      allRowCount: 450,
      rowCount: 450,
      rows: Array.from({ length: Math.min(rowCount, 450 - fromRow) }, (_, at) => [fromRow + at]),
      hasSecrets: false,
    }),
  })
  const onChange = vi.fn<() => void>()
  const pages = new TablePages('trace-1', question(''), onChange)
  await expect.poll(() => pages.row(0)).toEqual([0])
  pages.row(100)
  expect(bridge.requestsOf('traces.table')).toHaveLength(1)
  pages.row(190)
  await expect.poll(() => pages.loadedRow(200)).toEqual([200])
  // There is nothing to draw of it until somebody looks at it.
  expect(onChange).toHaveBeenCalledOnce()
  expect(pages.row(250)).toEqual([250])
  expect(onChange).toHaveBeenCalledTimes(2)
  pages.row(251)
  expect(onChange).toHaveBeenCalledTimes(2)
  // Behind the last one there is none.
  expect(pages.row(390)).toEqual([390])
  await expect.poll(() => pages.loadedRow(449)).toEqual([449])
  pages.row(449)
  expect(bridge.requestsOf('traces.table').map(({ fromRow }) => fromRow)).toEqual([0, 200, 400])
})
