import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { SavedViews } from './saved-views.tsx'
import { TraceViewProvider } from './trace-view-provider.tsx'

const samples = { running: 0, spinning: 0, waiting: 0, idle: 0, unknown: 0 }
const summary = { imported: null, rowCounts: { threads: 9000 }, samples } as unknown as TraceSummary

beforeEach(() => {
  giveLayout()
  resetStore()
})

async function copiedFor(selection: TraceSelection) {
  const saved: unknown[] = []
  const copied: string[] = []
  installFakeBridge({
    'traces.views': () => [],
    'traces.saveView': ({ view }) => {
      saved.push(view)
      return null
    },
    'clipboard.writeText': ({ text }) => {
      copied.push(text)
      return null
    },
  })
  const { user } = renderUi(
    <TraceViewProvider value={viewOf({ summary, selection })}>
      <SavedViews />
    </TraceViewProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy command line to this view' }))
  await waitFor(() => expect(copied).toHaveLength(1))
  return { copied: copied[0], saved }
}

it('copies a command line that says where to go', async () => {
  const threads = Array.from({ length: 5000 }, (_, at) => 100 + at)
  expect(await copiedFor({ ...wholeTrace, threads })).toEqual({
    copied: "pipescope --select 'tab=flame&thread=100-5099' -- /x/a.nettrace",
    saved: [],
  })
})

it('copies a command line to a saved view when there are more threads than a line can name', async () => {
  const threads = Array.from({ length: 5000 }, (_, at) => 100 + 2 * at)
  const { copied, saved } = await copiedFor({ ...wholeTrace, threads })
  expect(copied).toBe('pipescope --select view=Flame,+5+000+of+9+000+threads -- /x/a.nettrace')
  expect(saved).toMatchObject([{ name: 'Flame, 5 000 of 9 000 threads', tab: 'flame', selection: { threads } }])
})

it('keeps transforms in a saved view, too', async () => {
  const { copied, saved } = await copiedFor({ ...wholeTrace, transforms: [{ kind: 'own-code' }] })
  expect(copied).toBe('pipescope --select view=Flame -- /x/a.nettrace')
  expect(saved).toMatchObject([{ name: 'Flame', selection: { transforms: [{ kind: 'own-code' }] } }])
})
