import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type HeapComparison, mostOpenHeaps } from '../../../../shared/model/heap/heap-compare.ts'
import type { HeapSummary } from '../../../../shared/model/heap/heap-document.ts'
import { appStore } from '../../../store/create-store.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { HeapViewProvider } from '../heap-view.ts'
import { HeapCompareTab } from './heap-compare-tab.tsx'

beforeEach(resetStore)

const target = (number: number) => ({
  documentId: `heap-${String(number)}`,
  path: `/x/${String(number)}.gcdump`,
  name: `${String(number)}.gcdump`,
  sizeBytes: 1,
})

/** The first of so many open heaps, compared with `comparedCount` others. */
function show(openCount: number, comparedCount: number) {
  const process = { name: 'Shop', id: 7, machine: null }
  const totals = { objectCount: 1, objectBytes: 24, takenUtc: null, isComplete: true, process }
  const comparison: HeapComparison = {
    heaps: [...Array.from({ length: comparedCount }, (_, place) => ({ ...totals, place })), { ...totals, place: -1 }],
    rows: [],
    rowCount: 0,
    changedCount: 0,
    newCount: 0,
    goneCount: 0,
    growingCount: 0,
    paths: [],
    isOneProcess: true,
    growth: null,
  }
  installFakeBridge({ 'heaps.compare': () => comparison })
  for (let number = 1; number <= openCount; number++) appStore.getState().openHeap(target(number))
  const others = Array.from({ length: comparedCount }, (_, index) => target(index + 2))
  appStore.getState().compareHeap('heap-1', others)
  return renderUi(
    <HeapViewProvider
      value={{
        target: target(1),
        summary: {} as HeapSummary,
        tab: 'compare',
        type: null,
        object: null,
        row: null,
        go: () => undefined,
      }}
    >
      <HeapCompareTab />
    </HeapViewProvider>,
  )
}

it('adds no heap to a full comparison, and says why', async () => {
  const { user } = show(mostOpenHeaps, mostOpenHeaps - 1)
  const add = await screen.findByRole('button', { name: 'Add another heap' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  await user.hover(add)
  expect(await screen.findByText('A comparison has at most 8 heap graphs')).toBeTruthy()
  await user.click(add)
  expect(screen.queryByRole('heading', { name: 'Add another heap' })).toBeNull()
})

it('offers only heaps that are open when no other one can be opened', async () => {
  const { user } = show(mostOpenHeaps, mostOpenHeaps - 2)
  await user.click(await screen.findByRole('button', { name: 'Add another heap' }))
  expect(screen.getByText(/^8 heap graphs are open, and no more can be\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open a heap graph…' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: '8.gcdump' }))
  expect(appStore.getState().heapBaselines['heap-1']).toHaveLength(mostOpenHeaps - 1)
})
