import { waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi } from '../../testing/render.tsx'
import { DataGrid } from './data-grid.tsx'

const ids = (): readonly string[] => [...document.querySelectorAll('[role="row"][id]')].map(({ id }) => id)

beforeAll(giveLayout)

it('draws no cell of another row anew that is drawn from the same: one that is on its way like the one before', async () => {
  const drawn = vi.fn<(index: number) => string>(() => '…')
  const table = (first: number) => (
    <DataGrid
      label="Events"
      columns={[{ id: 'name', title: 'Name', width: 'rest', render: drawn, text: drawn }]}
      rowCount={1000}
      rowKey={(index) => String(first + index)}
      reusesElements
      rowFacts={() => []}
      selectedKey={null}
      onSelect={() => undefined}
    />
  )
  const { rerender } = renderUi(table(0))
  const whenAllAreDrawn = () => waitFor(() => expect(ids()).toHaveLength(26))
  await whenAllAreDrawn()
  const before = ids()
  drawn.mockClear()
  rerender(table(500))
  await whenAllAreDrawn()
  expect(ids().filter((id) => before.includes(id))).toEqual([])
  expect(drawn).not.toHaveBeenCalled()
})
