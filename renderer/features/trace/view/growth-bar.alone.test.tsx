import { act, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Job } from '../../../../shared/model/job.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { appStore } from '../../../store/create-store.ts'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { GrowthBar } from './growth-bar.tsx'
import { TraceViewProvider } from './trace-view-provider.tsx'

vi.mock(import('../../../ui/controls/segmented-control.tsx'), { spy: true })

afterEach(() => void vi.restoreAllMocks())

const summary = { eventCount: 5, names: { namedFrameCount: 0, frameCount: 0 } } as TraceSummary

function readingBar(readShare: number, detailShare: number | null) {
  const growth = {
    jobId: null,
    lastMs: 0,
    followMs: null,
    readShare,
    detailShare,
    isOver: false,
    readBytes: 1,
    follow: () => undefined,
  }
  return (
    <TraceViewProvider value={viewOf({ summary, growth, revision: 1 })}>
      <GrowthBar />
    </TraceViewProvider>
  )
}

it('says how far the second pass over a large file is, and not that more events come when all are there', () => {
  resetStore()
  const { rerender } = renderUi(readingBar(0.25, null))
  expect(screen.getByText(/^5.events so far$/)).toBeTruthy()
  expect(screen.queryByText(/^Exceptions/)).toBeNull()
  rerender(readingBar(0.6, 0.06))
  expect(screen.getByText(/^5.events so far$/)).toBeTruthy()
  expect(screen.getByText('Exceptions, allocations and waits: 6%')).toBeTruthy()
  rerender(readingBar(1, 0.5))
  expect(screen.getByText(/^5.events$/)).toBeTruthy()
  expect(screen.getByText('Exceptions, allocations and waits: 50%')).toBeTruthy()
  expect(screen.queryByText(/Symbols/)).toBeNull()
})

const steadyView = viewOf({ summary })
const follow = () => undefined

function bar(readBytes: number) {
  const growth = {
    jobId: 'job-1',
    lastMs: 9000,
    followMs: null,
    readShare: null,
    detailShare: null,
    isOver: false,
    readBytes,
    follow,
  }
  return (
    <TraceViewProvider value={{ ...steadyView, growth, revision: readBytes }}>
      <GrowthBar />
    </TraceViewProvider>
  )
}

it('says how far the document is behind the recording once that is more than a second', () => {
  resetStore()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const record = (atMs: number, bytes: number) =>
    act(() => {
      now.mockReturnValue(atMs)
      const job = { id: 'job-1', bytes, actions: [], state: 'running' } as unknown as Job
      appStore.getState().receiveJobs({ kind: 'changed', job })
    })
  const { rerender } = renderUi(bar(50))
  record(0, 100)
  expect(screen.getByText('Catching up')).toBeTruthy()
  rerender(bar(100))
  record(100, 100)
  expect(screen.queryByText('Catching up')).toBeNull()
  record(500, 200)
  record(1400, 300)
  expect(screen.queryByText(/behind/)).toBeNull()
  record(2640, 400)
  expect(screen.getByText(/^2\.1.s behind$/)).toBeTruthy()
  rerender(bar(400))
  record(2700, 400)
  expect(screen.queryByText(/behind/)).toBeNull()
})

const receive = (change: Partial<Job>) =>
  act(() => {
    const job = { id: 'job-1', bytes: 50, actions: ['stop'], state: 'running', ...change } as unknown as Job
    appStore.getState().receiveJobs({ kind: 'changed', job })
  })

it('draws none of its controls anew with each figure of the recording, and nothing with what the bar does not show', () => {
  resetStore()
  receive({})
  let drawn = 0
  const barIn = (readBytes: number) => (
    <Profiler id="bar" onRender={() => (drawn += 1)}>
      {bar(readBytes)}
    </Profiler>
  )
  const { rerender } = renderUi(barIn(50))
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  drawn = 0
  receive({ progress: 0.1 })
  receive({ count: 9 })
  expect(drawn).toBe(0)
  const controls = vi.mocked(SegmentedControl)
  controls.mockClear()
  rerender(barIn(60))
  expect(controls).not.toHaveBeenCalled()
  receive({ actions: [] })
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
})
