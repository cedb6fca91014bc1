import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Keeping, RecordingRequest, RecordingStatus } from '../../../shared/model/recording.ts'
import {
  act,
  bench,
  counters,
  filesOf,
  hasReceived,
  leftOfFlights,
  listed,
  record,
  roll,
  sinkOf,
  start,
  stop,
  useScriptedBench,
} from './testing/scripted-bench.ts'

useScriptedBench()

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
