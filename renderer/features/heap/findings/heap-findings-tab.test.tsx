import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { HeapSummary } from '../../../../shared/model/heap/heap-document.ts'
import type { HeapFindings } from '../../../../shared/model/heap/heap-findings.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { type HeapPlace, HeapViewProvider } from '../heap-view.ts'
import { HeapFindingsTab } from './heap-findings-tab.tsx'

const type = { group: 4, name: 'Shop.Cache', module: 'Shop.dll' }
const owner = {
  id: 'single-owner',
  title: 'Shop.Cache holds 48.0% of the heap',
  summary: '64.0 MiB could be collected without one Shop.Cache, held by static s_shared.',
  confidence: 'high',
  evidence: [
    {
      text: 'Shop.Cache: retains 64.0 MiB',
      count: 3,
      type: 'Shop.Cache',
      retainedBytes: 64 * 2 ** 20,
      root: 'static s_shared',
      link: { tab: 'dominators', type, node: 9, path: [1, 2, 4] },
    },
  ],
  contrary: [],
  nextStep: 'Give it a limit.',
  heldBytes: 64 * 2 ** 20,
} as const
const answer: HeapFindings = {
  findings: [owner],
  notJudged: [{ id: 'duplicate-strings', name: 'Equal strings', missing: 'the text of strings', question: 'dump' }],
  passed: [{ id: 'timers', name: 'Active timers', measured: '3 timers' }],
}

beforeEach(resetStore)

it('shows what a check found, and goes to the row in the tree of dominators', async () => {
  const user = userEvent.setup()
  installFakeBridge({ 'heaps.findings': () => answer })
  const gone: Partial<HeapPlace>[] = []
  renderUi(
    <HeapViewProvider
      value={{
        target: { documentId: 'heap-1', path: '/x/a.gcdump', name: 'a.gcdump', sizeBytes: 1 },
        summary: {} as HeapSummary,
        tab: 'findings',
        type: null,
        object: null,
        row: null,
        go: (to) => gone.push(to),
      }}
    >
      <HeapFindingsTab />
    </HeapViewProvider>,
  )
  expect(await screen.findByText('1 finding in 3 checks')).toBeTruthy()
  expect(screen.getByText('In a dump')).toBeTruthy()
  expect(screen.getByText('3 timers')).toBeTruthy()
  const evidence = screen.getByRole('region', { name: 'Evidence' })
  expect(within(evidence).getByText('Held by static s_shared')).toBeTruthy()
  await user.click(within(evidence).getByRole('button', { name: /^Show in Dominators/ }))
  expect(gone).toEqual([{ tab: 'dominators', type, object: { node: 9, name: 'Shop.Cache' }, row: [1, 2, 4] }])
})
