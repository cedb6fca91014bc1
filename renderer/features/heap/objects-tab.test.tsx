import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useReducer } from 'react'
import type { HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { type HeapPlace, type HeapView, HeapViewProvider } from './heap-view.ts'
import { ObjectsTab } from './objects-tab.tsx'

/** Objects that refer to each other in a row: 1 is referred to by 2, 2 by 3 and so on. The list has the first alone. */
const objectRow = (node: number) => ({
  node,
  name: `Order${String(node)}`,
  field: '',
  address: `0x${String(node)}`,
  generation: '',
  shallowBytes: 24,
  retainedBytes: 24,
})

const summary = { generationBytes: null, source: 'gcdump', objectBytes: 100 } as unknown as HeapSummary

function Objects() {
  const [place, go] = useReducer((before: HeapPlace, to: Partial<HeapPlace>): HeapPlace => ({ ...before, ...to }), {
    tab: 'objects',
    type: null,
    object: null,
    row: null,
  })
  const view = { ...place, target: { documentId: 'heap-1' }, summary, go } as unknown as HeapView
  return (
    <HeapViewProvider value={view}>
      <ObjectsTab />
    </HeapViewProvider>
  )
}

const grid = (name: string) => screen.findByRole('grid', { name })

beforeAll(giveLayout)
beforeEach(() => {
  resetStore()
  installFakeBridge({
    'heaps.objects': async ({ question: { of } }) =>
      ({ rows: [objectRow(of === null ? 1 : of.node + 1)], rowCount: 1 }) as never,
    'heaps.object': async ({ node }) => ({
      object: { ...objectRow(node), isReached: true },
      module: '',
      inCount: 1,
      outCount: 1,
      path: [],
    }),
  })
})

/** Down to the only row, and on to what it is. */
async function follow(): Promise<void> {
  const referrers = await grid('Referenced by')
  await within(referrers).findByText(/^Order/)
  fireEvent.keyDown(referrers, { key: 'ArrowDown' })
  await act(async () => fireEvent.keyDown(referrers, { key: 'Enter' }))
}

it('keeps the focus in the references while they are followed by keys', async () => {
  renderUi(<Objects />)
  const objects = await grid('Objects')
  await within(objects).findByText('Order1')
  await act(async () => fireEvent.keyDown(objects, { key: 'ArrowDown' }))
  const referrers = await grid('Referenced by')
  referrers.focus()
  await follow()
  expect(await screen.findByRole('heading', { name: 'Order2' })).toBeTruthy()
  await follow()
  expect(await screen.findByRole('heading', { name: 'Order3' })).toBeTruthy()
  expect(document.activeElement).toBe(await grid('Referenced by'))
})

it('leaves an object that was come to by references when keys come into the list, where it may be further down', async () => {
  renderUi(<Objects />)
  const objects = await grid('Objects')
  await within(objects).findByText('Order1')
  await act(async () => fireEvent.keyDown(objects, { key: 'ArrowDown' }))
  await follow()
  expect(await screen.findByRole('heading', { name: 'Order2' })).toBeTruthy()
  await act(async () => objects.focus())
  expect(screen.getByRole('heading', { name: 'Order2' })).toBeTruthy()
})
