import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TraceTreeRow } from '../../../../shared/model/trace/trace-tree.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import type { WholeTraceView } from '../view/trace-view-provider.tsx'
import { TraceViewProvider } from '../view/trace-view-provider.tsx'
import { StackTree } from './stack-tree.tsx'

const tree = (changes: Partial<WholeTraceView> = {}) => (
  <TraceViewProvider value={viewOf({ tab: 'call-tree', ...changes })}>
    <StackTree label="Call tree" view="calls" frame={null} empty="" />
  </TraceViewProvider>
)

const row = (method: string, functionNumber: number, total: number, hasRows = false): TraceTreeRow => ({
  functionNumber,
  method,
  module: 'Shop',
  name: method,
  self: 0,
  total,
  hasRows,
})

it('shows what has become of its rows: figures, shares of a larger whole, what is unfolded, the picked function', async () => {
  giveLayout()
  resetStore()
  const below = [row('Shop.Charge', 3, 20)]
  let top = [row('Shop.Pay', 1, 50, true), row('Shop.Ship', 2, 50)]
  let sampleCount = 100
  installFakeBridge({
    'traces.tree': ({ question }) => ({
      sampleCount,
      rows: question.path.length === 0 ? top : below,
      omitted: { rowCount: 0, total: 0 },
    }),
  })
  const { rerender } = renderUi(tree())
  const grid = within(await screen.findByRole('treegrid', { name: 'Call tree' }))
  const textOf = (name: string): string => grid.getByText(name).closest('[role=row]')?.textContent ?? ''
  expect(textOf('Shop.Pay')).toMatch(/50.*50(\.0)? ?%/)

  sampleCount = 200
  rerender(tree({ revision: 1 }))
  await grid.findAllByText(/25(\.0)? ?%/)
  expect(textOf('Shop.Ship')).toMatch(/25(\.0)? ?%/)

  top = [row('Shop.Pay', 1, 50, true), row('Shop.Ship', 2, 150)]
  rerender(tree({ revision: 2 }))
  await grid.findByText('150')
  expect(textOf('Shop.Pay')).toMatch(/25(\.0)? ?%/)

  const pay = () => grid.getByText('Shop.Pay').closest('[role=row]')!
  expect(pay().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(pay().querySelector('button')!)
  await grid.findByText('Shop.Charge')
  expect(pay().getAttribute('aria-expanded')).toBe('true')
  // The row has not been drawn anew with the last figures; what is done with it is of now.
  fireEvent.click(pay().querySelector('button')!)
  expect(grid.queryByText('Shop.Charge')).toBeNull()

  rerender(tree({ revision: 2, frame: { method: 'Shop.Ship', module: 'Shop' } }))
  expect(grid.getByText('Shop.Ship').closest('[role=row]')?.className).toMatch(/picked/)
  expect(pay().className).not.toMatch(/picked/)
})
