import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { type TraceTransform, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { SelectionBar } from './selection-bar.tsx'
import { TraceViewProvider } from './trace-view-provider.tsx'

vi.mock(import('../../../ui/icon.tsx'), { spy: true })

beforeEach(() => {
  giveLayout()
  resetStore()
  installFakeBridge({ 'traces.views': () => [] })
})

it('has a chip for each of two overloads that are called the same', () => {
  const said = vi.spyOn(console, 'error')
  const transforms = ['int32', 'float64'].map((argument): TraceTransform => {
    const frame = { method: `Shop.Cart.Add(${argument})`, module: 'Shop' }
    return { kind: 'hide', frame }
  })
  const selection = { ...wholeTrace, transforms }
  const samples = { running: 0, spinning: 0, waiting: 0, idle: 0, unknown: 0 }
  const summary = { imported: null, rowCounts: { threads: 1 }, samples, found: { joinableAwaits: 0 } }
  renderUi(
    <TraceViewProvider value={viewOf({ summary: summary as TraceSummary, selection })}>
      <SelectionBar onBack={null} onForward={null}>
        {null}
      </SelectionBar>
    </TraceViewProvider>,
  )
  expect(screen.getAllByText('Hidden: Cart.Add')).toHaveLength(2)
  expect(said).not.toHaveBeenCalled()
  said.mockRestore()
})

it('draws nothing anew with samples that come, but their counts in the menu that is open', async () => {
  let record: ((running: number) => void) | null = null
  const view = viewOf({ selection: { ...wholeTrace, classes: ['running'] } })
  function Page() {
    const [running, setRunning] = useState(7)
    useEffect(() => {
      record = (next) => act(() => setRunning(next))
    }, [])
    const samples = { running, spinning: 0, waiting: 2, idle: 0, unknown: 0 }
    const target = { runtimeVersion: '10.0.0' }
    const summary = { imported: null, rowCounts: { threads: 1 }, samples, found: { joinableAwaits: 0 }, target }
    return (
      <TraceViewProvider value={{ ...view, summary: summary as unknown as TraceSummary, revision: running }}>
        <SelectionBar onBack={null} onForward={null}>
          {null}
        </SelectionBar>
      </TraceViewProvider>
    )
  }
  const { user } = renderUi(<Page />)
  vi.mocked(Icon).mockClear()
  record!(8)
  expect(Icon).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Running' }))
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Running (8)' })).toBeTruthy()
  record!(9)
  expect(screen.getByRole('menuitemcheckbox', { name: 'Running (9)' })).toBeTruthy()
})
