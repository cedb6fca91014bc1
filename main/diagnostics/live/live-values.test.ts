import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readLiveFrameHeader } from '../../../shared/frames/live-frame.ts'
import type { ScriptedRuntime, ScriptedRuntimeOptions } from '../../demo/scripted-runtime/scripted-runtime.ts'
import { openSession } from '../session.ts'
import type { Session } from '../session-model.ts'
import { collectRequest } from './sessions/open-live-session.ts'
import { planMeters, type LiveWish } from './sessions/session-plan.ts'
import { testRow } from './testing/fake-directory.ts'
import { LiveHarness } from './testing/live-harness.ts'
import { until } from './testing/recording-sink.ts'
import { startScripted } from './testing/scripted-target.ts'

let harness: LiveHarness
let folder: string
let runtime: ScriptedRuntime
const row = testRow(process.pid)

beforeAll(async () => {
  harness = await LiveHarness.create()
})
afterAll(async () => harness.dispose())
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'live-values-'))
})
afterEach(async () => {
  await harness.service.closeAll()
  runtime.dispose()
  rmSync(folder, { recursive: true, force: true })
})

async function start(options: Partial<ScriptedRuntimeOptions> = {}): Promise<void> {
  runtime = await startScripted(harness, row, folder, options)
}

async function watch() {
  const liveId = await harness.open(row.key, 100)
  return { liveId, sink: harness.watch(liveId) }
}

const wish: LiveWish = {
  intervalMs: 1000,
  needs: null,
  areCountersSetUp: true,
  runtimeMajor: 10,
  extraProviders: [],
  meterNames: [],
  meterLimits: { refreshIntervalSec: 1, maxTimeSeries: 500, maxHistograms: 5 },
  clientId: 'somebody-else',
}

/** Another tool's meter session. */
async function otherClient(sessionId: string): Promise<Session> {
  const plan = planMeters(wish)!
  const provider = plan.providers[0]!
  const text = provider.arguments.replace('SessionId=SHARED', `SessionId=${sessionId}`)
  const opened = await openSession(
    harness.directory.endpointOf(row.key)!,
    collectRequest({ ...plan, providers: [{ ...provider, arguments: text }] }),
    { onChunk: () => undefined, onEnd: () => undefined },
    { runtimeVersion: null },
  )
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return opened.value
}

describe('values of a target', () => {
  it('shows every instrument of the demo with the measures of its kind', async () => {
    await start()
    const { sink } = await watch()
    const measures = (provider: string, name: string) =>
      [...new Set(sink.valuesOf(provider, name).map(({ series }) => series.measure))].sort()
    await until('a histogram', () => measures('Demo.Orders', 'orders.duration').includes('p99'))
    await until('a rate', () => measures('Demo.Orders', 'orders.placed').includes('rate'))
    expect(measures('Demo.Orders', 'orders.placed')).toEqual(['rate', 'total'])
    expect(measures('Demo.Orders', 'orders.duration')).toEqual(['count', 'count-rate', 'p50', 'p95', 'p99', 'sum'])
    expect(measures('Demo.Orders', 'stock.level')).toEqual(['value'])
    const listed = (source: string) => [...sink.instruments.values()].filter((one) => one.source === source)
    expect(listed('meter')).toHaveLength(19 + 6)
    await until('counters', () => sink.valuesOf('System.Runtime', 'time-in-jit').length > 0)
    expect(listed('event-counter')).toHaveLength(27)
    const channels = sink.valuesOf('Demo.Orders', 'orders.placed').map(({ series }) => series.rawTags)
    expect([...new Set(channels)].sort()).toEqual(['channel=app', 'channel=partner', 'channel=web'])
    expect(sink.status).toMatchObject({ phase: 'live', problems: [] })
  })

  it('lists the meters of .NET 8 first and then asks for them by name', async () => {
    await start({ generation: 8 })
    // At the pace at which counters are set up: a faster one opens their session again.
    const sink = harness.watch(await harness.open(row.key, 1000))
    await until('values', () => sink.valuesOf('Demo.Orders', 'stock.level').length > 0)
    await until('the counters as well', () => runtime.openSessionCount === 2)
    expect(runtime.openedSessionCount).toBe(3)
  })

  it('shows a provider added by name when it answers', async () => {
    await start()
    const { liveId, sink } = await watch()
    await harness.service.addProvider({ liveId, provider: 'Demo-Orders' })
    await until('its counters', () => sink.valuesOf('Demo-Orders', 'order-duration').length > 0)
    // Its source was set up by a session of 1 s; then the wished pace follows.
    const paces = () => sink.valuesOf('Demo-Orders', 'order-duration').map(({ timeMs }) => timeMs)
    await until('the wished pace', () =>
      paces().some((timeMs, index, all) => index > 0 && timeMs - all[index - 1]! < 500),
    )
    await harness.service.removeProvider({ liveId, provider: 'Demo-Orders' })
  })
})

describe('meters in use by another tool', () => {
  it('names the private session that runs, and shows its values when joined', async () => {
    await start()
    const other = await otherClient('11111111-2222-3333-4444-555555555555')
    const { liveId, sink } = await watch()
    await until('taken', () => sink.status?.problems.some(({ kind }) => kind === 'meters-taken') ?? false)
    expect(sink.status?.problems).toContainEqual({
      kind: 'meters-taken',
      sessionId: '11111111-2222-3333-4444-555555555555',
      canJoin: true,
    })
    expect(sink.valuesOf('Demo.Orders', 'stock.level')).toEqual([])
    await harness.service.joinShared({ liveId })
    await until('its values', () => sink.valuesOf('Demo.Orders', 'stock.level').length > 0)
    await other.stop()
  })

  it('names the settings of a shared session that differ, and adopts them when asked to', async () => {
    await start()
    const other = await otherClient('SHARED')
    const { liveId, sink } = await watch()
    const differing = { kind: 'meters-shared-settings', refreshIntervalSec: 1, maxTimeSeries: 500, maxHistograms: 5 }
    await until('told', () => sink.status?.problems.some(({ kind }) => kind === 'meters-shared-settings') ?? false)
    expect(sink.status?.problems).toContainEqual(differing)
    expect(await harness.service.joinShared({ liveId })).toEqual({ ok: true, value: null })
    await until('adopted', () => sink.status?.problems.length === 0)
    expect(sink.status?.budget).toMatchObject({ seriesLimit: 500, histogramLimit: 5 })
    await until('values', () => sink.valuesOf('Demo.Orders', 'stock.level').length > 0)
    // The counters follow once the meters deliver.
    await until('theirs and both of ours', () => runtime.openSessionCount === 3)
    await other.stop()
  })

  it('requests more histograms when the runtime reports that it ran out', async () => {
    await start({ histogramSeriesCount: 20 })
    const { sink } = await watch()
    const lanes = () => new Set(sink.valuesOf('Demo.Load', 'load.duration').map(({ series }) => series.rawTags)).size
    await until('all histograms', () => lanes() === 20)
    expect(sink.status?.budget.histogramLimit).toBe(100)
    expect(sink.status?.problems).toEqual([])
  })
})

describe('a view that opens late', () => {
  it('begins with all collections and exceptions there were, once each', async () => {
    await start()
    const { liveId, sink } = await watch()
    await until('something on the lanes', () => sink.lanes.length >= 3)
    const late = harness.watch(liveId)
    await until('the same on its lanes', () => late.lanes.length >= sink.lanes.length)
    await until('something new', () => sink.lanes.length > late.lanes.length || late.lanes.length > 3)
    await until('both alike', () => late.lanes.length === sink.lanes.length)
    expect(late.lanes).toEqual(sink.lanes)
  })

  it('of a file begins with its lanes and has its values by range', async () => {
    await start()
    const { liveId, sink } = await watch()
    await until('something on the lanes', () => sink.lanes.length >= 2)
    const file = path.join(folder, 'saved.nettrace')
    const nowMs = Date.now()
    const exported = await harness.service.export(
      { liveId, format: 'nettrace', seriesIndexes: [], fromMs: nowMs - 60_000, toMs: nowMs },
      file,
    )
    expect(exported).toMatchObject({ ok: true })
    const opened = await harness.service.openFile(file, 'test')
    const fileId = opened.ok ? opened.value.liveId : ''
    const late = harness.watch(fileId)
    await until('its lanes', () => late.lanes.length >= 2)
    const span = { fromMs: late.status?.firstSampleMs ?? 0, toMs: late.status?.lastSampleMs ?? 0 }
    const seriesIndexes = [...late.series.keys()]
    const range = await harness.service.range({ liveId: fileId, seriesIndexes, ...span, maxPoints: 100 })
    expect(range.ok && readLiveFrameHeader(range.value)?.count).toBeGreaterThan(seriesIndexes.length / 2)
  })
})

describe('damage', () => {
  // Behind a block's name come a tag, its size (4 bytes), up to 3 zeros, and its header; live-damage.test.ts has every place.
  it.each([
    ['the header of a block of events', { block: 'EventBlock', offset: 15, bytes: 8 }],
    ['the descriptions of events', { block: 'MetadataBlock', offset: 43, bytes: 64 }],
  ] as const)('names a stream that is damaged in %s and shows what can still be read', async (_place, where) => {
    await start({ faults: [{ command: 'collect', fault: { kind: 'stream-damaged', ...where }, times: 2 }] })
    const { sink } = await watch()
    await until('told', () => sink.status?.problems.some(({ kind }) => kind === 'stream-damaged') ?? false)
    await until('the rest', () => new Set(sink.values.map(({ timeMs }) => timeMs)).size > 3)
  })

  it('reports a target as silent when its sessions send nothing', async () => {
    await start({ faults: [{ command: 'collect', fault: { kind: 'stream-silent' } }] })
    const { sink } = await watch()
    await until('silent', () => sink.status?.problems.some(({ kind }) => kind === 'silent') ?? false)
    expect(sink.status?.phase).toBe('waiting')
  })
})
