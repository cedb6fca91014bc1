import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RecordingRequest, RecordingStatus } from '../../../../shared/model/recording.ts'
import { specOf } from '../../../../shared/recording/presets.ts'
import { provider } from '../../../../shared/recording/provider-spec.ts'
import { bundleWorker } from '../../../workers/testing/bundle-worker.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import { restoreFlight } from './restore-flight.ts'
import {
  act,
  bench,
  counters,
  filesOf,
  hasReceived,
  leftOfFlights,
  listed,
  record,
  sinkOf,
  start,
  stop,
  useScriptedBench,
} from '../testing/scripted-bench.ts'

useScriptedBench()

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
