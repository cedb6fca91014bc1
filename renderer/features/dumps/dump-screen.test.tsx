import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import type { DumpPreflight } from '../../../shared/model/dump.ts'
import type { Job } from '../../../shared/model/job.ts'
import { appStore } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { installFakeBridge, type FakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { testRow } from '../../testing/rows.ts'
import { DumpScreen } from './dump-screen.tsx'

const row = testRow(1, { name: 'shop' })
const target: RecordTarget = { processKey: row.key, pid: row.pid, name: row.name }
const clean: DumpPreflight = {
  path: '/tmp/a.dmp',
  visiblePath: '/tmp/a.dmp',
  blockers: [],
  warnings: [],
  estimates: { mini: null, heap: null, triage: null, full: null },
  freeBytes: 1e12,
  createdumpPath: '/opt/createdump',
}

const running: Job = {
  id: 'job-1',
  kind: 'dump',
  title: 'a.dmp',
  target: { pid: 1, name: 'shop', processKey: row.key },
  question: null,
  state: 'running',
  phase: 'taking-dump',
  progress: null,
  bytes: 1024,
  bytesPerSecond: null,
  count: null,
  startedMs: 0,
  phaseStartedMs: 0,
  endedMs: null,
  remainingMs: null,
  actions: ['stop-waiting'],
  result: null,
  error: null,
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

function open(handlers: FakeHandlers = {}) {
  const bridge: FakeBridge = installFakeBridge({
    'dumps.suggest': () => ({ folder: '/tmp', fileName: 'a.dmp' }),
    'dumps.check': () => clean,
    'dumps.start': () => ({ jobId: 'job-1' }),
    'jobs.act': () => null,
    ...handlers,
  })
  appStore.getState().receiveProcesses({ kind: 'snapshot', revision: 1, isScanComplete: true, rows: [row] })
  const id = appStore.getState().openForProcess('dump', target)
  return { bridge, ...renderUi(<DumpScreen documentId={id} target={target} />) }
}

const take = () => screen.getByRole('button', { name: /^Take dump/ })
const isBlocked = () => take().getAttribute('aria-disabled') === 'true'
const tell = (job: Job) => act(() => appStore.getState().receiveJobs({ kind: 'changed', job }))
/** The process is seen again, in another state. */
const becomeLimited = () =>
  act(() =>
    appStore.getState().receiveProcesses({
      kind: 'changes',
      revision: 2,
      upserted: [{ ...row, state: 'limited' }],
      removed: [],
    }),
  )

describe('the dump page', () => {
  it('takes the suggested place, and starts only what was checked', async () => {
    const { bridge, user } = open()
    await waitFor(() => expect(isBlocked()).toBe(false))
    await user.click(take())
    expect(bridge.requestsOf('dumps.start')).toEqual([
      {
        target: { kind: 'process', key: row.key },
        path: '/tmp/a.dmp',
        type: 'heap',
        crashReport: 'none',
        mayOverwrite: false,
        logging: false,
      },
    ])
  })

  it('checks anew when the process changes: held by another dump at first, running again later', async () => {
    let isHeld = true
    open({ 'dumps.check': () => (isHeld ? { ...clean, blockers: [{ kind: 'stopped' }] } : clean) })
    await waitFor(() => expect(screen.getByText('Resolve 1 blocker to take the dump.')).toBeTruthy())
    isHeld = false
    becomeLimited()
    await waitFor(() => expect(isBlocked()).toBe(false))
  })

  it('asks for a place again when the process could not be found yet', async () => {
    let isKnown = false
    open({
      'dumps.suggest': () => {
        if (isKnown) return { folder: '/tmp', fileName: 'a.dmp' }
        throw new DiagnosticsError({ kind: 'not-found', what: 'endpoint' })
      },
    })
    expect(await screen.findByText('Couldn’t run the checks')).toBeTruthy()
    expect(isBlocked()).toBe(true)
    isKnown = true
    becomeLimited()
    await waitFor(() => expect(isBlocked()).toBe(false))
  })

  it('cannot be started while a check blocks it, and overwrites only when selected', async () => {
    const { bridge, user } = open({
      'dumps.check': ({ mayOverwrite }) =>
        mayOverwrite ? clean : { ...clean, blockers: [{ kind: 'file-exists', sizeBytes: 10 }] },
    })
    await screen.findByText(/A file with this name already exists/)
    expect(isBlocked()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Replace the file' }))
    await waitFor(() => expect(isBlocked()).toBe(false))
    // Another name is another file: what was allowed for the first does not hold for it.
    await user.type(screen.getByRole('textbox', { name: 'File name' }), 'x')
    await waitFor(() => expect(isBlocked()).toBe(true))
    expect(bridge.requestsOf('dumps.start')).toEqual([])
  })

  it('says that the process is suspended, and lets the person stop waiting', async () => {
    const { bridge, user } = open()
    await waitFor(() => expect(isBlocked()).toBe(false))
    tell(running)
    await user.click(take())
    await screen.findByText(/The process is suspended until the file is written/)
    await user.click(screen.getByRole('button', { name: 'Stop waiting' }))
    expect(bridge.requestsOf('jobs.act')).toEqual([{ jobId: 'job-1', action: 'stop-waiting' }])
  })

  it('does not call a dump complete just because the runtime reported it as written', async () => {
    const { user } = open({
      'dumps.result': () => ({
        failure: null,
        partialFile: null,
        far: null,
        result: {
          verdict: 'missing',
          path: '/tmp/a.dmp',
          visiblePath: '/tmp/a.dmp',
          file: null,
          access: null,
          crashReportPath: null,
          commandVersion: 1,
          tookMs: 10,
        },
      }),
    })
    await waitFor(() => expect(isBlocked()).toBe(false))
    tell(running)
    await user.click(take())
    tell({
      ...running,
      state: 'done',
      actions: [],
      result: { verdict: 'unverified', reasons: ['dump-missing'], files: [] },
    })
    expect(await screen.findByRole('heading', { name: 'No dump was written' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Result' }).dataset['verdict']).toBe('missing')
  })

  it('shows createdump’s message before the code, and what happened to the process', async () => {
    const error = {
      kind: 'runtime-error',
      command: 'GenerateCoreDump',
      code: 0x80004005,
      name: 'E_FAIL',
      text: null,
    } as const
    const { user } = open({
      'dumps.result': () => ({
        result: null,
        partialFile: null,
        far: null,
        failure: {
          error,
          messages: ['[createdump] No space left on device (28)'],
          isSocketLost: true,
          isTargetGone: false,
          leftFile: null,
        },
      }),
    })
    await waitFor(() => expect(isBlocked()).toBe(false))
    tell(running)
    await user.click(take())
    tell({ ...running, state: 'failed', actions: [], error })
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert.textContent).toMatch(/^createdump says: No space left on device/))
    expect(alert.textContent).toContain('no tool can reach it until it is restarted')
  })
})
