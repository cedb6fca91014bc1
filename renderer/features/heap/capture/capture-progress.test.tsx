import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Job } from '../../../../shared/model/job.ts'
import { appStore } from '../../../store/create-store.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { CaptureProgress } from './capture-progress.tsx'

const paused: Job = {
  id: 'job-1',
  kind: 'heap-graph',
  title: 'orders_heap.nettrace',
  target: { pid: 7, name: 'orders', processKey: '7:1' },
  question: null,
  state: 'running',
  phase: 'collecting-heap',
  progress: null,
  bytes: null,
  bytesPerSecond: null,
  count: null,
  startedMs: 0,
  phaseStartedMs: Date.now() - 83_000,
  endedMs: null,
  remainingMs: null,
  actions: ['cancel'],
  result: null,
  error: null,
}

beforeEach(() => resetStore())

it('in the pause has a running clock and no bar, and continues in the background without a request', async () => {
  const bridge = installFakeBridge()
  const onLeave = vi.fn<() => void>()
  const { user } = renderUi(<CaptureProgress job={paused} onLeave={onLeave} />)
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toMatch(/process paused.*1:2\d/)
  expect(screen.queryByRole('progressbar')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue in background' }))
  expect(onLeave).toHaveBeenCalledOnce()
  expect(bridge.requestsOf('jobs.act')).toEqual([])
  expect(appStore.getState().notices.at(-1)?.text).toMatch(/discard it under Jobs/)
})

it('tells how many objects were found so far while the graph is built', () => {
  installFakeBridge()
  renderUi(
    <CaptureProgress
      job={{ ...paused, phase: 'building-heap', bytes: 67_000_000, count: 1_514_474, progress: 0.5 }}
      onLeave={() => undefined}
    />,
  )
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toMatch(/Build and verify.*1\.51.*objects/)
})

it('in the pause can’t be cancelled, only its result discarded', async () => {
  const bridge = installFakeBridge({ 'jobs.act': () => null })
  const { user } = renderUi(<CaptureProgress job={paused} onLeave={() => undefined} />)
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Discard the result' }))
  expect(bridge.requestsOf('jobs.act')).toEqual([{ jobId: 'job-1', action: 'cancel' }])
})
