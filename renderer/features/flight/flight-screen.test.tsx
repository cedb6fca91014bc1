import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
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
  flight: { lastMs: 60_000, keptBytes: 1024, maxBytes: 2048, gapMs: 400, savedCount: 2, saveError: null },
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

it('names processes whose rules have no flight recorder, with cause and next step, those with the same cause in one line', () => {
  const { bridge } = show([])
  const error = { kind: 'io', operation: 'write', path: '/srv', code: 'EROFS' } as const
  const flightProblem = { kind: 'failed', error } as const
  const watched = ['shop', 'mail'].map((name, at) => ({ key: name, name, pid: 7 + at, problem: null, flightProblem }))
  const { rule } = readyMade[0]!
  const entry = {
    id: 'a',
    rule,
    isArmed: true,
    off: null,
    lastFiredMs: null,
    leftToday: 3,
    watched,
    unwatchedCount: 0,
    heldBy: null,
  }
  const background = { isKept: false, startsAtLogin: false }
  act(() => bridge.stream('rules.state').send({ rules: [entry, { ...entry, id: 'b' }], journal: [], background }))
  const banners = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(banners).toEqual([
    expect.stringMatching(
      /last seconds of shop \(PID 7\), mail \(PID 8\) aren’t kept.*The disk is read-only. Make the folder writable again, or choose another folder for recordings in Settings. Pipescope keeps trying/,
    ),
  ])
})

it('says why the last save failed, until one works', () => {
  const { bridge } = show([job])
  const saveError = { kind: 'io', operation: 'write', path: '/srv', code: 'ENOSPC' } as const
  act(() => bridge.stream('recordings.live', 'job-1').send({ ...status, flight: { ...status.flight!, saveError } }))
  const row = screen.getByRole('listitem', { name: 'orders-api, PID 7' })
  expect(within(row).getByRole('alert').textContent).toMatch(/Last save failed.*The disk is full. Free some space/)
  act(() => bridge.stream('recordings.live', 'job-1').send(status))
  expect(within(row).queryByRole('alert')).toBeNull()
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
