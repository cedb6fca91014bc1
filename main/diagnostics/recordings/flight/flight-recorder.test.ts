import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../shared/base/result.ts'
import { noStop } from '../recording-part.ts'
import { beginFlight, diskFull, type FlightBench } from '../testing/flight-bench.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-flight-'))
  vi.useFakeTimers()
  // A disk with room.
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bsize: 4096, blocks: 2 ** 30, bavail: 2 ** 30 } as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const begin = (options: Parameters<typeof beginFlight>[1] = {}): Promise<FlightBench> => beginFlight(folder, options)
const tick = () => vi.advanceTimersByTimeAsync(1000)
const cpu = { percent: null, beforePercent: null }
const range = (pieces: readonly unknown[]) => ({ keeps: 'range', pieces })
const piece = { file: '/f', at: 0, offset: 0, byteCount: 5 }

describe('the session of a flight recorder', () => {
  it('keeps the last stretch within its bounds, in a folder of its job', async () => {
    const { parts, job, flight } = await begin({ bounds: { lastMs: 30_000, maxBytes: 1000 } })
    expect(parts.options).toMatchObject([{ ring: { lastMs: 30_000, maxBytes: 1000 }, runtimeVersion: '10.0.0' }])
    expect(path.basename(parts.newest.path)).toBe(`.flight-${job.id}-1.nettrace`)
    expect(flight.folders).toEqual([parts.newest.path])
    expect((await begin({ bounds: { lastMs: 1, maxBytes: null } })).parts.options[0]!.ring).toEqual({
      lastMs: 1,
      maxBytes: 512 * 1024 * 1024,
    })
  })

  it('waits for events, and has no limit of time or size', async () => {
    const stop = { afterMs: 5000, atBytes: 9, onEvent: { provider: 'A', event: 'B', fields: [] } }
    const { parts } = await begin({ stop })
    expect(parts.options[0]!.stop).toEqual({ ...noStop, onEvent: stop.onEvent })
  })

  it('that is refused makes no flight recorder', async () => {
    await expect(begin({ refusal: { kind: 'cancelled' } })).rejects.toThrow('cancelled')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a flight recorder that runs', () => {
  it('says at once, and then each second, what it keeps and what can be done', async () => {
    const { parts, job } = await begin()
    expect(job.job).toMatchObject({ phase: 'recording', bytes: 0, count: 0, actions: ['save', 'stop', 'cancel'] })
    parts.newest.has({ writtenBytes: 40 })
    await tick()
    expect(job.job.bytes).toBe(40)
    parts.newest.has({ ring: { heldMs: 700, keptBytes: 30 } })
    await tick()
    expect(job.job.bytes).toBe(30)
  })

  it('shows how far back it goes, what it takes on the disk, and how often it was saved', async () => {
    const { parts, flight, job } = await begin({ bounds: { lastMs: 1000, maxBytes: 50 } })
    parts.newest.has({ writtenBytes: 40, elapsedMs: 800 })
    const bounds = { lastMs: 1000, maxBytes: 50 }
    expect(flight.status(cpu)).toMatchObject({
      jobId: job.id,
      heldMs: 800,
      flight: { ...bounds, keptBytes: 40, gapMs: 0, savedCount: 0, saveError: null },
    })
    parts.newest.has({ ring: { heldMs: 5000, keptBytes: 30 } })
    await flight.save()
    expect(flight.status(cpu)).toMatchObject({ heldMs: 1000, flight: { ...bounds, keptBytes: 30, savedCount: 1 } })
    await flight.end('quit')
    expect(flight.status(cpu)).toBeNull()
  })

  it('is looked at until the last one looks away', async () => {
    const { parts, flight } = await begin()
    const [first, second] = [flight.look(), flight.look()]
    expect(parts.newest.asked).toEqual(['look'])
    first.dispose()
    expect(parts.newest.asked).toEqual(['look'])
    second.dispose()
    expect(parts.newest.asked).toEqual(['look', 'look away'])
    flight.look()
    expect(parts.newest.asked).toEqual(['look', 'look away', 'look'])
  })

  it('takes no action that is not its own', async () => {
    const { act, parts } = await begin()
    expect(await act('stop-waiting')).toMatchObject({ ok: false, error: { detail: 'stop-waiting' } })
    expect(parts.newest.asked).toEqual([])
  })
})

describe('a save beside a running session', () => {
  it('is of what is kept now, with names, and lets go of both', async () => {
    const named = { keeps: 'names', pieces: [piece] } as const
    const { parts, flight, made, names } = await begin({ names: named })
    parts.newest.held = ok([piece])
    parts.newest.has({ elapsedMs: 4321 })
    const saved = await flight.save()
    expect(saved).toMatchObject({ ok: true, value: { fileId: 'file-1' } })
    expect(made).toEqual([
      {
        stretch: { streams: [range([piece]), named], untilMs: 4321, lastMs: 60_000 },
        part: parts.newest,
        making: { facts: { stoppedBy: 'person', ringMs: 60_000 } },
      },
    ])
    expect([names.looked, names.removed]).toEqual([1, 1])
    expect(parts.newest.asked).toEqual(['hold', 'release'])
  })

  it('has no names where a process gave none, and never of Native AOT', async () => {
    const { flight, made } = await begin()
    await flight.save()
    expect(made[0]!.stretch.streams).toEqual([range([])])
    const aot = await begin({ row: { runtimeFlavour: 'nativeaot' } })
    await aot.flight.save()
    expect(aot.names.looked).toBe(0)
  })

  it('is one for two clicks, and the buttons say so meanwhile', async () => {
    const { flight, job, made, whileMaking } = await begin()
    const release = whileMaking()
    const both = [flight.save(), flight.save()]
    await tick()
    expect(job.job.actions).toEqual(['stop', 'cancel'])
    release()
    const [first, second] = await Promise.all(both)
    expect([second, made.length]).toEqual([first, 1])
    expect(job.job).toMatchObject({ actions: ['save', 'stop', 'cancel'], count: 1 })
    expect(await flight.save()).toMatchObject({ ok: true, value: { fileId: 'file-2' } })
  })

  it('that made no file says why, once for each reason, also to whoever clicked meanwhile', async () => {
    const { flight, told, setFailure, act } = await begin()
    setFailure(diskFull)
    expect(await Promise.all([flight.save(), flight.save()])).toEqual([err(diskFull), err(diskFull)])
    expect(await act('save')).toEqual(err(diskFull))
    expect(flight.status(cpu)!.flight).toMatchObject({ saveError: diskFull, savedCount: 0 })
    setFailure(null)
    expect(await act('save')).toEqual(ok(null))
    expect(await act('save')).toEqual(ok(null))
    expect(told).toEqual([diskFull, null])
  })

  it('of what can’t be held makes no file, and goes on', async () => {
    const { parts, flight, made, job, names } = await begin()
    parts.newest.held = err(diskFull)
    expect(await flight.save()).toEqual(err(diskFull))
    expect([made, parts.newest.asked, names.removed]).toEqual([[], ['hold', 'release'], 1])
    expect(job.job).toMatchObject({ state: 'running', actions: ['save', 'stop', 'cancel'] })
  })
})

const endsOf = (made: FlightBench['made']) => made.map(({ making }) => making.facts['stoppedBy'])

describe('a flight recorder ends', () => {
  it('with a last file of what it kept, and leaves nothing else', async () => {
    const { parts, flight, job, made, act } = await begin()
    parts.newest.has({ elapsedMs: 999 })
    await flight.save()
    expect(await act('stop')).toEqual(ok(null))
    const { state, result } = await job.whenEnded
    expect([state, endsOf(made)]).toEqual(['done', ['person', 'person']])
    expect(made[1]!.making.end).toMatchObject({ reason: 'stopped' })
    expect(made[1]!.stretch.untilMs).toBe(999)
    expect(result!.files.map(({ fileId }) => fileId)).toEqual(['file-2', 'file-1'])
    expect(parts.newest.asked).toEqual(['hold', 'release', 'stop', 'discard'])
    expect(vi.getTimerCount()).toBe(0)
    expect(await flight.save()).toEqual(err({ kind: 'not-found', what: 'flight recorder' }))
  })

  it('and leaves what it kept where no file could be made of it: the next start tries again', async () => {
    const { parts, flight, job, setFailure } = await begin()
    const leaves = vi.spyOn(job, 'leaveFiles')
    setFailure(diskFull)
    await flight.end('disk-low')
    expect(await job.whenEnded).toMatchObject({ state: 'failed', error: diskFull })
    expect([parts.newest.asked, leaves.mock.calls]).toEqual([['stop'], [[true]]])
    setFailure(null)
    const other = await begin()
    const lets = vi.spyOn(other.job, 'leaveFiles')
    await other.flight.end('disk-low')
    expect(lets.mock.calls).toEqual([[true], [false]])
  })

  it('by its time', async () => {
    const { job, made } = await begin({ stop: { afterMs: 5000 } })
    await vi.advanceTimersByTimeAsync(5000)
    await job.whenEnded
    expect(endsOf(made)).toEqual(['time'])
  })

  it('by what its watcher finds, once', async () => {
    const { parts, job, made, act } = await begin()
    parts.options[0]!.onCondition?.('counter', 'cpu')
    expect(job.job).toMatchObject({ phase: 'asking-to-stop', actions: ['stop-without-names'] })
    void act('stop')
    void act('cancel')
    await job.whenEnded
    expect(endsOf(made)).toEqual(['counter'])
  })

  it('without names when a person doesn’t wait for them any longer', async () => {
    const { parts, job, made, act } = await begin()
    parts.newest.endsWhenAsked = false
    await act('stop')
    await vi.waitFor(() => expect(parts.newest.asked).toEqual(['stop']))
    expect(job.job.actions).toEqual(['stop-without-names'])
    expect(await act('stop-without-names')).toEqual(ok(null))
    expect(parts.newest.asked).toEqual(['stop', 'stop-without-names'])
    parts.newest.end({ reason: 'stopped-without-rundown' })
    await job.whenEnded
    expect(made).toMatchObject([{ making: { end: { reason: 'stopped-without-rundown' } } }])
  })

  it('after the save that is under way', async () => {
    const { flight, job, made, whileMaking } = await begin()
    const release = whileMaking()
    const saved = flight.save()
    const ended = flight.end('person')
    await vi.advanceTimersByTimeAsync(100)
    expect(made).toHaveLength(1)
    release()
    await Promise.all([saved, ended])
    expect(job.job.result!.files).toHaveLength(2)
  })

  it('with its process', async () => {
    const { parts, job, made } = await begin()
    parts.newest.end({ reason: 'target-ended' })
    await job.whenEnded
    expect(endsOf(made)).toEqual(['target-ended'])
  })

  it('and is discarded when a person wants nothing of it; what was saved before stays', async () => {
    const unsaved = await begin()
    expect(await unsaved.act('cancel')).toEqual(ok(null))
    expect(await unsaved.job.whenEnded).toMatchObject({ state: 'cancelled', result: null })
    expect([unsaved.parts.newest.asked, unsaved.made]).toEqual([['discard'], []])
    expect(vi.getTimerCount()).toBe(0)
    const { flight, act, job, made } = await begin()
    await flight.save()
    await act('cancel')
    const { state, result } = await job.whenEnded
    expect([state, result!.files.length, made.length]).toEqual(['done', 1, 1])
  })
})

const kept = (answer: Promise<boolean>) => begin({ keepsAtExit: vi.fn(() => answer) })

describe('a flight recorder of a rule whose process has ended', () => {
  const gone = { reason: 'target-ended' } as const

  it('is saved when the rule wants it', async () => {
    const { parts, job, made } = await kept(Promise.resolve(true))
    parts.newest.end(gone)
    expect(await job.whenEnded).toMatchObject({ state: 'done' })
    expect(made).toMatchObject([{ making: { facts: { stoppedBy: 'target-ended' } } }])
  })

  it('is discarded when it doesn’t', async () => {
    const { parts, job, made } = await kept(Promise.resolve(false))
    parts.newest.end(gone)
    expect(await job.whenEnded).toMatchObject({ state: 'cancelled' })
    expect(made).toEqual([])
  })

  it('can only be discarded until that is known', async () => {
    const { parts, job, flight } = await kept(new Promise(() => undefined))
    parts.newest.end(gone)
    await tick()
    await tick()
    expect(job.job).toMatchObject({ state: 'running', actions: ['cancel'] })
    expect(await flight.save()).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  })

  it('isn’t asked about when something else ended it', async () => {
    const keepsAtExit = vi.fn(() => Promise.resolve(false))
    const { parts, job, made } = await begin({ keepsAtExit })
    parts.newest.end({ reason: 'link-lost' })
    await job.whenEnded
    expect([keepsAtExit.mock.calls.length, made.length]).toEqual([0, 1])
  })
})
