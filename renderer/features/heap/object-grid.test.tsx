import { act, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { HeapObjectsPage, HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { type HeapView, HeapViewProvider } from './heap-view.ts'
import { ObjectGrid } from './object-grid.tsx'

beforeAll(giveLayout)

it('says that objects are put in order before the first are there, and only then that there are none', async () => {
  resetStore()
  const answers: ((page: HeapObjectsPage) => void)[] = []
  const ask = () => new Promise<HeapObjectsPage>((resolve) => answers.push(resolve))
  const summary = { generationBytes: null } as unknown as HeapSummary
  renderUi(
    <HeapViewProvider value={{ summary } as unknown as HeapView}>
      <ObjectGrid label="Objects" questionKey="all" ask={ask} selectedNode={null} empty="None of this type." />
    </HeapViewProvider>,
  )
  expect(screen.getByText('Calculating')).toBeTruthy()
  expect(screen.queryByText('None of this type.')).toBeNull()
  await act(async () => answers[0]!({ rows: [], rowCount: 0 }))
  expect(await screen.findByText('None of this type.')).toBeTruthy()
  expect(screen.queryByText('Calculating')).toBeNull()
})
