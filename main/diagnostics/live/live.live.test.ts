import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
  type SampleVariant,
} from '../../../samples/start-target.ts'
import { socketOf } from '../../../samples/socket-of.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import { resumeRuntime } from '../client.ts'
import { openSession } from '../session.ts'
import type { Session } from '../session-model.ts'
import { LiveHarness } from './testing/live-harness.ts'
import { until } from './testing/recording-sink.ts'
import { pause } from '../../os/pause.ts'

const versions: Readonly<Record<SampleVariant, string>> = {
  net10: '10.0.12',
  net9: '9.0.22',
  net8: '8.0.33',
  net31: '3.1',
  aot10: '10.0.12',
  aot9: '9.0.22',
  aot8: '8.0.33',
}

let harness: LiveHarness
const targets: SampleTarget[] = []
const built = new Set<SampleVariant>()

async function start(variant: SampleVariant, ...args: string[]): Promise<SampleTarget> {
  const target = await startTarget({ variant, args })
  targets.push(target)
  return target
}

describe.skipIf(!canBuildSamples())('live data of real processes', () => {
  beforeAll(async () => {
    for (const variant of new Set<SampleVariant>(['net10', ...wantedVariants()])) {
      if (tryBuild(variant) !== null) built.add(variant)
    }
    harness = await LiveHarness.create()
  }, 900_000)
  afterAll(async () => harness.dispose())
  afterEach(() => harness.endTargets(targets.splice(0)))

  const meterVariants = wantedVariants().filter((variant) => variant !== 'net31')
  it.for(meterVariants)(
    'shows every instrument of meters with made-up names, and their values move: %s',
    async (variant, { skip }) => {
      if (!built.has(variant)) skip('this variant cannot be built here')
      const target = await start(variant, 'meters')
      const key = harness.list(target.pid, { runtimeVersion: versions[variant] ?? null })
      const liveId = await harness.open(key, 250)
      const sink = harness.watch(liveId)
      const published = target.facts.instruments ?? []
      expect(published.length).toBeGreaterThan(5)
      const known = (meter: string, name: string) =>
        [...sink.instruments.values()].find((one) => one.provider === meter && one.name === name)
      await until('every instrument', () => published.every(({ meter, name }) => known(meter, name) !== undefined))
      for (const { meter, name, type, unit } of published) {
        expect(known(meter, name)).toMatchObject({ source: 'meter', kind: type, unit })
      }
      const counter = published.find(({ type, name }) => type === 'Counter' && name.startsWith('counter-'))!
      await until('five totals', () => sink.valuesOf(counter.meter, counter.name, 'total').length >= 10)
      const totals = sink.valuesOf(counter.meter, counter.name, 'total').map(({ value }) => value)
      expect(Math.max(...totals)).toBeGreaterThan(Math.min(...totals))
    },
  )

  it.for(wantedVariants())('shows the counters of the runtime: %s', async (variant, { skip }) => {
    if (!built.has(variant)) skip('this variant cannot be built here')
    const target = await start(variant, 'busy', 'counters')
    const key = harness.list(target.pid, { runtimeVersion: versions[variant] ?? null })
    const sink = harness.watch(await harness.open(key))
    await until('a value', () => sink.valuesOf('System.Runtime', 'cpu-usage').length > 1)
    const counters = [...sink.instruments.values()].filter((one) => one.source === 'event-counter')
    expect(counters.length).toBeGreaterThanOrEqual(19)
    expect(sink.status?.phase).toBe('live')
  })

  it('keeps the 1 s view right while a second client at 0.1 s joins and leaves', async () => {
    const target = await start('net10', 'counters')
    const source = target.facts.eventSource!
    const key = harness.list(target.pid)
    const liveId = await harness.open(key)
    await harness.service.addProvider({ liveId, provider: source })
    const sink = harness.watch(liveId)
    await until('first values', () => sink.valuesOf(source, incrementing(sink)).length >= 3)
    const before = sink.valuesOf(source, incrementing(sink), 'rate')
    const since = () => sink.valuesOf(source, incrementing(sink), 'rate').slice(before.length)
    const fast = await openFast(key, source)
    await until('values beside the fast one', () => since().length >= 3)
    await fast.stop()
    const countThen = since().length
    await until('values after the fast one', () => since().length >= countThen + 2)
    // On a busy machine one tick may be late and the next in time: on the whole they are a second apart.
    const times = since().map(({ timeMs }) => timeMs)
    expect((times.at(-1)! - times[0]!) / (times.length - 1)).toBeGreaterThan(700)
    const usual = median(before.map(({ value }) => value))
    for (const part of [since().slice(0, countThen), since().slice(countThen)])
      expect(Math.abs(median(part.map(({ value }) => value)) - usual) / usual).toBeLessThan(0.35)
  })

  it('reports the exit of a killed target, keeps its data, exports it, and follows its restart', async () => {
    const target = await start('net10', 'busy')
    const key = harness.list(target.pid)
    const liveId = await harness.open(key, 250)
    const sink = harness.watch(liveId)
    await until('values', () => sink.valuesOf('System.Runtime', 'cpu-usage').length > 3)
    target.child.kill('SIGKILL')
    await until('exited', () => sink.status?.phase === 'exited')
    harness.directory.change(key, {
      state: 'exited',
      exitedAtMs: Date.now(),
      problem: { kind: 'exited', exitCode: null, signal: 'SIGKILL' },
    })
    const folder = mkdtempSync(path.join(tmpdir(), 'live-export-'))
    const file = path.join(folder, 'values.csv')
    const range = { fromMs: 0, toMs: Date.now() + 1000, seriesIndexes: [] }
    const exported = await harness.service.export({ liveId, format: 'csv-long', ...range }, file)
    expect(exported).toMatchObject({ ok: true })
    expect(readFileSync(file, 'utf8')).toContain('cpu-usage')
    rmSync(folder, { recursive: true })
    const again = await start('net10', 'busy')
    harness.list(again.pid)
    await until('followed', () => sink.status?.phase === 'live')
    expect(sink.marks.map(({ origin }) => origin)).toEqual(['restart'])
    expect(sink.gaps).toHaveLength(1)
    await until('gap closed', () => sink.gaps[0]?.toMs !== null)
  })

  it('reports a pause of the target and continues after it', async () => {
    const target = await start('net10', 'busy')
    const sink = harness.watch(await harness.open(harness.list(target.pid), 250))
    await until('live', () => sink.status?.phase === 'live')
    target.child.kill('SIGSTOP')
    await until('paused', () => sink.status?.phase === 'paused')
    target.child.kill('SIGCONT')
    await until('live again', () => sink.status?.phase === 'live')
    await until('the gap is closed', () => sink.gaps[0]?.toMs !== null)
    expect(sink.gaps.map(({ reason, toMs }) => [reason, toMs !== null])).toEqual([['paused', true]])
  })

  it('never holds up a process that is still starting', async () => {
    for (let round = 0; round < 2; round++) {
      await Promise.all([watchFromStart(), watchFromStart(), watchFromStart()])
      await harness.service.closeAll()
    }
  })

  it('waits for a suspended process and shows its values once it is resumed', async () => {
    const suspend = { DOTNET_DefaultDiagnosticPortSuspend: '1' }
    const target = await startTarget({ args: ['meters'], env: suspend, waitsForReady: false })
    targets.push(target)
    await until('its socket', () => socketOf(target.pid) !== null)
    const key = harness.list(target.pid, { state: 'suspended' })
    const sink = harness.watch(await harness.open(key, 250))
    await pause(500)
    expect(sink.status).toMatchObject({ phase: 'starting', problems: [{ kind: 'suspended-at-start' }] })
    expect(harness.registry.sessionCount).toBe(0)
    await resumeRuntime(harness.directory.endpointOf(key)!)
    harness.directory.change(key, { state: 'ready' })
    await until('counters', () => sink.values.some(({ instrument }) => instrument.source === 'event-counter'))
    expect(sink.status?.problems).toEqual([])
  })
})

const silent = { onChunk: () => undefined, onEnd: () => undefined }
const empty = {
  bufferMB: 1,
  providers: [{ name: 'Nobody-Here', keywords: 0n, level: 1, arguments: null }],
  rundown: 'none',
  stacks: true,
} as const

async function openFast(key: ProcessKey, provider: string): Promise<Session> {
  const opened = await openSession(
    harness.directory.endpointOf(key)!,
    { ...empty, providers: [{ name: provider, keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=0.1' }] },
    silent,
    { runtimeVersion: null },
  )
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return opened.value
}

/** A process from its very start, until values of both kinds have come. */
async function watchFromStart(): Promise<void> {
  const target = await startTarget({ args: ['meters'], waitsForReady: false })
  targets.push(target)
  await until('its socket', () => socketOf(target.pid) !== null)
  const key = harness.list(target.pid)
  const sink = harness.watch(await harness.open(key, 250))
  await until('its first line', () => target.lines.some((line) => line.startsWith('ready ')))
  await until('counters', () => sink.values.some(({ instrument }) => instrument.source === 'event-counter'))
  await until('meters', () => sink.values.some(({ instrument }) => instrument.source === 'meter'))
}

function incrementing(sink: {
  readonly instruments: ReadonlyMap<number, { kind: string; name: string; provider: string }>
}) {
  const found = [...sink.instruments.values()].find(
    (one) => one.kind === 'EventCounterSum' && one.provider !== 'System.Runtime',
  )
  return found?.name ?? ''
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
