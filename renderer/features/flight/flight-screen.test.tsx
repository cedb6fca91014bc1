import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { saveAll } from './flight-commands.ts'
import { FlightScreen } from './flight-screen.tsx'

const job: Job = {
  id: 'job-1',
  kind: 'ring',
  title: 'orders-api',
  target: { pid: 7, name: 'orders-api', processKey: asProcessKey('7:1') },
  question: 'Where is time spent?',
  state: 'running',
  phase: 'recording',
  progress: null,
  bytes: 1024,
  bytesPerSecond: null,
  count: 0,
  startedMs: 0,
  phaseStartedMs: 0,
  endedMs: null,
  remainingMs: null,
  actions: ['save', 'stop', 'cancel'],
  result: null,
  error: null,
}

const status: RecordingStatus = {
  jobId: 'job-1',
  path: null,
  elapsedMs: 60_000,
  writtenBytes: 1,
  receivedBytes: 1,
  bytesPerSecond: 1000,
  lastByteAgoMs: 1,
  eventCount: 1,
  eventsPerSecond: 1,
  lostCount: 3,
  cpuPercent: 22,
  cpuBeforePercent: 10,
  losses: [],
  providers: [],
  newest: [],
  collected: [],
  top: null,
  names: { knownShare: null, methodCount: 0 },
  heldMs: 30_000,
  overhead: { kind: 'measured', percent: 12, withinPercent: 1 },
  cheaperBy: 'samples',
  flight: { lastMs: 60_000, keptBytes: 1024, maxBytes: 2048, gapMs: 400, savedCount: 2 },
  marks: [],
}

function show(jobs: readonly Job[]) {
  const bridge = installFakeBridge({ 'jobs.act': () => null })
  appStore.getState().receiveJobs({ kind: 'snapshot', jobs })
  appStore.getState().openPage('flight')
  return { bridge, ...renderUi(<FlightScreen />) }
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

it('says what each recorder keeps and costs, what could make it cheaper, and what was not recorded', async () => {
  const { bridge, user } = show([job])
  act(() => bridge.stream('recordings.live', 'job-1').send(status))
  const row = screen.getByRole('listitem', { name: 'orders-api, PID 7' })
  expect(within(row).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(row.textContent).toMatch(/Costs more than 5.*Stack samples cost most/)
  expect(row.textContent).toContain('.NET Core 3 ends its session with each save')
  await user.click(within(row).getByRole('button', { name: 'Save now' }))
  expect(bridge.requestsOf('jobs.act')).toEqual([{ jobId: 'job-1', action: 'save' }])
})

it('saves those that can be saved, and says so when there is none', () => {
  const { bridge } = show([
    job,
    { ...job, id: 'job-2', actions: ['stop', 'cancel'] },
    { ...job, id: 'job-3', state: 'done' },
  ])
  act(() => saveAll())
  expect(bridge.requestsOf('jobs.act')).toEqual([{ jobId: 'job-1', action: 'save' }])
  act(() => appStore.getState().receiveJobs({ kind: 'snapshot', jobs: [] }))
  expect(screen.getByRole('heading', { name: 'No flight recorder is running' })).toBeTruthy()
  act(() => saveAll())
  expect(appStore.getState().notices.map(({ title }) => title)).toContain('No flight recorder is running')
})
