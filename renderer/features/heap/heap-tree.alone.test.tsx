import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { HeapTreeRow } from '../../../shared/model/heap/heap-document.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { HeapTree } from './heap-tree.tsx'
import { HeapViewProvider } from './heap-view.ts'
import { heapViewOf } from './testing.ts'
import { TreeSearch } from './tree-search.tsx'

vi.mock(import('../../ui/controls/button.tsx'), { spy: true })
vi.mock(import('./tree-search.tsx'), { spy: true })

const view = heapViewOf('dominators', { objectBytes: 100 })

const rowNamed = (name: string, key: number): HeapTreeRow => ({
  key,
  name,
  rootKind: null,
  module: '',
  address: '',
  count: 1,
  shallowBytes: 1,
  retainedBytes: 10,
  hasRows: true,
})

it('draws the bar above it anew neither with an answer nor with another selection, and its button starts at what is selected', async () => {
  giveLayout()
  resetStore()
  const bridge = installFakeBridge({
    'heaps.tree': ({ question: { path } }) => ({
      rows: ['Order', 'Cart'].map((name, key) => rowNamed([name, ...path].join('.'), key)),
      omitted: null,
    }),
  })
  renderUi(
    <HeapViewProvider value={view}>
      <HeapTree label="Dominators" controls={null} view="dominators" type={null} />
    </HeapViewProvider>,
  )
  const tree = within(await screen.findByRole('treegrid', { name: 'Dominators' }))
  await tree.findByText('Cart')
  expect(Button).toHaveBeenCalled()
  vi.mocked(Button).mockClear()
  vi.mocked(TreeSearch).mockClear()

  fireEvent.pointerDown(tree.getByText('Cart'))
  fireEvent.keyDown(screen.getByRole('treegrid'), { key: 'ArrowRight' })
  await tree.findByText('Cart.1')
  expect(Button).not.toHaveBeenCalled()
  expect(TreeSearch).not.toHaveBeenCalled()

  const before = bridge.requestsOf('heaps.tree').length
  fireEvent.click(screen.getByRole('button', { name: 'Largest path' }))
  await expect.poll(() => bridge.requestsOf('heaps.tree').length).toBeGreaterThan(before)
  expect(bridge.requestsOf('heaps.tree')[before]?.question.path.slice(0, 1)).toEqual([1])
})
