import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { HeapViewProvider } from './heap-view.ts'
import { heapViewOf } from './testing.ts'
import { TypesTab } from './types-tab.tsx'

vi.mock(import('../../ui/data-grid/data-grid.tsx'), { spy: true })
vi.mock(import('../../ui/controls/segmented-control.tsx'), { spy: true })
vi.mock(import('../../ui/overlay/tooltip.tsx'), { spy: true })

const summary = { unreached: { count: 0, bytes: 0 }, objectBytes: 100, hasModules: false, generationBytes: null }
const view = heapViewOf('types', summary)

const typeNamed = (name: string, group: number) => ({
  group,
  name,
  module: '',
  count: 1,
  shallowBytes: 10,
  retainedBytes: 20,
  generationBytes: null,
})

it('draws the table anew with the answer, not with each letter of the filter', async () => {
  giveLayout()
  resetStore()
  let answer: (() => void) | null = null
  installFakeBridge({
    'heaps.types': async ({ question }) => {
      if (question.search !== '') await new Promise<void>((resolve) => (answer = resolve))
      const rows = ['Order', 'Customer'].filter((name) => name.includes(question.search)).map(typeNamed)
      return { rows, rowCount: rows.length } as never
    },
  })
  renderUi(
    <HeapViewProvider value={view}>
      <TypesTab />
    </HeapViewProvider>,
  )
  const types = within(await screen.findByRole('grid', { name: 'Types' }))
  await types.findByText('Customer')
  expect(
    within(screen.getByRole('list', { name: 'Bars' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['Shallow', 'Retained'])
  vi.mocked(DataGrid).mockClear()
  vi.mocked(SegmentedControl).mockClear()
  fireEvent.change(screen.getByRole('searchbox', { name: /Filter names/ }), { target: { value: 'Ord' } })
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: /Filter names/ }).value).toBe('Ord')
  expect(DataGrid).not.toHaveBeenCalled()

  await vi.waitFor(() => expect(answer).not.toBeNull())
  // Each heading that sorts has one.
  expect(Tooltip).toHaveBeenCalled()
  vi.mocked(Tooltip).mockClear()
  await act(async () => answer!())
  expect(screen.getByRole('status').textContent).toMatch(/^1\srow$/)
  expect(types.queryByText('Customer')).toBeNull()
  expect(types.queryByText('Order')).not.toBeNull()
  expect(SegmentedControl).not.toHaveBeenCalled()
  expect(Tooltip).not.toHaveBeenCalled()

  // What a heading does is of the newest table, though it was not drawn with it.
  const count = types.getByRole('columnheader', { name: 'Count' })
  fireEvent.click(count)
  expect(count.getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(count)
  expect(count.getAttribute('aria-sort')).toBe('ascending')
})
