import { act, fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import { Icon } from '../../ui/icon.tsx'
import { noChoices, PagedTable, type TableQuery } from './paged-table.tsx'
import { viewOf } from './testing/trace-view.ts'
import { TraceViewProvider } from './view/trace-view-provider.tsx'

vi.mock(import('../../ui/icon.tsx'), { spy: true })
vi.mock(import('../../ui/data-grid/data-grid.tsx'), { spy: true })

const summary = { imported: null } as TraceSummary
const view = viewOf({ tab: 'locks', summary })
const waitingViews = [{ table: 'lock-waiters', label: 'Waiting methods' }] as const
const page = (revision: number) => (
  <TraceViewProvider value={{ ...view, revision }}>
    <PagedTable documentId="trace-1" table="lock-waiters" views={waitingViews} empty="" />
  </TraceViewProvider>
)

it('keeps the selected row while others come before it in a file that grows, and selects no other once it is gone', async () => {
  giveLayout()
  resetStore()
  let waiters = ['Shop.Pay', 'Shop.Ship']
  installFakeBridge({
    'traces.table': () => ({
      allRowCount: waiters.length,
      rowCount: waiters.length,
      rows: waiters.map((waiter) => [waiter, 'App', 1, 1, 1, 1, 1, waiter]),
      hasSecrets: false,
    }),
  })
  const { rerender } = renderUi(page(0))
  const grid = within(await screen.findByRole('grid', { name: 'Waiting methods' }))
  const selected = () => grid.queryByRole('row', { selected: true })?.textContent ?? null
  fireEvent.pointerDown(await grid.findByText('Shop.Ship'))
  expect(selected()).toContain('Shop.Ship')

  waiters = ['Shop.Reserve', 'Shop.Pay', 'Shop.Ship']
  rerender(page(1))
  await grid.findByText('Shop.Reserve')
  expect(selected()).toContain('Shop.Ship')

  waiters = ['Shop.Reserve', 'Shop.Pay', 'Shop.Pack']
  rerender(page(2))
  await grid.findByText('Shop.Pack')
  expect(selected()).toBeNull()

  waiters = ['Shop.Ship', 'Shop.Reserve', 'Shop.Pay', 'Shop.Pack']
  act(() => rerender(page(3)))
  await grid.findByText('Shop.Ship')
  expect(selected()).toContain('Shop.Ship')
})

const shown = vi.fn<TableQuery['shown']>(() => null)
const query: TableQuery = {
  search: '',
  fields: [],
  field: null,
  below: null,
  shown,
  choices: noChoices,
  onChoices: () => undefined,
  picked: null,
  onPick: () => undefined,
  isMarked: () => false,
}
const events = (revision: number, changes: Partial<TableQuery> = {}) => (
  <TraceViewProvider value={viewOf({ tab: 'events', summary, revision })}>
    <PagedTable
      documentId="trace-1"
      table="events"
      views={[{ table: 'events', label: 'Events' }]}
      empty=""
      query={{ ...query, ...changes }}
    />
  </TraceViewProvider>
)

it('draws no row of a file that grows anew but those that have become others', async () => {
  giveLayout()
  resetStore()
  let names = ['Start', 'Stop']
  installFakeBridge({
    'traces.table': () => ({
      allRowCount: names.length,
      rowCount: names.length,
      rows: names.map((name, at) => [at, name, 'App', '', 7]),
      eventIndexes: names.map((_name, at) => at),
      hasSecrets: false,
    }),
  })
  const { rerender } = renderUi(events(0))
  const grid = within(await screen.findByRole('grid', { name: 'Events' }))
  await grid.findByText('Stop')

  shown.mockClear()
  names = ['Start', 'Failed']
  rerender(events(1))
  await grid.findByText('Failed')
  const drawn = shown.mock.calls.map(([, cell]) => cell)
  expect(drawn).toContain('Failed')
  expect(drawn).not.toContain('Start')

  rerender(events(1, { shown: (_columnId, cell) => (cell === 'Start' ? 'Begin' : null) }))
  expect(grid.queryByText('Begin')).not.toBeNull()

  rerender(events(1, { shown, isMarked: (eventIndex) => eventIndex === 1 }))
  expect(grid.getByText('Failed').closest('[role=row]')?.className).toMatch(/marked/)
  expect(grid.getByText('Start').closest('[role=row]')?.className).not.toMatch(/marked/)
})

it('draws its rows anew with the answer and not with the question, and its tools with neither', async () => {
  giveLayout()
  resetStore()
  let waiters = ['Shop.Pay']
  installFakeBridge({
    'traces.table': () => ({
      allRowCount: waiters.length,
      rowCount: waiters.length,
      rows: waiters.map((waiter) => [waiter, 'App', 1, 1, 1, 1, 1, waiter]),
      hasSecrets: false,
    }),
  })
  let grow: ((revision: number) => void) | null = null
  function Page() {
    const [revision, setRevision] = useState(0)
    useEffect(() => {
      grow = (next) => act(() => setRevision(next))
    }, [])
    return page(revision)
  }
  renderUi(<Page />)
  const grid = within(await screen.findByRole('grid', { name: 'Waiting methods' }))
  await grid.findByText('Shop.Pay')
  vi.mocked(DataGrid).mockClear()
  vi.mocked(Icon).mockClear()
  waiters = ['Shop.Ship']
  grow!(1)
  expect(DataGrid).not.toHaveBeenCalled()
  await grid.findByText('Shop.Ship')
  expect(DataGrid).toHaveBeenCalled()
  expect(Icon).not.toHaveBeenCalled()
})
