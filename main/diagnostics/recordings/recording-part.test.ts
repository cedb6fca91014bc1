import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { asPid } from '../../../shared/model/ids.ts'
import type { StopConditions } from '../../../shared/model/recording.ts'
import { specOf } from '../../../shared/recording/presets.ts'
import { provider } from '../../../shared/recording/provider-spec.ts'
import { ScriptedRuntime } from '../../demo/scripted-runtime/scripted-runtime.ts'
import { symbolsPathOf } from '../../workers/recorder/symbols-file.ts'
import { WatchHost } from '../../workers/watch/watch-host.ts'
import { namesOnly } from './collect.ts'
import { NameSessions } from './names/name-sessions.ts'
import { noStop, RecordingPart, type PartOptions } from './recording-part.ts'
import { wholeFile } from './testing/fake-part.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'
import { ordersIdentity } from './testing/scripted-bench.ts'

/** One session into one file, of a runtime that is scripted: real threads and a real socket. */
let bench: RecordingBench
const runtimes: ScriptedRuntime[] = []
const parts: RecordingPart[] = []
beforeAll(async () => {
  bench = await recordingBench()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await Promise.all(parts.splice(0).map((part) => part.discard()))
  for (const runtime of runtimes.splice(0)) runtime.dispose()
})
afterAll(() => bench.dispose())

const counters = specOf([provider('System.Runtime', 0n, 4, { arguments: [['EventCounterIntervalSec', '0.1']] })], {
  rundown: 'none',
})
const samples = specOf([provider('Microsoft-DotNETCore-SampleProfiler', 0n, 4)], { rundown: 'none' })
const samplesAndCounters = { ...counters, providers: [...samples.providers, ...counters.providers] }
const onEvent = { provider: 'Nobody', event: 'Never', fields: [] } as unknown as StopConditions['onEvent']
const ring = { lastMs: 60_000, maxBytes: 2 ** 30 }
let count = 0

async function begin(changes: Partial<PartOptions> = {}, runtimeVersion: string | null = '10.0.0') {
  const socketPath = path.join(bench.folder, `part-${++count}`)
  const runtime = new ScriptedRuntime({
    socketPath,
    identity: ordersIdentity('10.0.0'),
    generation: 10,
    environment: {},
    seed: 7,
  })
  await runtime.listen()
  runtimes.push(runtime)
  const opened = vi.spyOn(bench.registry, 'open')
  const file = path.join(bench.folder, `part-${count}.nettrace`)
  const started = await RecordingPart.start(bench.parts, {
    endpoint: { transport: 'unix', path: socketPath, pid: asPid(process.pid) },
    runtimeVersion,
    spec: counters,
    path: file,
    stop: noStop,
    ...changes,
  })
  if (!started.ok) throw new Error(started.error.kind)
  parts.push(started.value)
  return { part: started.value, file, opened, runtime }
}

async function counts(part: RecordingPart) {
  await expect.poll(() => part.status?.eventCount ?? 0).toBeGreaterThan(5)
}
async function receives(part: RecordingPart) {
  await expect.poll(() => part.progress().receivedBytes).toBeGreaterThan(1000)
}

describe('a session into one file', () => {
  it('is followed while it is written, and judged when it has ended', async () => {
    const disposed = vi.spyOn(WatchHost.prototype, 'dispose')
    const told = vi.fn()
    const { part, file } = await begin({ onStatus: told })
    await counts(part)
    expect(part.status).toEqual(told.mock.calls.at(-1)![0])
    expect([part.path, part.isChecking, part.startedAtMs > 0]).toEqual([file, false, true])
    const done = await part.stop()
    expect(part.isChecking).toBe(true)
    expect(done.end).toMatchObject({ reason: 'stopped', sizeBytes: fs.statSync(file).size })
    expect(done.verdict).toMatchObject({ ok: true, value: { isComplete: true, sizeBytes: done.end.sizeBytes } })
    expect(disposed).toHaveBeenCalledTimes(1)
  })

  it('is judged by another thread when its own was lost', async () => {
    const { part } = await begin()
    vi.spyOn(WatchHost.prototype, 'isLost', 'get').mockReturnValue(true)
    const verify = vi
      .spyOn(WatchHost.prototype, 'verify')
      .mockResolvedValueOnce({ ok: false, error: { kind: 'cancelled' } })
      .mockResolvedValueOnce(ok(wholeFile))
    const disposed = vi.spyOn(WatchHost.prototype, 'dispose')
    expect((await part.stop()).verdict).toEqual(ok(wholeFile))
    expect([verify.mock.calls.length, disposed.mock.calls.length]).toEqual([2, 2])
  })

  it('whose file is gone is judged by no other that lies there', async () => {
    const { part, file } = await begin()
    await receives(part)
    const verify = vi.spyOn(WatchHost.prototype, 'verify')
    const disposed = vi.spyOn(WatchHost.prototype, 'dispose')
    fs.rmSync(file)
    const { end, verdict } = await part.whenDone
    expect(end.reason).toBe('file-removed')
    expect(verdict).toEqual({ ok: false, error: { kind: 'io', operation: 'write', path: file, code: 'ENOENT' } })
    expect([verify.mock.calls.length, disposed.mock.calls.length]).toEqual([0, 1])
  })

  it('is gone when it is discarded', async () => {
    const { part, file } = await begin()
    await receives(part)
    await part.discard()
    expect(fs.existsSync(file)).toBe(false)
  })

  it('that is refused leaves no thread behind', async () => {
    const disposed = vi.spyOn(WatchHost.prototype, 'dispose')
    await expect(begin({ path: path.join(bench.folder, 'not', 'there', 'a.nettrace') })).rejects.toThrow('io')
    expect(disposed).toHaveBeenCalledTimes(1)
  })

  it.each([
    [undefined, false],
    [0, false],
    [1, true],
  ])('of a runtime that is to be left alone for %s ms: starting is %s', async (firstLookAfterMs, isStarting) => {
    const { opened } = await begin(firstLookAfterMs === undefined ? {} : { firstLookAfterMs })
    expect(opened.mock.calls[0]![3]).toMatchObject({ isStarting })
  })
})

describe('names beside a session', () => {
  const sampled = { spec: samples, wantsNames: true, ring } as const

  it.each<[string, Partial<PartOptions>, string | null, number]>([
    ['of samples', sampled, '10.0.0', 1],
    ['of .NET 5', sampled, '5.0.0', 1],
    ['that are not wanted', { spec: samples, ring }, '10.0.0', 0],
    ['of counters', { ...sampled, spec: counters }, '10.0.0', 0],
    ['of .NET Core 3', sampled, '3.1.32', 0],
    ['of what may be .NET Core 3', sampled, null, 0],
  ])('%s are looked for where they can be', async (_name, options, version, times) => {
    const begun = vi.spyOn(NameSessions.prototype, 'lookNowAndThen')
    await begin(options, version)
    expect(begun).toHaveBeenCalledTimes(times)
  })

  it('are those of the picture, while it is watched', async () => {
    const noted = vi.spyOn(NameSessions.prototype, 'note')
    const { part } = await begin({ spec: samplesAndCounters, wantsNames: true })
    await counts(part)
    const before = noted.mock.calls.length
    expect(before).toBeGreaterThan(0)
    await part.stop()
    const { isRundownOver } = part.status!
    expect([isRundownOver, noted.mock.calls.every(([status]) => !status.isRundownOver)]).toEqual([isRundownOver, true])
  })

  it('are not looked for while the process must not be asked', async () => {
    const mayLook = vi.fn(() => false)
    const { opened } = await begin({ ...sampled, mayLook })
    await expect.poll(() => mayLook.mock.calls.length).toBe(1)
    expect(opened).toHaveBeenCalledTimes(1)
  })

  it('come later to a process that starts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const mayLook = vi.fn(() => false)
    const startsIn = async (firstLookAfterMs: number) => {
      const begun = begin({ ...sampled, mayLook, firstLookAfterMs })
      await begun
      const before = mayLook.mock.calls.length
      vi.advanceTimersByTime(20_000)
      return mayLook.mock.calls.length - before
    }
    expect([await startsIn(60_000), await startsIn(0)]).toEqual([0, 1])
  })

  it('lie beside what is kept, and go with it', async () => {
    const { part, file, opened } = await begin({ ...sampled, spec: samplesAndCounters })
    await expect.poll(() => opened.mock.calls.filter(([, request]) => request === namesOnly).length).toBe(1)
    await expect.poll(() => fs.existsSync(symbolsPathOf(file))).toBe(true)
    await part.stop()
    expect(fs.existsSync(symbolsPathOf(file))).toBe(true)
    await part.discard()
    expect(fs.existsSync(symbolsPathOf(file))).toBe(false)
  })
})

describe('a session of which the last stretch is kept', () => {
  it('is counted while somebody looks, and ten seconds longer', async () => {
    const { part } = await begin({ ring })
    await receives(part)
    expect(part.status).toBeNull()
    const first = part.look()
    await counts(part)
    const second = part.look()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    first.dispose()
    vi.advanceTimersByTime(10_000)
    expect(part.status).not.toBeNull()
    second.dispose()
    vi.advanceTimersByTime(9999)
    expect(part.status).not.toBeNull()
    const third = part.look()
    vi.advanceTimersByTime(10_000)
    expect(part.status).not.toBeNull()
    third.dispose()
    vi.advanceTimersByTime(10_000)
    expect(part.status).toBeNull()
    vi.useRealTimers()
    part.look()
    await counts(part)
  })

  it('is counted all the time when an event in it is waited for', async () => {
    const { part } = await begin({ ring, stop: { ...noStop, onEvent } })
    await counts(part)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    part.look().dispose()
    vi.advanceTimersByTime(20_000)
    expect(part.status).not.toBeNull()
  })

  it('is judged by whoever makes a file of it', async () => {
    const verify = vi.spyOn(WatchHost.prototype, 'verify')
    const { part, file } = await begin({ ring })
    await receives(part)
    const held = await part.hold()
    expect(held.ok && held.value.length).toBeGreaterThan(0)
    part.release()
    const { end, verdict } = await part.stop()
    expect(verdict).toEqual({ ok: false, error: { kind: 'not-found', what: 'file' } })
    expect(end.pieces.length).toBeGreaterThan(0)
    expect([verify.mock.calls, part.isChecking, fs.existsSync(file)]).toEqual([[], false, true])
    await part.discard()
    expect(fs.existsSync(file)).toBe(false)
  })

  it('whose names are looked for by the clock is looked at instead, when somebody does', async () => {
    const now = vi.spyOn(NameSessions.prototype, 'lookNowAndThen')
    const stopped = vi.spyOn(NameSessions.prototype, 'stopLookingNowAndThen')
    const { part } = await begin({ ring, spec: samples, wantsNames: true })
    expect([now.mock.calls.length, stopped.mock.calls.length]).toEqual([1, 0])
    const looking = part.look()
    expect(stopped).toHaveBeenCalledTimes(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    looking.dispose()
    vi.advanceTimersByTime(10_000)
    expect(now).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
    const again = await begin({ ring, spec: samples, wantsNames: true, stop: { ...noStop, onEvent } })
    expect([again.part.path !== part.path, now.mock.calls.length]).toEqual([true, 2])
  })

  it('is left alone when it has ended', async () => {
    const { part } = await begin({ ring })
    await receives(part)
    await part.stop()
    const followed = vi.spyOn(WatchHost.prototype, 'follow')
    part.look()
    expect(followed).not.toHaveBeenCalled()
  })
})
