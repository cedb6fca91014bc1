import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import type { RecordingRequest } from '../../../shared/model/recording.ts'
import { listenForKeys } from '../../commands/key-handler.ts'
import { commands } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { installFakeBridge, type FakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { testRow } from '../../testing/rows.ts'
import { RecordScreen } from './record-screen.tsx'

const row = testRow(1, { runtimeVersion: '10.0.3', name: 'orders-api' })
const target: RecordTarget = { processKey: row.key, pid: row.pid, name: row.name }
const place = {
  folder: '/home/me/Pipescope/orders-api',
  fileName: 'orders-api_1.nettrace',
  freeBytes: 50e9,
  totalBytes: 200e9,
  folders: [],
}

let stopListening: () => void = () => undefined

beforeEach(() => {
  giveLayout()
  resetStore()
  stopListening = listenForKeys(window, commands)
})
afterEach(() => {
  stopListening()
})

function open(handlers: FakeHandlers = {}, changes: Partial<typeof row> = {}) {
  const bridge: FakeBridge = installFakeBridge({
    'recordings.presets': () => [],
    'recordings.place': () => place,
    'recordings.start': () => ({ jobId: 'job-1' }),
    'clipboard.writeText': () => null,
    ...handlers,
  })
  appStore.getState().receiveProcesses({
    kind: 'snapshot',
    revision: 1,
    isScanComplete: true,
    rows: [{ ...row, ...changes }],
  })
  const id = appStore.getState().openForProcess('record', target)
  return { bridge, ...renderUi(<RecordScreen documentId={id} target={target} />) }
}

const started = (bridge: FakeBridge): RecordingRequest => bridge.requestsOf('recordings.start')[0] as RecordingRequest

describe('the record sheet', () => {
  it('requests what its question needs, with its limits, into the default folder', async () => {
    const { bridge, user } = open()
    expect(await screen.findByText(place.fileName)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    const request = started(bridge)
    expect(request).toMatchObject({ processKey: row.key, presetId: 'time', folder: null, keeping: { kind: 'whole' } })
    expect(request.spec.providers.map(({ name }) => name)).toEqual([
      'Microsoft-DotNETCore-SampleProfiler',
      'Microsoft-Windows-DotNETRuntime',
      'System.Runtime',
    ])
    expect(request.stop).toMatchObject({ afterMs: 120_000, atBytes: 500 * 1024 * 1024 })
  })

  it('changes with another question, with its switches, and with what is edited', async () => {
    const { bridge, user } = open()
    await user.click(screen.getByRole('button', { name: /^GC pauses/ }))
    await user.click(screen.getByRole('switch', { name: /Runtime counters/ }))
    await user.click(screen.getByRole('button', { name: 'Edit GC collections and pauses' }))
    await user.click(screen.getByRole('checkbox', { name: /^Exceptions/ }))
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    expect(started(bridge).spec).toMatchObject({
      rundown: '0x1',
      providers: [{ name: 'Microsoft-Windows-DotNETRuntime', keywords: '0x8001', level: 4 }],
    })
  })

  it('asks for symbols with stacks, where the question does without', async () => {
    const { bridge, user } = open()
    await user.click(screen.getByRole('button', { name: /^HTTP and SQL/ }))
    await user.click(screen.getByRole('switch', { name: /^Method and module symbols/ }))
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    expect(started(bridge).spec.rundown).toBe('default')
  })

  it('offers only what this runtime sends, and says which version would send the rest', () => {
    open({}, { runtimeVersion: '8.0.1' })
    expect(screen.getByText('Requires .NET 9.0')).toBeTruthy()
    expect(screen.getByRole('switch', { name: /^Waits/ }).getAttribute('aria-checked')).toBe('false')
  })

  it('asks again when the process becomes known: where to write, and what its runtime sends', async () => {
    let isKnown = false
    const { bridge, user } = open(
      {
        'recordings.place': () => {
          if (isKnown) return place
          throw new DiagnosticsError({ kind: 'not-found', what: 'endpoint' })
        },
      },
      { state: 'asking', runtimeVersion: null },
    )
    expect(await screen.findByText('The folder can’t be used.')).toBeTruthy()
    isKnown = true
    const known = { ...row, runtimeVersion: '8.0.1' }
    act(() => appStore.getState().receiveProcesses({ kind: 'changes', revision: 2, upserted: [known], removed: [] }))
    expect(await screen.findByText(place.fileName)).toBeTruthy()
    expect(screen.getByRole('switch', { name: /^Waits/ }).getAttribute('aria-checked')).toBe('false')
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    expect(bridge.requestsOf('recordings.start')).toHaveLength(1)
  })

  it('starts once however often it is clicked', async () => {
    const answers: ((value: { jobId: string }) => void)[] = []
    const { bridge, user } = open({ 'recordings.start': () => new Promise((resolve) => void answers.push(resolve)) })
    const button = screen.getByRole('button', { name: /^Start/ })
    await user.dblClick(button)
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(bridge.requestsOf('recordings.start')).toHaveLength(1)
    act(() => answers[0]?.({ jobId: 'job-1' }))
  })

  it('starts by its shortcut where a switch has the focus, which stays as it was set', async () => {
    const { bridge, user } = open()
    await user.click(screen.getByRole('switch', { name: /^Runtime counters/ }))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(started(bridge).spec.providers.map(({ name }) => name)).not.toContain('System.Runtime')
  })

  it('says why it did not start, and lets it be tried again', async () => {
    const { user } = open({
      'recordings.start': () => {
        throw new DiagnosticsError({ kind: 'session-limit', limit: 64, owner: 'target' })
      },
    })
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    expect(await screen.findByText(/Couldn’t start. The process has no free session/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Start/ }).getAttribute('aria-disabled')).not.toBe('true')
  })

  it('says why it cannot start: nothing selected, process gone', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: /^Custom/ }))
    expect(screen.getByText('Turn on something to collect.')).toBeTruthy()
    act(() => {
      appStore.getState().receiveProcesses({ kind: 'changes', revision: 2, upserted: [], removed: [row.key] })
    })
    expect(screen.getByText('The process is no longer listed.')).toBeTruthy()
  })

  it('shows what a probe found, per minute', async () => {
    const { user } = open({
      'recordings.probe': () => ({
        durationMs: 2000,
        bytesPerSecond: 1024 * 1024,
        eventsPerSecond: 3100,
        lostCount: 0,
        cpuPercent: 12,
        cpuBeforePercent: 10,
        losses: [],
        providers: [],
      }),
    })
    await user.click(screen.getByRole('button', { name: 'Estimate' }))
    const size = (await screen.findByText('Size per minute')).parentElement
    expect(size?.textContent).toContain('60')
    expect(size?.textContent).toContain('MiB')
  })

  it('saves a preset of the person’s own and shares it', async () => {
    const { bridge, user } = open({
      'recordings.savePreset': (preset) => [preset],
      'recordings.exportPreset': () => ({ path: '/x/mine.json' }),
    })
    await user.click(screen.getByRole('button', { name: 'Save preset' }))
    await user.type(await screen.findByRole('textbox', { name: 'Preset name' }), 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Share Mine' })).toBeTruthy()
    })
    expect(bridge.requestsOf('recordings.savePreset')[0]).toMatchObject({ version: 1, title: 'Mine' })
    await user.click(screen.getByRole('button', { name: 'Share Mine' }))
    expect(bridge.requestsOf('recordings.exportPreset')).toHaveLength(1)
  })

  it('adds a provider by name, with everything it has', async () => {
    const { bridge, user } = open()
    await user.click(screen.getByRole('button', { name: /^Custom/ }))
    await user.click(screen.getByRole('button', { name: 'Add provider' }))
    await user.type(await screen.findByRole('textbox', { name: 'Provider name' }), 'My-Source')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    expect(started(bridge).spec.providers).toEqual([
      { name: 'My-Source', keywords: '0xFFFFFFFFFFFFFFFF', level: 4, arguments: [], eventFilter: null },
    ])
  })

  it('resumes a suspended process once recording has started', async () => {
    const { bridge, user } = open({}, { state: 'suspended' })
    expect(screen.getByRole('checkbox', { name: /suspended at startup/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    expect(started(bridge).resumes).toBe(true)
  })
})

describe('the recording', () => {
  it('shows figures while it runs, its phases, then its verdict', async () => {
    const { bridge, user } = open({ 'jobs.act': () => null, 'files.reveal': () => null })
    await user.click(screen.getByRole('button', { name: /^Start/ }))
    const job = {
      id: 'job-1',
      kind: 'recording',
      title: 'a.nettrace',
      target: null,
      question: null,
      state: 'running',
      phase: 'recording',
      progress: 0.4,
      bytes: 10,
      bytesPerSecond: null,
      count: null,
      startedMs: 0,
      phaseStartedMs: 0,
      endedMs: null,
      remainingMs: null,
      actions: ['stop', 'stop-without-names', 'cancel'],
      result: null,
      error: null,
    } as const
    act(() => appStore.getState().receiveJobs({ kind: 'snapshot', jobs: [job] }))
    const tiles = await screen.findByRole('group', { name: 'This recording' })
    act(() =>
      bridge.stream('recordings.live', 'job-1').send({
        jobId: 'job-1',
        path: null,
        elapsedMs: 48_200,
        writtenBytes: 1,
        receivedBytes: 41.6 * 1024 * 1024,
        bytesPerSecond: 1000,
        lastByteAgoMs: 10,
        eventCount: 445_000,
        eventsPerSecond: 9240,
        lostCount: 3,
        cpuPercent: 38,
        cpuBeforePercent: 36,
        losses: ['stacks-off'],
        providers: [{ name: 'P', eventCount: 445_000, bytes: 5 }],
        collected: [],
        newest: [{ index: 1, timeMs: 0, provider: 'P', name: 'GC/Start', detail: 'Count 3' }],
        top: {
          windowMs: 10_000,
          sampleCount: 100,
          runningCount: 50,
          isRunningKnown: true,
          functions: [{ name: 'A.B.Hot', method: 'A.B.Hot()', module: 'App', selfShare: 0.5, totalShare: 0.8 }],
        },
        names: { knownShare: 0.98, methodCount: 10 },
        heldMs: null,
        overhead: { kind: 'unknown' },
        cheaperBy: null,
        flight: null,
        marks: [],
      }),
    )
    expect(within(tiles).getByText('41.6')).toBeTruthy()
    expect(within(tiles).getByText('0:48')).toBeTruthy()
    expect(screen.getByText('A.B.Hot')).toBeTruthy()
    expect(screen.getByText('GC/Start Count 3')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Collected so far' })).toBeNull()
    expect(screen.getByText('This runtime can’t turn stacks off.')).toBeTruthy()
    await user.keyboard('{Control>}.{/Control}')
    expect(bridge.requestsOf('jobs.act')).toEqual([{ jobId: 'job-1', action: 'stop' }])

    act(() =>
      appStore.getState().receiveJobs({
        kind: 'changed',
        job: { ...job, phase: 'collecting-names', count: 12_431, progress: null, actions: ['stop-without-names'] },
      }),
    )
    expect(screen.getAllByText(/Collecting symbols: 12 431 methods/)).not.toHaveLength(0)
    const file = { path: '/x/a.nettrace', sizeBytes: 100, sha256: null, fileId: 'f' }
    const facts = { eventCount: 445_000, lostCount: 3, methodCount: 12_431, spanMs: 48_000, stoppedBy: 'person' }
    act(() =>
      appStore.getState().receiveJobs({
        kind: 'changed',
        job: {
          ...job,
          state: 'done',
          phase: 'finished',
          actions: [],
          result: { verdict: 'complete', reasons: [], files: [file], facts },
        },
      }),
    )
    const result = screen.getByRole('region', { name: 'Result' })
    expect(within(result).getByText('Recording complete (verified)')).toBeTruthy()
    expect(within(result).getByText('Manually')).toBeTruthy()
    expect(within(result).getByText(/^3 events were dropped by the runtime because its buffer was full/)).toBeTruthy()
    await user.click(within(result).getByRole('button', { name: 'Show in folder' }))
    expect(bridge.requestsOf('files.reveal')).toEqual([{ path: file.path }])
  })
})
