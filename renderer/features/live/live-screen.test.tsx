import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import { asLiveId, asPid, asProcessKey } from '../../../shared/model/ids.ts'
import type { LiveProblem, LiveStatus } from '../../../shared/model/live.ts'
import { commands } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'
import type { LiveTarget } from '../../store/navigation-slice.ts'
import { installFakeBridge, type FakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { testRow } from '../../testing/rows.ts'
import { renderUi } from '../../testing/render.tsx'
import { compareWith, stopComparing } from './compare-commands.ts'
import { runtimeOf } from './live-runtime.ts'
import { LiveScreen } from './live-screen.tsx'
import { CatalogBuilder } from './testing.ts'

const liveId = asLiveId('live-1')
const target: LiveTarget = {
  kind: 'process',
  processKey: asProcessKey('7:1'),
  pid: asPid(7),
  name: 'orders-api',
  isDemo: false,
}

function status(change: Partial<LiveStatus> = {}): LiveStatus {
  return {
    liveId,
    processKey: target.kind === 'process' ? target.processKey : null,
    phase: 'live',
    intervalMs: 1000,
    problems: [],
    budget: { seriesCount: 42, seriesLimit: 1000, histogramCount: 6, histogramLimit: 10 },
    retention: { keptSinceMs: null, memoryBytes: 0, diskBytes: 0, droppedSampleCount: 0 },
    bytesPerSecond: 0,
    lostEventCount: 0,
    firstSampleMs: null,
    exit: null,
    ...change,
  }
}

interface Opened {
  readonly bridge: FakeBridge
  readonly user: ReturnType<typeof userEvent.setup>
  readonly unmount: () => void
  readonly tell: (change: Partial<LiveStatus>) => void
}

async function open(handlers: FakeHandlers = {}): Promise<Opened> {
  const bridge = installFakeBridge({ 'live.open': () => ({ liveId }), 'live.close': () => null, ...handlers })
  const documentId = appStore.getState().openLive(target)
  const { unmount } = renderUi(<LiveScreen documentId={documentId} liveTarget={target} />)
  const user = userEvent.setup()
  await waitFor(() => expect(bridge.requestsOf('live.open')).toHaveLength(1))
  return {
    bridge,
    user,
    unmount,
    tell: (change) => bridge.stream('live.frames', liveId).send({ kind: 'status', status: status(change) }),
  }
}

async function openWithInstruments(handlers: FakeHandlers = {}): Promise<Opened> {
  const opened = await open(handlers)
  await waitFor(() => opened.bridge.stream('live.frames', liveId))
  const builder = new CatalogBuilder()
  builder.addRuntimeMeter()
  opened.tell({})
  opened.bridge.stream('live.frames', liveId).send({
    kind: 'catalog',
    instruments: builder.catalog.instruments(),
    series: builder.catalog.allSeries(),
  })
  await screen.findAllByTestId('live-chart')
  return opened
}

const viewInFront = () => appStore.getState().live[appStore.getState().activeDocumentId]
const liveDocument = () => appStore.getState().documents.find(({ kind }) => kind === 'live')

async function chartCount(count: number): Promise<void> {
  await waitFor(() => expect(screen.getAllByTestId('live-chart')).toHaveLength(count))
}

describe('the Live screen', () => {
  test('opens the sessions once and closes them once', async () => {
    const { bridge, unmount } = await open()
    await waitFor(() => bridge.stream('live.frames', liveId))
    unmount()
    await waitFor(() => expect(bridge.requestsOf('live.close')).toEqual([{ liveId }]))
  })

  test('says what it waits for while there is no sample', async () => {
    const { bridge, tell } = await open()
    await waitFor(() => bridge.stream('live.frames', liveId))
    tell({ phase: 'waiting' })
    expect(await screen.findByText('Waiting for the first sample (interval 1 s)')).toBeTruthy()
    expect(screen.getByTestId('live-view').dataset['phase']).toBe('waiting')
  })

  test('a process that starts again long after the view was opened is waited for anew', async () => {
    const { bridge, tell } = await open()
    await waitFor(() => bridge.stream('live.frames', liveId))
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    tell({ phase: 'waiting' })
    expect(await screen.findByText('Waiting for the first sample (interval 1 s)')).toBeTruthy()
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
    clock.mockRestore()
    expect(screen.queryByText('No sample after two intervals.')).toBeNull()
  })

  test('a target that can’t be opened is explained, with the next step', async () => {
    let attempts = 0
    const { user, bridge } = await open({
      'live.open': () => {
        attempts += 1
        if (attempts === 1) throw new DiagnosticsError({ kind: 'process-gone', pid: 7 })
        return { liveId }
      },
    })
    expect(await screen.findByText('Couldn’t open orders-api in Live')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => bridge.stream('live.frames', liveId))
    expect(attempts).toBe(2)
  })

  test('shows the default charts of the instruments there are', async () => {
    await openWithInstruments()
    const titles = screen.getAllByTestId('live-chart').map((chart) => chart.getAttribute('aria-label'))
    expect(titles).toEqual([
      'Chart of dotnet.gc.last_collection.heap.size: gen2, loh, gen1, gen0, poh',
      'Chart of dotnet.process.cpu.time: user, system',
      'Chart of Thread pool: queue.length, thread.count',
      'Chart of dotnet.gc.heap.total_allocated: total_allocated',
    ])
  })

  test.each([
    [{ kind: 'meters-taken', sessionId: 'abc', canJoin: true }, /Another tool reads the meters/],
    [{ kind: 'session-refused', limit: 64 }, /can’t open another session/],
    [{ kind: 'silent', sinceMs: 1 }, /No data: the process is stopped/],
  ] satisfies [LiveProblem, RegExp][])('says %o in words', async (problem, words) => {
    const { tell } = await openWithInstruments()
    tell({ problems: [problem] })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('shows no limits of meters for a runtime that cannot send meters', async () => {
    const { tell } = await openWithInstruments()
    expect(screen.getByRole('meter', { name: 'Series' })).toBeTruthy()
    tell({ problems: [{ kind: 'meters-unsupported', runtimeVersion: '3.1.3' }] })
    await waitFor(() => expect(screen.queryByRole('meter')).toBeNull())
  })

  test('joins a shared session when asked to', async () => {
    const { tell, user, bridge } = await openWithInstruments({ 'live.joinShared': () => null })
    tell({ problems: [{ kind: 'meters-taken', sessionId: 'abc', canJoin: true }] })
    await user.click(await screen.findByRole('button', { name: 'Join shared' }))
    expect(bridge.requestsOf('live.joinShared')).toEqual([{ liveId }])
  })

  test('an exit is an event: its time and code are shown, the charts stay', async () => {
    const { tell } = await openWithInstruments()
    tell({ phase: 'exited', exit: { timeMs: Date.now(), exitCode: 139, signal: null } })
    expect(await screen.findByText(/^Exited at .*, code 139\./)).toBeTruthy()
    expect(screen.getAllByTestId('live-chart')).toHaveLength(4)
  })

  test.each([
    [{ kind: 'connection-lost' }, /connection to the process was lost/],
    [{ kind: 'session-refused', limit: 64 }, /can’t open another session/],
    [{ kind: 'open-failed', error: { kind: 'timeout', operation: 'x', timeoutMs: 5000 } }, /did not respond/],
  ] satisfies [LiveProblem, RegExp][])(
    '%o after samples keeps them on screen, and so does trying again',
    async (problem, words) => {
      const { tell, user, bridge } = await openWithInstruments({ 'live.retry': () => null })
      tell({ phase: 'failed', firstSampleMs: 1, problems: [problem] })
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.getAllByTestId('live-chart')).toHaveLength(4)
      await user.click(screen.getByRole('button', { name: 'Try again' }))
      expect(bridge.requestsOf('live.retry')).toEqual([{ liveId }])
      expect(bridge.requestsOf('live.close')).toEqual([])
    },
  )

  test('a session that cannot be opened takes the entire pane when there is no data', async () => {
    const { tell } = await openWithInstruments()
    const error = { kind: 'timeout', operation: 'CollectTracing', timeoutMs: 5000 } as const
    tell({ phase: 'failed', problems: [{ kind: 'open-failed', error }] })
    expect(await screen.findByText('Couldn’t open orders-api in Live')).toBeTruthy()
  })

  test('a stopped process is reported once', async () => {
    const { tell } = await openWithInstruments()
    const problems = [{ kind: 'silent', sinceMs: 1 } as const, { kind: 'stopped', pid: asPid(7) } as const]
    tell({ phase: 'paused', firstSampleMs: 1, problems })
    expect(await screen.findByText(/kill -CONT 7/)).toBeTruthy()
    expect(screen.queryByText(/^No data/)).toBeNull()
  })

  test('a document follows its process to its next start without being opened again', async () => {
    const { tell, bridge } = await openWithInstruments()
    const next = testRow(9, { name: 'orders-api' })
    act(() => appStore.setState({ processRows: [next] }))
    tell({ processKey: next.key, firstSampleMs: 1 })
    await waitFor(() => expect(liveDocument()).toMatchObject({ liveTarget: { processKey: '9:1', pid: 9 } }))
    expect(bridge.requestsOf('live.open')).toHaveLength(1)
    expect(bridge.requestsOf('live.close')).toEqual([])
  })

  test('boards are those of the entry assembly, also when it is known after the view was opened', async () => {
    const row = testRow(7, { name: 'dotnet', entryAssembly: null, state: 'asking' })
    appStore.setState({ processRows: [row] })
    const { user, bridge } = await openWithInstruments()
    act(() => appStore.setState({ processRows: [{ ...row, entryAssembly: 'Orders.Api', state: 'ready' }] }))
    act(() => appStore.setState({ processRows: [] }))
    await user.click(screen.getByRole('button', { name: 'Menu for Thread pool' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove chart' }))
    await waitFor(() => expect(bridge.requestsOf('settings.update')).toHaveLength(1))
    expect(Object.keys(bridge.requestsOf('settings.update')[0]?.live ?? {})).toEqual(['Orders.Api'])
    expect(bridge.requestsOf('live.open')).toHaveLength(1)
  })

  test('changes of the board are undone by key, one at a time, and redone', async () => {
    const { user } = await openWithInstruments()
    for (const [name, count] of [
      ['Menu for Thread pool', 3],
      ['Menu for dotnet.process.cpu.time', 2],
    ] as const) {
      await user.click(screen.getByRole('button', { name }))
      await user.click(await screen.findByRole('menuitem', { name: 'Remove chart' }))
      await waitFor(() => expect(screen.getAllByTestId('live-chart')).toHaveLength(count))
    }
    act(() => void commands.run('live.undo'))
    await chartCount(3)
    act(() => void commands.run('live.undo'))
    await chartCount(4)
    act(() => void commands.run('live.redo'))
    await chartCount(3)
    // The note of the removal gives back what it is about, whatever was done since.
    const notice = appStore.getState().notices.find(({ title }) => title === 'Removed: Thread pool')
    act(() => notice?.action?.run())
    await chartCount(4)
  })

  test('a chart is removed by its menu, and that is remembered for the application', async () => {
    const { user, bridge } = await openWithInstruments()
    await user.click(screen.getByRole('button', { name: 'Menu for Thread pool' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove chart' }))
    await waitFor(() => expect(screen.getAllByTestId('live-chart')).toHaveLength(3))
    const [saved] = bridge.requestsOf('settings.update')
    expect(saved?.live?.['orders-api']?.boards[0]?.charts).toHaveLength(3)
  })

  test('the interval is requested and remembered', async () => {
    const { bridge } = await openWithInstruments({ 'live.setInterval': () => null })
    expect(commands.run('live.slower')).toBe(true)
    expect(bridge.requestsOf('live.setInterval')).toEqual([{ liveId, intervalMs: 5000 }])
    expect(appStore.getState().settings.live['orders-api']?.boards[0]?.intervalMs).toBe(5000)
  })

  test('a range that is selected by keys begins at the cursor once the one before is cleared', async () => {
    await openWithInstruments()
    const slider = screen.getByRole('slider', { name: 'Time cursor' })
    act(() => void commands.run('live.freeze'))
    fireEvent.keyDown(slider, { key: 'ArrowLeft', shiftKey: true })
    const first = viewInFront()?.selection
    act(() => void commands.run('live.back'))
    expect(viewInFront()?.selection).toBeNull()
    fireEvent.keyDown(slider, { key: 'ArrowLeft', shiftKey: true })
    expect(viewInFront()?.selection?.toMs).toBe(first?.fromMs)
  })

  test('values can be read as a table', async () => {
    const { user } = await openWithInstruments()
    await user.click(screen.getByRole('radio', { name: 'Values as table' }))
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(8)
  })
})

describe('comparing processes', () => {
  const otherId = asLiveId('live-2')

  async function compare() {
    const opened = await openWithInstruments({
      'live.open': ({ processKey }) => ({ liveId: processKey === '8:1' ? otherId : liveId }),
      'live.setInterval': () => null,
    })
    const documentId = appStore.getState().activeDocumentId
    act(() => compareWith(documentId, { key: asProcessKey('8:1'), pid: asPid(8), name: 'orders-api' }))
    await waitFor(() => opened.bridge.stream('live.frames', otherId))
    const builder = new CatalogBuilder()
    builder.addRuntimeMeter()
    const stream = opened.bridge.stream('live.frames', otherId)
    act(() => {
      stream.send({ kind: 'status', status: status({ liveId: otherId }) })
      stream.send({ kind: 'catalog', instruments: builder.catalog.instruments(), series: builder.catalog.allSeries() })
    })
    return opened
  }

  test('opens its own sessions and distinguishes the lines by letter', async () => {
    const { bridge } = await compare()
    expect(bridge.requestsOf('live.open').map(({ processKey }) => processKey)).toEqual(['7:1', '8:1'])
    const bar = screen.getByTestId('compared-bar')
    expect(within(bar).getAllByRole('listitem')[1]?.dataset['pid']).toBe('8')
    const cpu = screen.getByRole('group', { name: 'dotnet.process.cpu.time' })
    const lines = within(cpu).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual(['A user–', 'A system–', 'B user–', 'B system–'])
  })

  test('shows key figures, events and instruments of the process that is chosen, and of its own when that one goes', async () => {
    const { user } = await compare()
    const documentId = appStore.getState().activeDocumentId
    const shown = () => runtimeOf(documentId)?.group.shown.liveId
    expect(shown()).toBe(liveId)
    await user.click(screen.getByRole('radio', { name: 'B' }))
    expect(shown()).toBe(otherId)
    expect(screen.getByRole('radio', { name: 'B', checked: true })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Stop comparing with orders-api 8' }))
    expect(shown()).toBe(liveId)
  })

  test('requests the same interval from every process', async () => {
    const { bridge } = await compare()
    expect(commands.run('live.slower')).toBe(true)
    expect(bridge.requestsOf('live.setInterval')).toEqual([
      { liveId, intervalMs: 5000 },
      { liveId: otherId, intervalMs: 5000 },
    ])
  })

  test('closes only the one that is taken out, and the rest with the document', async () => {
    const { bridge, user, unmount } = await compare()
    await user.click(screen.getByRole('button', { name: 'Stop comparing with orders-api 8' }))
    expect(bridge.requestsOf('live.close')).toEqual([{ liveId: otherId }])
    expect(screen.queryByTestId('compared-bar')).toBeNull()
    unmount()
    await waitFor(() => expect(bridge.requestsOf('live.close')).toEqual([{ liveId: otherId }, { liveId }]))
  })

  test('closes all of them with the document', async () => {
    const { bridge, unmount } = await compare()
    unmount()
    await waitFor(() => expect(bridge.requestsOf('live.close')).toHaveLength(2))
  })

  test('what could not be opened says nothing about the one that has its place now', async () => {
    const failing: ((error: DiagnosticsError) => void)[] = []
    await openWithInstruments({
      'live.open': ({ processKey }) => {
        if (processKey !== '8:1') return { liveId: processKey === '9:1' ? otherId : liveId }
        return new Promise((_, reject) => {
          failing.push(reject)
        })
      },
    })
    const documentId = appStore.getState().activeDocumentId
    act(() => compareWith(documentId, { key: asProcessKey('8:1'), pid: asPid(8), name: 'orders-api' }))
    act(() => stopComparing(documentId, 1))
    act(() => compareWith(documentId, { key: asProcessKey('9:1'), pid: asPid(9), name: 'orders-api' }))
    await act(async () => failing[0]?.(new DiagnosticsError({ kind: 'process-gone', pid: 8 })))
    expect(appStore.getState().live[documentId]?.compared).toMatchObject([{ pid: 9, error: null }])
  })

  test('says why a process could not be opened, and offers to remove it', async () => {
    await openWithInstruments({
      'live.open': ({ processKey }) => {
        if (processKey === '8:1') throw new DiagnosticsError({ kind: 'process-gone', pid: 8 })
        return { liveId }
      },
    })
    const documentId = appStore.getState().activeDocumentId
    act(() => compareWith(documentId, { key: asProcessKey('8:1'), pid: asPid(8), name: 'orders-api' }))
    expect(await screen.findByText(/has exited|no longer/i)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop comparing with orders-api 8' })).toBeTruthy()
  })
})
