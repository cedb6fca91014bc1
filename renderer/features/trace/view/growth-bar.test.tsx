import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Job } from '../../../../shared/model/job.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { appStore } from '../../../store/create-store.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { GrowthBar } from './growth-bar.tsx'
import { TraceViewProvider } from './trace-view-provider.tsx'

afterEach(() => void vi.restoreAllMocks())

const summary = { eventCount: 5, names: { namedFrameCount: 0, frameCount: 0 } } as TraceSummary

function readingBar(readShare: number, detailShare: number | null) {
  const growth = {
    jobId: null,
    lastMs: 0,
    followMs: null,
    readShare,
    detailShare,
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

function bar(readBytes: number) {
  const growth = {
    jobId: 'job-1',
    lastMs: 9000,
    followMs: null,
    readShare: null,
    detailShare: null,
    readBytes,
    follow: () => undefined,
  }
  return (
    <TraceViewProvider value={viewOf({ summary, growth, revision: readBytes })}>
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
