import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { columnsOf } from '../../../../shared/model/trace/trace-tables.ts'
import type { TraceWaterfall } from '../../../../shared/model/trace/trace-waterfall.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { plantedWaterfall } from './waterfall.test-support.ts'
import { viewOf } from '../testing/trace-view.ts'
import { type TracePlace } from '../view/trace-view.ts'
import { TraceViewProvider } from '../view/trace-view-provider.tsx'
import { RequestsTab } from './requests-tab.tsx'

const { request } = plantedWaterfall
const cells = columnsOf('requests').map(({ id }) => (id === 'id' ? 2 : id === 'detail' ? request.label : null))

beforeEach(() => {
  giveLayout()
  resetStore()
})

async function open(changes: Partial<TraceWaterfall> = {}) {
  const asked: number[] = []
  const places: Partial<TracePlace>[] = []
  installFakeBridge({
    'traces.table': ({ question }) =>
      question.table === 'requests'
        ? { allRowCount: 1, rowCount: 1, rows: [cells], hasSecrets: false }
        : { allRowCount: 0, rowCount: 0, rows: [], hasSecrets: false },
    'traces.waterfall': ({ question }) => {
      asked.push(question.row)
      return { ...plantedWaterfall, ...changes, request: { ...request, ...changes.request, row: question.row } }
    },
  })
  const view = viewOf({ tab: 'requests', goTo: (place) => places.push(place) })
  renderUi(
    <TraceViewProvider value={view}>
      <RequestsTab
        views={[{ table: 'requests', label: 'Requests' }]}
        onChoose={() => undefined}
        note={undefined}
        empty=""
      />
    </TraceViewProvider>,
  )
  const cell = await screen.findByText(request.label)
  fireEvent.pointerDown(cell)
  fireEvent.click(cell)
  const grid = await screen.findByRole('grid', { name: 'Waterfall' })
  return { asked, places, grid }
}

function focusedName(): string | undefined {
  return document.activeElement?.getAttribute('aria-label')?.replaceAll(/\s/g, ' ')
}

it('the selected request shows its parts with their shares, unknown ones too', async () => {
  const { asked, grid } = await open()
  expect(asked).toEqual([2])
  const legend = within(screen.getByRole('list', { name: 'Parts' })).getAllByRole('listitem')
  expect(legend.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
    'Running 4 ms20%',
    'Waiting for lock 6 ms30%',
    'Awaiting 8 ms40%',
    'Unknown 2 ms10%',
  ])
  expect(
    within(grid)
      .getAllByRole('row')
      .map((row) => row.getAttribute('aria-label')),
  ).toEqual(['GET /orders/7', 'Thread 7', 'GET /stock'])
})

it('arrow keys go from part to part and from row to row, and a part says what it is', async () => {
  const { grid } = await open()
  within(grid).getAllByRole('gridcell')[0]!.focus()
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
  expect(focusedName()).toBe('Waiting for lock, 6 ms, 4 ms after the start, thread 7, QuoteCache.PriceOf')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(focusedName()).toBe('Waiting for lock, 6 ms, 4 ms after the start, thread 7, QuoteCache.PriceOf')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(focusedName()).toBe('GET /stock, 8 ms, 10 ms after the start, status 200')
  fireEvent.keyDown(document.activeElement!, { key: 'Home' })
  expect(focusedName()).toContain('GET /stock')
})

it('time and thread of a part become the selection of the flame graph and of the events', async () => {
  const { places, grid } = await open()
  fireEvent.click(within(grid).getAllByRole('gridcell')[1]!)
  expect(screen.getByRole('complementary', { name: 'Selected part' }).textContent).toContain('QuoteCache.PriceOf')
  fireEvent.click(screen.getByRole('button', { name: 'Select this time' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show events' }))
  expect(places).toMatchObject([
    { tab: 'flame', selection: { range: { fromMs: 104 }, threads: [7], classes: null } },
    { tab: 'events', selection: { range: { fromMs: 104 }, threads: [7] } },
  ])
})

it('what was awaited is a request of its own to look at', async () => {
  const { asked, grid } = await open()
  fireEvent.click(within(grid).getAllByRole('gridcell')[2]!)
  fireEvent.click(screen.getByRole('button', { name: 'Show this request' }))
  await screen.findByRole('grid', { name: 'Waterfall' })
  expect(asked).toEqual([2, 3])
})

it.each([
  [{ hasSamples: false }, /No stacks were sampled/],
  [{ hasActivityIds: false }, /no activity IDs/],
  [{ hasTaskEvents: false }, /No task events were recorded/],
  [{ request: { ...request, hasEnded: false } }, /end of this request wasn’t recorded/],
])('what the recording lacks is written above the parts: %j', async (changes, words) => {
  await open(changes)
  expect(screen.getAllByText(words)).toHaveLength(1)
})

it('closing the request leaves the table', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Close request' }))
  expect(screen.queryByRole('grid', { name: 'Waterfall' })).toBeNull()
})
