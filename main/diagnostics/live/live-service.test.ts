import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import { defaultSettings, type Settings } from '../../../shared/model/settings.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import type { ScriptedRuntime, ScriptedRuntimeOptions } from '../../demo/scripted-runtime/scripted-runtime.ts'
import { SessionRegistry } from '../session-registry.ts'
import { LiveService } from './live-service.ts'
import { liveSessionOpener } from './sessions/open-live-session.ts'
import type { OpenSession } from './sessions/session-set.ts'
import { listenScripted } from './testing/scripted-target.ts'
import { FakeDirectory, testRow } from './testing/fake-directory.ts'
import { RecordingSink, until } from './testing/recording-sink.ts'
import { pause } from '../../os/pause.ts'

let folder: string
let workerPath: string
let runtimes: ScriptedRuntime[]
let directory: FakeDirectory
let service: LiveService
let registry: SessionRegistry
let settings: { current: Settings; update(patch: Partial<Settings>): Promise<void> }
const row = testRow(process.pid)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'live-service-'))
  workerPath = await bundleWorker('live-worker', folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  runtimes = []
  directory = new FakeDirectory()
  registry = new SessionRegistry({ journalPath: null })
  settings = {
    current: defaultSettings,
    update: async (patch) => {
      settings.current = { ...settings.current, ...patch }
    },
  }
  service = serviceWith(liveSessionOpener(registry))
})
afterEach(async () => {
  await service.closeAll()
  for (const runtime of runtimes) runtime.dispose()
})

function serviceWith(openSession: OpenSession, carriedIntervalMs: () => number | null = () => null): LiveService {
  return new LiveService({
    directory,
    carriedIntervalMs,
    openSession,
    workerPath,
    storageFolder: folder,
    settings,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
}

async function startRuntime(options: Partial<ScriptedRuntimeOptions> = {}, target = row): Promise<ScriptedRuntime> {
  const socketPath = path.join(mkdtempSync(path.join(folder, 's-')), 's')
  const runtime = await listenScripted(target, socketPath, options)
  runtimes.push(runtime)
  directory.put(target, socketPath)
  return runtime
}

async function open(owner = 'page', intervalMs: 100 | 1000 = 100): Promise<string> {
  const opened = await service.open({ processKey: row.key, intervalMs }, owner)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return opened.value.liveId
}

function watch(liveId: string): RecordingSink {
  const sink = new RecordingSink()
  const attached = service.attach(liveId, sink)
  if (!attached.ok) throw new Error(JSON.stringify(attached.error))
  return sink
}

const bothOpen = (runtime: ScriptedRuntime) => () => runtime.openSessionCount === 2

/** On a busy machine a view is closed before its sessions are: a first value takes longer than closing waits for it. */
const nothingLeft = (runtime: ScriptedRuntime): Promise<void> =>
  until('the end of all sessions', () => runtime.openSessionCount === 0 && registry.isIdle)

describe('sessions of a target', () => {
  it('asks for no more than a part while only that is wanted, for everything while a page looks', async () => {
    const runtime = await startRuntime()
    const plans: string[] = []
    const opener = liveSessionOpener(registry)
    const watched = serviceWith((endpoint, plan, hooks, version) => {
      plans.push(`${plan.role}: ${plan.providers.length}`)
      return opener(endpoint, plan, hooks, version)
    })
    const needs = { counterProviders: ['System.Runtime'], instruments: [], hasLanes: false }
    await watched.open({ processKey: row.key, intervalMs: 1000 }, 'rules', needs)
    await until('one session', () => runtime.openSessionCount === 1)
    expect(plans).toEqual(['counters: 1'])
    const page = await watched.open({ processKey: row.key, intervalMs: 1000 }, 'page')
    await until('two sessions', bothOpen(runtime))
    if (page.ok) await watched.close({ liveId: page.value.liveId }, 'page')
    await until('one session', () => runtime.openSessionCount === 1 && plans.length === 4)
    expect(plans.slice(1).map((plan) => plan.split(':')[0])).toEqual(['meters', 'counters', 'counters'])
    expect(plans.at(-1)).toBe('counters: 1')
    await watched.closeAll()
  })

  it('serves all views with one counter and one meter session', async () => {
    const runtime = await startRuntime()
    const [first, second] = await Promise.all([open('a'), open('b')])
    expect(second).toBe(first)
    await until('two sessions', bothOpen(runtime))
    await service.close({ liveId: first }, 'a')
    expect(runtime.openSessionCount).toBe(2)
    await service.close({ liveId: first }, 'b')
    await nothingLeft(runtime)
    expect(runtime.openedSessionCount).toBe(2)
  })

  it('leaves nothing behind however quickly views open and close', async () => {
    const runtime = await startRuntime()
    const clicks = Array.from({ length: 10 }, async () => {
      const liveId = await open()
      await Promise.all([service.close({ liveId }, 'page'), service.close({ liveId }, 'page')])
    })
    await Promise.all(clicks)
    const liveId = await open()
    await until('two sessions', bothOpen(runtime))
    await service.close({ liveId }, 'page')
    await nothingLeft(runtime)
    expect(directory.listenerCount).toBe(0)
  })

  it('waits for the version of a process that is being queried, and no longer than for its answer', async () => {
    const runtime = await startRuntime({}, { ...row, state: 'asking', runtimeVersion: null })
    await open()
    await pause(100)
    expect(runtime.openedSessionCount).toBe(0)
    directory.change(row.key, { state: 'ready', runtimeVersion: '10.0.0' })
    await until('two sessions', bothOpen(runtime))
    expect(runtime.openedSessionCount).toBe(2)
  })

  it('waits for the version of a process that was stopped before it could be queried', async () => {
    const runtime = await startRuntime({}, { ...row, state: 'stopped', runtimeVersion: null })
    await open()
    await pause(100)
    expect(runtime.openedSessionCount).toBe(0)
    directory.change(row.key, { state: 'ready', runtimeVersion: '10.0.0' })
    await until('two sessions', bothOpen(runtime))
    expect(runtime.openedSessionCount).toBe(2)
  })

  it('keeps the sessions of a process without a version when it is stopped', async () => {
    const runtime = await startRuntime({ generation: 3 }, { ...row, state: 'limited', runtimeVersion: null })
    const sink = watch(await open())
    await until('counters', () => sink.values.length > 0)
    // Each is opened once more: the counters at the pace that was asked for, the meters by their names.
    await until('both as asked for', () => runtime.openedSessionCount === 4 && runtime.openSessionCount === 2)
    const openCount = runtime.openSessionCount
    directory.change(row.key, { state: 'stopped' })
    await until('paused', () => sink.status?.phase === 'paused')
    expect(runtime.openSessionCount).toBe(openCount)
  })

  it('shows what a process may be when it reports no version', async () => {
    const runtime = await startRuntime({ generation: 3 }, { ...row, state: 'asking', runtimeVersion: null })
    const sink = watch(await open())
    directory.change(row.key, { state: 'limited' })
    await until('counters', () => sink.values.some(({ instrument }) => instrument.source === 'event-counter'))
    expect(runtime.openSessionCount).toBeGreaterThan(0)
  })

  it('stops what it opened when a view closes while the sessions are being opened', async () => {
    const runtime = await startRuntime({ faults: [{ command: 'collect', fault: { kind: 'slow', delayMs: 200 } }] })
    const liveId = await open()
    await service.close({ liveId }, 'page')
    await nothingLeft(runtime)
  })

  it('closes the views of a page that crashed', async () => {
    const runtime = await startRuntime()
    await open('crashed')
    await open('crashed')
    await until('two sessions', bothOpen(runtime))
    await service.closeOwner('crashed')
    await nothingLeft(runtime)
  })

  it('never has sessions at two intervals at once, and marks the change with one gap', async () => {
    const runtime = await startRuntime()
    const liveId = await open()
    const sink = watch(liveId)
    await until('two sessions', bothOpen(runtime))
    // Before its first counter a process keeps the pace of its first session.
    await until('counters', () => sink.values.some(({ instrument }) => instrument.source === 'event-counter'))
    await until('two sessions', bothOpen(runtime))
    const openedBefore = runtime.openedSessionCount
    let peak = 0
    const look = () => (peak = Math.max(peak, runtime.openSessionCount))
    const timer = setInterval(look, 1)
    await service.setInterval({ liveId, intervalMs: 250 })
    clearInterval(timer)
    // On a busy machine the timer may not come once after the second session.
    look()
    expect([peak, runtime.openSessionCount, runtime.openedSessionCount - openedBefore]).toEqual([2, 2, 2])
    expect(sink.gaps.map((gap) => gap.reason)).toEqual(['interval-changed'])
  })

  it('sends values of a slow link less often than asked, says so, and returns when it is faster', async () => {
    const far = testRow(process.pid, { key: asProcessKey(`ssh:far/${process.pid}:1`) })
    await startRuntime({}, far)
    let carriedMs = 1000
    const overLink = serviceWith(liveSessionOpener(registry), () => carriedMs)
    const opened = await overLink.open({ processKey: far.key, intervalMs: 100 }, 'page')
    const sink = new RecordingSink()
    if (!opened.ok || !overLink.attach(opened.value.liveId, sink).ok) throw new Error('not opened')
    const slow = { kind: 'slow-link', machine: 'far', askedMs: 100, intervalMs: 1000 } as const
    await until('values', () => sink.values.length > 0)
    expect(sink.status).toMatchObject({ intervalMs: 1000, askedIntervalMs: 100, problems: [slow] })
    carriedMs = 100
    overLink.followLinks()
    await until('the interval that was asked for', () => sink.status?.intervalMs === 100)
    expect(sink.status?.problems).toEqual([])
    expect(sink.gaps.map((gap) => gap.reason)).toEqual(['interval-changed'])
    // What is longer than the link needs is left alone.
    carriedMs = 250
    await overLink.setInterval({ liveId: opened.value.liveId, intervalMs: 5000 })
    overLink.followLinks()
    await until('the longer interval', () => sink.status?.intervalMs === 5000)
    expect(sink.status?.problems).toEqual([])
    await overLink.closeAll()
  })

  it('leaves the sessions of .NET Core 3.1 alone when a link gets slower', async () => {
    const old = testRow(process.pid, { key: asProcessKey(`ssh:far/${process.pid}:1`), runtimeVersion: '3.1' })
    const runtime = await startRuntime({ generation: 3 }, old)
    let carriedMs = 100
    const overLink = serviceWith(liveSessionOpener(registry), () => carriedMs)
    const opened = await overLink.open({ processKey: old.key, intervalMs: 1000 }, 'page')
    const sink = new RecordingSink()
    if (!opened.ok || !overLink.attach(opened.value.liveId, sink).ok) throw new Error('not opened')
    await until('one session', () => runtime.openSessionCount === 1)
    carriedMs = 5000
    overLink.followLinks()
    await pause(100)
    expect([runtime.openedSessionCount, sink.status?.intervalMs]).toEqual([1, 1000])
    await overLink.closeAll()
  })

  it('asks .NET Core 3.1 for counters of one source only, and for no meters', async () => {
    const old = testRow(process.pid, { runtimeVersion: '3.1' })
    const runtime = await startRuntime({ generation: 3 }, old)
    const liveId = await open()
    await until('one session', () => runtime.openSessionCount === 1)
    const sink = watch(liveId)
    expect(sink.status?.problems).toEqual([{ kind: 'meters-unsupported', runtimeVersion: '3.1' }])
    const added = await service.addProvider({ liveId, provider: 'Demo-Orders' })
    expect(added).toMatchObject({ ok: false, error: { kind: 'refused-harmful' } })
  })
})

describe('what can go wrong', () => {
  it('names a target that refuses another session', async () => {
    await startRuntime({ maxSessions: 0 })
    const sink = watch(await open())
    await until('failed', () => sink.status?.phase === 'failed')
    expect(sink.status?.problems).toEqual([{ kind: 'session-refused', limit: 64 }])
  })

  it.each([
    ['10.0.0', 10],
    ['3.1', 3],
  ] as const)('leaves the last slot of a target free: version %s', async (runtimeVersion, generation) => {
    const runtime = await startRuntime({ maxSessions: 1, generation }, testRow(process.pid, { runtimeVersion }))
    const sink = watch(await open())
    await until('failed', () => sink.status?.phase === 'failed')
    expect(sink.status?.problems).toContainEqual({ kind: 'session-refused', limit: 64 })
    await until('everything is given back', () => runtime.takenSlotCount === 0)
    expect(runtime.openedSessionCount).toBe(0)
  })

  it('reports a runtime that locked up while its session was stopped, and tries nothing more by itself', async () => {
    const old = testRow(process.pid, { runtimeVersion: '3.1.3' })
    await startRuntime({ generation: 3, faults: [{ command: 'stop', fault: { kind: 'locks-up' } }] }, old)
    let openings = 0
    const opener = liveSessionOpener({
      open: (endpoint, request, hooks, options) => {
        openings++
        return registry.open(endpoint, request, hooks, { ...options, stopSilenceMs: 300 })
      },
    })
    const impatient = serviceWith(opener)
    const opened = await impatient.open({ processKey: row.key, intervalMs: 1000 }, 'page')
    const sink = new RecordingSink()
    if (!opened.ok || !impatient.attach(opened.value.liveId, sink).ok) throw new Error('not opened')
    await until('values', () => sink.values.length > 0)
    void impatient.setInterval({ liveId: opened.value.liveId, intervalMs: 5000 })
    const error = { kind: 'locked-up', silentMs: 300 } as const
    await until('the problem', () => sink.status?.problems.some(({ kind }) => kind === 'open-failed') === true)
    expect(sink.status?.problems).toContainEqual({ kind: 'open-failed', error })
    const before = openings
    await pause(600)
    expect(openings).toBe(before)
    await impatient.closeAll()
  })

  it('shows meters alone when only they fit beside the last free slot', async () => {
    const runtime = await startRuntime({ maxSessions: 2 })
    const sink = watch(await open())
    await until('meters', () => sink.values.some(({ instrument }) => instrument.source === 'meter'))
    await until('the refusal', () => sink.status?.problems.some(({ kind }) => kind === 'session-refused') === true)
    await until('the spare slot is given back', () => runtime.takenSlotCount === 1)
    expect(runtime.openSessionCount).toBe(1)
    expect(sink.status?.phase).toBe('live')
  })

  it('opens the sessions again when the connection was lost, with a gap', async () => {
    const runtime = await startRuntime({
      faults: [{ command: 'collect', fault: { kind: 'stream-cut', afterBytes: 1000 }, times: 2 }],
    })
    const sink = watch(await open())
    await until('lost', () => sink.status?.problems.some((problem) => problem.kind === 'connection-lost') ?? false)
    expect(sink.gaps.map((gap) => gap.reason)).toEqual(['connection-lost'])
    await until('opened again', () => runtime.openedSessionCount >= 4 && runtime.openSessionCount === 2)
    await until('told', () => sink.status?.problems.length === 0)
  })

  it('retries at once on request, and keeps values and marks meanwhile', async () => {
    const runtime = await startRuntime()
    const liveId = await open()
    const sink = watch(liveId)
    await until('values', () => sink.values.length > 10)
    service.addMark({ liveId, timeMs: 5, label: 'mine', origin: 'person' })
    runtime.dispose()
    await until('lost', () => sink.status?.problems.some(({ kind }) => kind === 'connection-lost') === true)
    const kept = sink.status?.firstSampleMs
    const second = await startRuntime({ faults: [{ command: 'collect', fault: { kind: 'error', code: 0x80131388 } }] })
    await until('refused', () => sink.status?.problems.some(({ kind }) => kind === 'open-failed') === true)
    second.faults.replace([])
    expect(await service.retry({ liveId })).toEqual({ ok: true, value: null })
    await until('live again', () => sink.status?.phase === 'live' && sink.status.problems.length === 0)
    expect([sink.status?.firstSampleMs, sink.marks.map(({ label }) => label)]).toEqual([kept, ['mine']])
  })

  it('reports how a target exited as soon as that is known, which is after its streams have ended', async () => {
    const runtime = await startRuntime()
    const sink = watch(await open())
    await until('two sessions', bothOpen(runtime))
    const ended = { exitCode: null, signal: null } as const
    directory.change(row.key, { state: 'exited', exitedAtMs: Date.now(), problem: { kind: 'exited', ...ended } })
    await until('exited', () => sink.status?.phase === 'exited')
    directory.change(row.key, { problem: { kind: 'exited', ...ended, socket: 'left' } })
    await until('its end', () => sink.status?.exit?.socket === 'left')
  })

  it('has sent its views everything a process had sent when it is read to its end', async () => {
    const runtime = await startRuntime()
    const liveId = await open()
    const sink = watch(liveId)
    await until('values', () => sink.values.length > 10)
    directory.change(row.key, { state: 'exited', exitedAtMs: Date.now() })
    runtime.dispose()
    await service.whenRead(liveId)
    const count = sink.values.length
    expect(runtime.openSessionCount).toBe(0)
    await pause(200)
    expect(sink.values.length).toBe(count)
    await service.whenRead('nothing')
  })

  it('reports an exit, keeps the view, and follows the same application when it restarts', async () => {
    const first = await startRuntime()
    const liveId = await open()
    const sink = watch(liveId)
    await until('two sessions', bothOpen(first))
    directory.change(row.key, {
      state: 'exited',
      exitedAtMs: Date.now(),
      problem: { kind: 'exited', exitCode: 3, signal: null },
    })
    first.dispose()
    await until('exited', () => sink.status?.phase === 'exited')
    expect(sink.status?.exit?.exitCode).toBe(3)
    const successor = testRow(process.pid, { key: 'other:2' as never })
    const second = await startRuntime({}, successor)
    await until('followed', bothOpen(second))
    expect(sink.marks.map((mark) => mark.origin)).toEqual(['restart'])
    expect(sink.gaps.map((gap) => gap.reason)).toEqual(['exited'])
    expect((await service.open({ processKey: successor.key, intervalMs: 100 }, 'b')).ok).toBe(true)
    await service.closeAll()
    await nothingLeft(second)
    expect(second.openedSessionCount).toBe(2)
  })

  it('reports a target as paused when the system has stopped it', async () => {
    const runtime = await startRuntime()
    const sink = watch(await open())
    await until('two sessions', bothOpen(runtime))
    directory.change(row.key, { state: 'stopped' })
    await until('paused', () => sink.status?.phase === 'paused')
    expect(sink.status?.problems).toEqual([{ kind: 'stopped', pid: row.pid }])
    directory.change(row.key, { state: 'ready' })
    await until('goes on', () => sink.status?.phase !== 'paused')
  })

  it('refuses to open what is not there, or has exited', async () => {
    expect(await service.open({ processKey: 'nobody', intervalMs: 1000 }, 'a')).toMatchObject({ ok: false })
    directory.put(testRow(1, { state: 'exited' }), '/nowhere')
    const exited = await service.open({ processKey: '1:1', intervalMs: 1000 }, 'a')
    expect(exited).toEqual({ ok: false, error: { kind: 'process-gone', pid: 1 } })
  })
})

describe('marks and providers', () => {
  it('adds, renames and removes marks for every view', async () => {
    await startRuntime()
    const liveId = await open()
    const sinks = [watch(liveId), watch(liveId)]
    const added = service.addMark({ liveId, timeMs: 5, label: 'deploy', origin: 'person' })
    const id = added.ok ? added.value.id : ''
    service.editMark({ liveId, id, label: 'deploy 2' })
    expect(sinks.map((sink) => sink.marks.map((mark) => mark.label))).toEqual([['deploy 2'], ['deploy 2']])
    service.removeMark({ liveId, id })
    expect(sinks[0]!.marks).toEqual([])
    expect(service.removeMark({ liveId, id })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })

  it('keeps marks beside a saved recording, and reports a truncated one', async () => {
    await startRuntime()
    const liveId = await open()
    const sink = watch(liveId)
    await until('values', () => sink.values.length > 50)
    const timeMs = sink.values.at(-1)?.timeMs ?? 0
    service.addMark({ liveId, timeMs, label: 'deploy', origin: 'person' })
    const file = path.join(folder, 'kept.nettrace')
    const range = { fromMs: timeMs - 60_000, toMs: timeMs + 60_000, seriesIndexes: [] }
    expect(await service.export({ liveId, format: 'nettrace', ...range }, file)).toMatchObject({ ok: true })

    const openFile = async (name: string) => {
      const opened = await service.openFile(name, 'page')
      if (!opened.ok) throw new Error(JSON.stringify(opened.error))
      return watch(opened.value.liveId)
    }
    const whole = await openFile(file)
    expect(whole.marks.map((mark) => [mark.label, mark.timeMs])).toEqual([['deploy', timeMs]])
    expect(whole.status?.problems).toEqual([])
    const bytes = readFileSync(file)
    const cut = path.join(folder, 'cut.nettrace')
    writeFileSync(cut, bytes.subarray(0, bytes.length - 100))
    expect((await openFile(cut)).status?.problems).toEqual([{ kind: 'file-cut' }])
  })

  it('takes the marks of a file in one change', async () => {
    await startRuntime()
    const liveId = await open()
    const sink = watch(liveId)
    await until('values', () => sink.values.length > 10)
    const timeMs = sink.values.at(-1)?.timeMs ?? 0
    for (let at = 0; at < 50; at++) service.addMark({ liveId, timeMs, label: `mark ${at}`, origin: 'person' })
    const file = path.join(folder, 'marked.nettrace')
    const range = { fromMs: timeMs - 60_000, toMs: timeMs + 60_000, seriesIndexes: [] }
    await service.export({ liveId, format: 'nettrace', ...range }, file)
    const opening = service.openFile(file, 'page')
    const counts: number[] = []
    const counting = new RecordingSink()
    counting.postFrame = () => true
    counting.post = (message) => {
      if ('marks' in message && Array.isArray(message.marks)) counts.push(message.marks.length)
    }
    service.attach('live-2', counting)
    expect((await opening).ok).toBe(true)
    expect(counts).toEqual([0, 50])
  })

  it('asks for a provider added by name and remembers it for the application', async () => {
    const runtime = await startRuntime()
    const liveId = await open()
    await until('two sessions', bothOpen(runtime))
    await service.addProvider({ liveId, provider: 'Demo-Orders' })
    expect(runtime.openedSessionCount).toBe(3)
    await service.addProvider({ liveId, provider: 'demo-orders' })
    expect(runtime.openedSessionCount).toBe(3)
    expect(settings.current.live['orders-demo']?.extraProviders).toEqual(['Demo-Orders'])
  })
})
