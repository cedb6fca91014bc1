import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JobAction } from '../../../shared/model/job.ts'
import type { Keeping, RecordingRequest, RecordingStatus } from '../../../shared/model/recording.ts'
import { specOf } from '../../../shared/recording/presets.ts'
import { provider } from '../../../shared/recording/provider-spec.ts'
import { ScriptedRuntime, type ScriptedRuntimeOptions } from '../../demo/scripted-runtime/scripted-runtime.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { symbolsPathOf } from '../../workers/recorder/symbols-file.ts'
import { restoreFlight } from './flight/restore-flight.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'

/** Whole recordings from their job to their file, of a runtime that is scripted: real threads, a real socket, no .NET. */
let bench: RecordingBench
const runtimes: ScriptedRuntime[] = []
beforeAll(async () => {
  bench = await recordingBench()
})
afterEach(async () => {
  for (const { id } of bench.jobs.running()) await bench.jobs.act(id, 'cancel')
  await bench.jobs.whenIdle()
  for (const runtime of runtimes.splice(0)) runtime.dispose()
})
afterAll(() => bench.dispose())

const counters = specOf([provider('System.Runtime', 0n, 4, { arguments: [['EventCounterIntervalSec', '0.1']] })], {
  rundown: 'none',
})
const stop = { afterMs: null, atBytes: null, onEvent: null, onCounter: null } as const
let count = 0

async function start(options: Partial<ScriptedRuntimeOptions> = {}, version = '10.0.0') {
  const socketPath = path.join(bench.folder, `s${++count}`)
  const runtime = new ScriptedRuntime({
    socketPath,
    identity: {
      pid: process.pid,
      cookie: new Uint8Array(16),
      commandLine: '/opt/orders',
      operatingSystem: 'Linux',
      architecture: 'x64',
      entryAssembly: 'orders',
      version,
      runtimeIdentifier: 'linux-x64',
    },
    generation: version.startsWith('3') ? 3 : 10,
    environment: {},
    seed: 7,
    ...options,
  })
  await runtime.listen()
  runtimes.push(runtime)
  return { runtime, socketPath, key: bench.addSocket(socketPath, version) }
}

/** A recording of a runtime of its own. */
async function record(parts: Partial<RecordingRequest> = {}, version = '10.0.0') {
  const { runtime, key } = await start({}, version)
  const nameTemplate = `recording-${count}`
  const id = await bench.start(bench.request(key, counters, { nameTemplate, ...parts }))
  return { runtime, id, nameTemplate }
}

async function hasReceived(id: string, bytes: number): Promise<void> {
  await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThanOrEqual(bytes)
}

/** What lies in the folder of the recordings under this name, the hidden parts included. */
function filesOf(name: string): readonly string[] {
  const folder = path.join(bench.folder, 'recordings', 'Pipescope.Sample')
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.includes(name)) : []
}
const leftOfFlights = () => filesOf('.flight-')

async function listed(name: string) {
  return (await bench.savedFiles.list()).files.filter((file) => path.basename(file.path).startsWith(name))
}

/** Keeps what a page would be sent. */
const sinkOf = (seen: RecordingStatus[]) => ({
  credits: 1,
  post: (status: object) => seen.push(status as RecordingStatus),
  postFrame: () => true,
  onCredit: () => ({ dispose: () => undefined }),
})

async function act(id: string, action: JobAction) {
  await bench.jobs.act(id, action)
  return bench.whenEnded(id)
}

describe('a recording into one file', () => {
  test('is a verified file under Files, and no session is left', async () => {
    const { runtime, id, nameTemplate } = await record()
    await hasReceived(id, 3000)
    expect(bench.jobOf(id)).toMatchObject({
      kind: 'recording',
      title: `${nameTemplate}.nettrace`,
      question: 'Custom',
      phase: 'recording',
      progress: null,
      actions: ['stop', 'stop-without-names', 'cancel'],
    })
    const job = await act(id, 'stop')
    expect(job).toMatchObject({ state: 'done', error: null, result: { verdict: 'complete', reasons: [] } })
    const { files, facts } = job.result!
    expect(files).toHaveLength(1)
    expect(files[0]!.sizeBytes).toBe(fs.statSync(files[0]!.path).size)
    expect(facts).toMatchObject({ stoppedBy: 'person', lostCount: 0 })
    expect(Number(facts?.['eventCount'])).toBeGreaterThan(20)
    expect(await listed(nameTemplate)).toMatchObject([{ id: files[0]!.fileId, verdict: 'complete', isThere: true }])
    expect(runtime.takenSlotCount).toBe(0)
  })

  test('shows what arrives while it runs, and where its marks are', async () => {
    const { id, nameTemplate } = await record()
    const told: RecordingStatus[] = []
    const sink = sinkOf(told)
    const attached = bench.service.attach(id, sink)
    if (!attached.ok) throw new Error('not attached')
    await expect.poll(() => told.at(-1)?.eventCount ?? 0).toBeGreaterThan(20)
    const added = await bench.service.marks.add(id, 'deploy')
    expect(added).toMatchObject({ ok: true, value: [{ text: 'deploy' }] })
    await expect.poll(() => told.at(-1)?.marks.length).toBe(1)
    await expect.poll(() => told.at(-1)?.eventsPerSecond ?? 0).toBeGreaterThan(0)
    expect(told.at(-1)).toMatchObject({ jobId: id, lostCount: 0, losses: [], heldMs: null })
    expect(told.at(-1)?.providers.map(({ name }) => name)).toContain('System.Runtime')
    const [file] = filesOf(nameTemplate)
    expect(path.basename(told.at(-1)!.path!)).toBe(file)
    expect(bench.service.jobWriting(told.at(-1)!.path!)).toBe(id)
    attached.value.dispose()
    await act(id, 'stop')
    expect(filesOf(nameTemplate).length).toBeGreaterThan(1)
    expect(bench.service.jobWriting(told.at(-1)!.path!)).toBeNull()
    expect(bench.service.attach(id, sink)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })

  test('that is discarded leaves nothing', async () => {
    const { runtime, id, nameTemplate } = await record()
    await hasReceived(id, 1)
    await bench.service.marks.add(id, 'deploy')
    const job = await act(id, 'cancel')
    expect(job).toMatchObject({ state: 'cancelled', result: null })
    // What lies beside the file goes a moment later.
    await expect.poll(() => filesOf(nameTemplate)).toEqual([])
    expect([await listed(nameTemplate), runtime.takenSlotCount]).toEqual([[], 0])
  })

  test.each([
    ['time', { afterMs: 400 }],
    ['size', { atBytes: 4000 }],
    ['event', { onEvent: { provider: 'System.Runtime', event: 'EventCounters', fields: [] } }],
    [
      'counter',
      { onCounter: { provider: 'System.Runtime', counter: 'working-set', direction: 'above', value: 0.001 } },
    ],
  ] as const)('stops by %s, and says so', async (by, condition) => {
    const { id } = await record({ stop: { ...stop, ...condition } as RecordingRequest['stop'] })
    const job = await bench.whenEnded(id)
    expect(job).toMatchObject({ state: 'done', result: { facts: { stoppedBy: by } } })
  })

  test('shows how near it is to its end by whichever limit is nearer', async () => {
    const { id } = await record({ stop: { ...stop, afterMs: 600_000, atBytes: 20_000 } })
    await hasReceived(id, 6000)
    const { progress, bytes } = bench.jobOf(id)
    expect(progress).toBeGreaterThan(0.2)
    expect(progress).toBeLessThanOrEqual((bytes ?? 0) / 20_000 + 0.01)
    await act(id, 'cancel')
  })

  test('whose connection is lost keeps what has arrived, and is partial', async () => {
    const { runtime, id, nameTemplate } = await record()
    await hasReceived(id, 3000)
    runtime.dispose()
    const job = await bench.whenEnded(id)
    expect(job).toMatchObject({ state: 'done', result: { verdict: 'partial' } })
    expect(job.result?.files).toHaveLength(1)
    expect(await listed(nameTemplate)).toMatchObject([{ verdict: 'partial' }])
  })

  test('whose file is removed fails instead of claiming one', async () => {
    const { id, nameTemplate } = await record()
    await hasReceived(id, 3000)
    for (const file of filesOf(nameTemplate)) fs.rmSync(path.join(bench.folder, 'recordings', 'Pipescope.Sample', file))
    const job = await bench.whenEnded(id)
    expect(job).toMatchObject({ state: 'failed', result: { files: [], reasons: ['file-removed'] } })
    expect(await listed(nameTemplate)).toEqual([])
  })

  test('takes no action that is not its own', async () => {
    const { id } = await record()
    expect(await bench.jobs.act(id, 'save')).toMatchObject({ ok: false })
    expect(bench.jobOf(id).state).toBe('running')
  })

  test('that is requested twice at once is one', async () => {
    const { runtime, key } = await start()
    const request = bench.request(key, counters, { nameTemplate: 'twice' })
    const [first, second] = await Promise.all([bench.start(request), bench.start(request)])
    expect(second).toBe(first)
    expect(runtime.openedSessionCount).toBe(1)
  })

  test('fails when the runtime refuses, and leaves no file', async () => {
    const { key } = await start({ maxSessions: 0 })
    const request = bench.request(key, counters, { nameTemplate: 'refused' })
    expect(await bench.service.start(request)).toMatchObject({ ok: false, error: { kind: 'session-limit' } })
    expect([filesOf('refused'), await listed('refused')]).toEqual([[], []])
  })
})

const roll = (parts: Partial<Extract<Keeping, { kind: 'roll' }>>): Keeping => ({
  kind: 'roll',
  everyMs: null,
  everyBytes: null,
  keepFiles: null,
  ...parts,
})

describe('a .NET Core 3 runtime that locks up while it stops', () => {
  const lockUp = [{ command: 'stop', fault: { kind: 'locks-up' } }] as const
  const told = { state: 'done', error: null, result: { verdict: 'partial', reasons: ['locked-up'] } } as const
  const lockedUp = async (parts: Partial<RecordingRequest> = {}) => {
    bench.registry.stopSilenceMs = 300
    const { runtime, id, nameTemplate } = await record(parts, '3.1.3')
    await hasReceived(id, 3000)
    runtime.faults.replace(lockUp)
    return { id, nameTemplate }
  }
  afterEach(() => {
    bench.registry.stopSilenceMs = null
  })

  test('leaves a recording of what had arrived, which says so', async () => {
    const { id, nameTemplate } = await lockedUp()
    const job = await act(id, 'stop')
    expect(job).toMatchObject(told)
    expect(job.result?.facts).toMatchObject({ stoppedBy: 'person' })
    expect(Number(job.result?.facts?.['eventCount'])).toBeGreaterThan(20)
    expect(await listed(nameTemplate)).toMatchObject([{ verdict: 'partial', reasons: ['locked-up'], isThere: true }])
  })

  test.each(['save', 'stop'] as const)('ends a flight recorder at its %s, with what it kept', async (action) => {
    const { id, nameTemplate } = await lockedUp({ keeping: { kind: 'ring', lastMs: 60_000, maxBytes: null } })
    const job = await act(id, action)
    expect(job).toMatchObject(told)
    expect(Number(job.result?.facts?.['eventCount'])).toBeGreaterThan(20)
    expect(await listed(nameTemplate)).toHaveLength(1)
    expect(leftOfFlights()).toEqual([])
  })
})

describe('rolling files', () => {
  test('begin by time, are numbered, and only the newest are kept', async () => {
    // Main waits for no disk.
    const removed = vi.spyOn(fs, 'rmSync')
    onTestFinished(() => removed.mockRestore())
    const { runtime, id, nameTemplate } = await record({ keeping: roll({ everyMs: 300, keepFiles: 2 }) })
    await expect.poll(() => runtime.openedSessionCount).toBeGreaterThan(3)
    expect(bench.jobOf(id)).toMatchObject({ kind: 'rolling-recording', title: 'Pipescope.Sample', phase: 'recording' })
    const job = await act(id, 'stop')
    expect(job).toMatchObject({ state: 'done', result: { verdict: 'complete', facts: { stoppedBy: 'person' } } })
    const names = job.result!.files.map(({ path: file }) => path.basename(file))
    const newest = runtime.openedSessionCount
    expect(names).toEqual([newest, newest - 1].map((number) => `${nameTemplate}_00${number}.nettrace`))
    expect(job.result!.facts).toMatchObject({ fileCount: 2 })
    expect(filesOf(nameTemplate).toSorted()).toEqual(names.toSorted())
    expect(await listed(nameTemplate)).toHaveLength(2)
    expect(removed.mock.calls.filter(([file]) => path.basename(String(file)).startsWith(nameTemplate))).toEqual([])
    expect(runtime.takenSlotCount).toBe(0)
  })

  test('begin by size, and end by the size of all', async () => {
    const { runtime, id } = await record({
      keeping: roll({ everyBytes: 4000 }),
      stop: { ...stop, atBytes: 20_000 },
    })
    const job = await bench.whenEnded(id)
    expect(job).toMatchObject({ state: 'done', result: { facts: { stoppedBy: 'size' } } })
    expect(job.result!.files.length).toBe(runtime.openedSessionCount)
    expect(job.result!.files.length).toBeGreaterThan(1)
  })

  test('say how much of their time has passed', async () => {
    const { id } = await record({ keeping: roll({ everyMs: 60_000 }), stop: { ...stop, afterMs: 10_000 } })
    await hasReceived(id, 3000)
    expect(bench.jobOf(id).progress).toBeGreaterThan(0)
    expect(bench.jobOf(id).progress).toBeLessThan(1)
    await act(id, 'cancel')
  })

  test('are gone when they are discarded, those that were kept already too', async () => {
    const { runtime, id, nameTemplate } = await record({ keeping: roll({ everyMs: 300 }) })
    await expect.poll(async () => (await listed(nameTemplate)).length).toBeGreaterThan(0)
    expect(await act(id, 'cancel')).toMatchObject({ state: 'cancelled' })
    expect([filesOf(nameTemplate), await listed(nameTemplate), runtime.takenSlotCount]).toEqual([[], [], 0])
  })

  test('keep growing where no second session is available', async () => {
    const { runtime, key } = await start({ maxSessions: 1 })
    const keeping = roll({ everyMs: 300 })
    const id = await bench.start(bench.request(key, counters, { keeping, nameTemplate: 'single' }))
    const before = bench.jobOf(id).bytes ?? 0
    await hasReceived(id, before + 10_000)
    const job = await act(id, 'stop')
    expect(job.result?.files).toHaveLength(1)
    expect(runtime.openedSessionCount).toBe(1)
  })

  test('end when the connection is lost, and keep what has arrived', async () => {
    const { runtime, id } = await record({ keeping: roll({ everyMs: 60_000 }) })
    await hasReceived(id, 3000)
    runtime.dispose()
    const job = await bench.whenEnded(id)
    expect(job).toMatchObject({ state: 'done', result: { verdict: 'partial' } })
    expect(job.result?.files).toHaveLength(1)
  })
})

describe('a flight recorder', () => {
  const ring = { kind: 'ring', lastMs: 1000, maxBytes: null } as const

  test('saves what it keeps while it continues, and once more at its end', async () => {
    const { runtime, id, nameTemplate } = await record({ keeping: ring })
    await hasReceived(id, 3000)
    expect(bench.jobOf(id)).toMatchObject({ kind: 'ring', count: 0, actions: ['save', 'stop', 'cancel'] })
    // A second click meanwhile is the same save.
    const [first, second] = await Promise.all([bench.service.saveFlight(id), bench.service.saveFlight(id)])
    expect(second).toEqual(first)
    // Beside it a short session for symbols.
    expect(runtime.openedSessionCount).toBe(2)
    expect(first).toMatchObject({ ok: true, value: { path: expect.stringContaining(nameTemplate) } })
    expect(bench.jobOf(id).state).toBe('running')
    const job = await act(id, 'stop')
    expect(job).toMatchObject({ state: 'done', result: { verdict: 'complete', facts: { ringMs: 1000 } } })
    expect(job.result!.files).toHaveLength(2)
    expect(job.result!.facts).toMatchObject({ stoppedBy: 'person' })
    expect(job.result!.facts).not.toHaveProperty('gapMs')
    expect(Number(job.result!.facts?.['spanMs'])).toBeLessThan(2000)
    expect(leftOfFlights()).toEqual([])
    expect(await listed(nameTemplate)).toHaveLength(2)
    expect(runtime.takenSlotCount).toBe(0)
  })

  test('of Native AOT is saved without looking for symbols: there are none', async () => {
    const { runtime, socketPath } = await start()
    const aot = bench.addSocket(socketPath, '10.0.0', { runtimeFlavour: 'nativeaot' })
    const id = await bench.start(bench.request(aot, counters, { keeping: ring, nameTemplate: 'native' }))
    await hasReceived(id, 3000)
    expect(await bench.service.saveFlight(id)).toMatchObject({ ok: true })
    expect(runtime.openedSessionCount).toBe(1)
    await act(id, 'cancel')
  })

  test('of .NET Core 3 has one session at a time, and its saves reach over the gap', async () => {
    const { runtime, id } = await record({ keeping: { ...ring, lastMs: 60_000 } }, '3.1.0')
    await hasReceived(id, 3000)
    expect(await bench.service.saveFlight(id)).toMatchObject({ ok: true, value: { sizeBytes: expect.any(Number) } })
    expect([runtime.openedSessionCount, runtime.openSessionCount]).toEqual([2, 1])
    const seen: RecordingStatus[] = []
    const attached = bench.service.attach(id, sinkOf(seen))
    if (!attached.ok) throw new Error('not attached')
    attached.value.dispose()
    // It runs for much less than the minute that it keeps.
    expect(seen[0]?.heldMs).toBeGreaterThan(0)
    expect(seen[0]?.heldMs).toBeLessThan(60_000)
    const job = await act(id, 'stop')
    expect(job.result!.files).toHaveLength(2)
    // The second has what the first has, too.
    expect(job.result!.files[0]!.sizeBytes).toBeGreaterThan(job.result!.files[1]!.sizeBytes)
    expect(Number(job.result!.facts?.['gapMs'])).toBeGreaterThan(0)
    expect(leftOfFlights()).toEqual([])
  })

  test('that is discarded leaves nothing; what was saved before stays', async () => {
    const first = await record({ keeping: ring })
    await hasReceived(first.id, 1)
    expect(await act(first.id, 'cancel')).toMatchObject({ state: 'cancelled' })
    const second = await record({ keeping: ring })
    await hasReceived(second.id, 3000)
    await bench.service.saveFlight(second.id)
    const job = await act(second.id, 'cancel')
    expect(job.state).toBe('done')
    expect(job.result!.files).toHaveLength(1)
    expect([leftOfFlights(), filesOf(first.nameTemplate)]).toEqual([[], []])
    expect(await bench.service.saveFlight(second.id)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })

  test('says why a save failed, keeps recording, and saves again once it can', async () => {
    const { id, nameTemplate } = await record({ keeping: ring })
    await hasReceived(id, 3000)
    const folder = path.join(bench.folder, 'recordings', 'Pipescope.Sample')
    const write = fs.promises.writeFile
    const refusal = vi.spyOn(fs.promises, 'writeFile').mockImplementation((file, ...words) => {
      const isSave = typeof file === 'string' && path.basename(file).startsWith(nameTemplate)
      return isSave ? Promise.reject(Object.assign(new Error(file), { code: 'ENOSPC' })) : write(file, ...words)
    })
    onTestFinished(() => refusal.mockRestore())
    const saveError = (): unknown => {
      const seen: RecordingStatus[] = []
      const attached = bench.service.attach(id, sinkOf(seen))
      if (attached.ok) attached.value.dispose()
      return seen[0]!.flight!.saveError
    }
    const error = {
      kind: 'io',
      operation: 'write',
      path: path.join(folder, `${nameTemplate}.nettrace`),
      code: 'ENOSPC',
    }
    expect(await bench.jobs.act(id, 'save')).toEqual({ ok: false, error })
    expect(await bench.service.saveFlight(id)).toMatchObject({ ok: false, error: saveError() })
    // Nothing half is left; what the recorder holds is.
    expect(leftOfFlights().filter((name) => name.endsWith('.part'))).toEqual([])
    refusal.mockRestore()
    expect(await bench.jobs.act(id, 'save')).toEqual({ ok: true, value: null })
    expect(saveError()).toBeNull()
    expect((await act(id, 'cancel')).result!.files).toHaveLength(1)
    expect(leftOfFlights()).toEqual([])
  })

  test('saves what it keeps when its connection is lost', async () => {
    const { runtime, id } = await record({ keeping: ring })
    await hasReceived(id, 3000)
    runtime.dispose()
    const job = await bench.whenEnded(id)
    expect(job.state).toBe('done')
    expect(job.result!.files).toHaveLength(1)
    expect(job.result!.facts).toMatchObject({ stoppedBy: 'failure' })
    expect(leftOfFlights()).toEqual([])
  })

  test('counts what it collects while somebody looks at it, and shows how much a save would hold', async () => {
    const { id } = await record({ keeping: { ...ring, lastMs: 60_000 } })
    await hasReceived(id, 1000)
    const seen: RecordingStatus[] = []
    const attached = bench.service.attach(id, sinkOf(seen))
    if (!attached.ok) throw new Error('not attached')
    expect(seen[0]).toMatchObject({ eventCount: null, path: null })
    await expect.poll(() => seen.at(-1)?.eventCount ?? 0).toBeGreaterThan(20)
    const { heldMs, flight } = seen.at(-1)!
    expect(flight).toMatchObject({ lastMs: 60_000, maxBytes: 512 * 1024 * 1024, gapMs: 0, savedCount: 0 })
    expect(flight!.keptBytes).toBeGreaterThan(1000)
    expect(heldMs).toBeGreaterThan(0)
    expect(heldMs).toBeLessThan(60_000)
    attached.value.dispose()
    await act(id, 'cancel')
    expect(leftOfFlights()).toEqual([])
  })

  test.each([
    ['time', { afterMs: 1500 }],
    ['event', { onEvent: { provider: 'System.Runtime', event: 'EventCounters', fields: [] } }],
  ] as const)('saves what it keeps when it is ended by %s', async (by, condition) => {
    const { id } = await record({ keeping: ring, stop: { ...stop, ...condition } as RecordingRequest['stop'] })
    const job = await bench.whenEnded(id)
    expect(job).toMatchObject({ state: 'done', result: { facts: { stoppedBy: by } } })
    expect(job.result!.files).toHaveLength(1)
    expect(leftOfFlights()).toEqual([])
  })

  test('fetches symbols while nobody looks, and leaves none behind', async () => {
    const { runtime, socketPath } = await start()
    const key = bench.addSocket(socketPath, '10.0.0', { startTimeMs: Date.now() - 60_000 })
    const samples = specOf([provider('Microsoft-DotNETCore-SampleProfiler', 0n, 4)], { rundown: 'none' })
    const id = await bench.start(bench.request(key, samples, { keeping: ring, nameTemplate: 'named' }))
    await expect.poll(() => runtime.openedSessionCount).toBe(2)
    await expect.poll(() => runtime.openSessionCount).toBe(1)
    await act(id, 'cancel')
    expect(leftOfFlights()).toEqual([])
  })

  test('takes no action that is not its own', async () => {
    const { id } = await record({ keeping: ring })
    await hasReceived(id, 1)
    expect(await bench.jobs.act(id, 'stop-waiting')).toMatchObject({ ok: false })
    expect(bench.jobOf(id).state).toBe('running')
    await act(id, 'cancel')
  })

  test('fails where no session is available', async () => {
    const { key } = await start({ maxSessions: 0 })
    const request = bench.request(key, counters, { keeping: ring, nameTemplate: 'no-flight' })
    expect(await bench.service.start(request)).toMatchObject({ ok: false, error: { kind: 'session-limit' } })
    expect(leftOfFlights()).toEqual([])
  })
})

describe('a flight recorder that a crash of ours cut off', () => {
  test('is restored from its folder, under the name of its process', async () => {
    const { id } = await record({ keeping: { kind: 'ring', lastMs: 60_000, maxBytes: null } })
    await hasReceived(id, 3000)
    const [open] = leftOfFlights()
    const crashed = path.join(bench.folder, '.flight-job-x-1.nettrace')
    fs.cpSync(path.join(bench.folder, 'recordings', 'Pipescope.Sample', open!), crashed, { recursive: true })
    fs.writeFileSync(symbolsPathOf(crashed), 'names')
    // Of a save that was cut off; one of somebody else stays.
    fs.writeFileSync(`${crashed}.0123456789ab.part`, 'half')
    fs.writeFileSync(`${crashed}.notes.part`, 'theirs')
    const watchPath = await bundleWorker('recording-watch', bench.folder)
    const restored = await restoreFlight(watchPath, crashed, 'orders/api')
    expect(restored).toBe(path.join(bench.folder, 'orders-api_restored.nettrace'))
    expect(fs.statSync(restored!).size).toBeGreaterThan(2000)
    expect(fs.readFileSync(symbolsPathOf(restored!), 'utf8')).toBe('names')
    const left = fs.readdirSync(bench.folder).filter((name) => name.startsWith('.flight-job-x-1'))
    expect(left).toEqual(['.flight-job-x-1.nettrace.notes.part'])
    await act(id, 'cancel')
  })

  test('stays as it is when nothing can be made of what it holds, and no other folder is touched', async () => {
    const watchPath = await bundleWorker('recording-watch', bench.folder)
    const names = ['.flight-cut-1.nettrace', 'x.flight-a-1.nettrace', '.flight-a-1.nettrace.bak', 'notes']
    for (const name of [...names, '.flight-empty-1.nettrace']) {
      const folder = path.join(bench.folder, 'cut', name)
      fs.mkdirSync(folder, { recursive: true })
      if (name.startsWith('.flight-cut')) fs.writeFileSync(path.join(folder, '0.piece'), 'Net')
      if (name.startsWith('.flight-empty')) fs.writeFileSync(path.join(folder, '0.piece'), '')
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await restoreFlight(watchPath, folder, null)).toBeNull()
    }
    expect(fs.readdirSync(path.join(bench.folder, 'cut')).toSorted()).toEqual(names.toSorted())
  })
})

test.each<[string, Keeping]>([
  ['into one file', { kind: 'whole' }],
  ['into files that follow each other', roll({ everyMs: 60_000 })],
])('a recording %s that is stopped without symbols is kept, and records who stopped it', async (_name, keeping) => {
  const { runtime, id } = await record({ keeping })
  await hasReceived(id, 3000)
  expect(bench.jobOf(id).actions).toContain('stop-without-names')
  const job = await act(id, 'stop-without-names')
  expect(job).toMatchObject({ state: 'done', result: { facts: { stoppedBy: 'person' } } })
  expect(job.result!.files).toHaveLength(1)
  expect(runtime.takenSlotCount).toBe(0)
})

describe('a preview before recording', () => {
  test('counts what one second would collect, and keeps no file', async () => {
    const { runtime, key } = await start()
    const probed = await bench.service.probe({ processKey: key, spec: counters })
    expect(probed).toMatchObject({ ok: true, value: { durationMs: 2000, lostCount: 0, losses: [] } })
    if (!probed.ok) return
    const { bytesPerSecond, eventsPerSecond, providers } = probed.value
    expect(eventsPerSecond).toBeGreaterThan(20)
    expect(bytesPerSecond).toBeGreaterThan(eventsPerSecond)
    expect(providers.map(({ name }) => name)).toContain('System.Runtime')
    expect(providers[0]!.eventsPerSecond).toBeLessThanOrEqual(eventsPerSecond)
    expect(fs.readdirSync(path.join(bench.folder, 'short'))).toEqual([])
    expect(runtime.takenSlotCount).toBe(0)
  })

  test('at stacks needs a runtime that samples', async () => {
    const { runtime, key } = await start()
    await bench.service.stacks({ processKey: key })
    expect([runtime.openedSessionCount, runtime.takenSlotCount]).toEqual([1, 0])
    expect(fs.readdirSync(path.join(bench.folder, 'short'))).toEqual([])
    const aot = bench.addSocket(path.join(bench.folder, 'aot'), '10.0.0', { runtimeFlavour: 'nativeaot' })
    expect(await bench.service.stacks({ processKey: aot })).toMatchObject({ ok: false, error: { kind: 'unsupported' } })
  })

  test('of the output says folder and file name', async () => {
    const { key } = await start()
    const placed = await bench.service.place({
      processKey: key,
      folder: null,
      nameTemplate: 'looked-{process}',
      presetId: 'custom',
    })
    expect(placed).toMatchObject({
      ok: true,
      value: {
        folder: path.join(bench.folder, 'recordings', 'Pipescope.Sample'),
        fileName: 'looked-Pipescope.Sample.nettrace',
      },
    })
  })
})
