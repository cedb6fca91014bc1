import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginFlight, type FlightBench } from '../testing/flight-bench.ts'

/** Of .NET Core 3 a flight recorder has one session at a time: a save ends it and begins the next. */
let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-flight-3-'))
  vi.useFakeTimers()
  // A disk with room.
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bsize: 4096, blocks: 2 ** 30, bavail: 2 ** 30 } as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const begin = (runtimeVersion: string | null = '3.1.32', lastMs = 60_000): Promise<FlightBench> =>
  beginFlight(folder, { row: { runtimeVersion }, bounds: { lastMs, maxBytes: null } })
const tick = () => vi.advanceTimersByTimeAsync(1000)
const cpu = { percent: null, beforePercent: null }
const piece = (offset: number) => ({ file: '/f', at: 0, offset, byteCount: 5 })

/** The next session takes so long to open. */
const opensIn = ({ parts }: FlightBench, ms: number) => {
  parts.opening = new Promise((resolve) => void setTimeout(resolve, ms))
}

describe('a save by ending the session', () => {
  it.each([['3.1.32'], [null]])('of %s asks for no names beside it, and the next session begins', async (version) => {
    const run = await begin(version)
    const { parts, flight, made, names } = run
    const [first] = parts.begun
    first!.has({ elapsedMs: 777 })
    expect(await flight.save()).toMatchObject({ ok: true, value: { fileId: 'file-1' } })
    expect([first!.asked, names.looked, parts.begun.length]).toEqual([['stop'], 0, 2])
    expect(made).toMatchObject([
      { stretch: { streams: [{ keeps: 'range', pieces: [] }], untilMs: 777 }, part: first, making: {} },
    ])
    expect(made[0]!.making.end).toBeUndefined()
    expect(flight.folders).toEqual(parts.begun.map(({ path: part }) => part))
  })

  it('of .NET 5 doesn’t end it', async () => {
    const { parts, flight } = await begin('5.0.0')
    await flight.save()
    expect(parts.newest.asked).toEqual(['hold', 'release'])
  })

  it('counts the time in which nothing is recorded', async () => {
    const run = await begin()
    const { flight, made } = run
    opensIn(run, 80)
    const saved = flight.save()
    await vi.advanceTimersByTimeAsync(80)
    await saved
    expect(made[0]!.making.facts).toMatchObject({ gapMs: 80 })
    expect(flight.status(cpu)!.flight!.gapMs).toBe(80)
    opensIn(run, 20)
    const again = flight.save()
    await vi.advanceTimersByTimeAsync(20)
    await again
    expect(made[1]!.making.facts).toMatchObject({ gapMs: 100 })
  })

  it('has what earlier sessions kept, too', async () => {
    const { parts, flight, made } = await begin()
    for (const offset of [1, 2]) {
      parts.newest.endsWhenAsked = false
      const saved = flight.save()
      parts.newest.end({ pieces: [piece(offset)] })
      // oxlint-disable-next-line no-await-in-loop -- one save after the other
      await saved
    }
    expect(made.map(({ stretch }) => stretch.streams)).toEqual([
      [{ keeps: 'range', pieces: [piece(1)] }],
      [
        { keeps: 'range', pieces: [piece(1)] },
        { keeps: 'range', pieces: [piece(2)] },
      ],
    ])
  })

  it('shows the new session to whoever looks', async () => {
    const { parts, flight } = await begin()
    await flight.save()
    expect(parts.newest.asked).toEqual([])
    const look = flight.look()
    await flight.save()
    expect(parts.newest.asked).toEqual(['look'])
    look.dispose()
    expect(parts.newest.asked).toEqual(['look', 'look away'])
  })

  it('is the last one where no other session can be opened', async () => {
    const { parts, flight, job, made } = await begin()
    parts.refusal = { kind: 'cancelled' }
    await flight.save()
    expect(await job.whenEnded).toMatchObject({ state: 'done', result: { files: [{ fileId: 'file-1' }] } })
    expect(made).toHaveLength(1)
  })

  it('is the last one where the runtime locked up', async () => {
    const { parts, flight, job, made } = await begin()
    parts.newest.endsWhenAsked = false
    const saved = flight.save()
    parts.newest.end({ reason: 'locked-up', isComplete: false })
    await saved
    await job.whenEnded
    expect([made.length, parts.begun.length]).toEqual([1, 1])
    expect(made[0]!.making.end).toMatchObject({ reason: 'locked-up' })
  })

  it('begins no other session when the recorder was ended meanwhile', async () => {
    const { parts, flight, job, made } = await begin()
    parts.newest.endsWhenAsked = false
    const saved = flight.save()
    const ended = flight.end('person')
    parts.newest.end()
    await Promise.all([saved, ended])
    expect([parts.begun.length, made.length, job.job.state]).toEqual([1, 1, 'done'])
  })
})

describe('sessions that a save has ended', () => {
  it('go when they are older than what is kept, and so do their folders', async () => {
    const { parts, flight } = await begin('3.1.32', 1500)
    await flight.save()
    const [first, second] = parts.begun
    await tick()
    expect(flight.folders).toEqual([first!.path, second!.path])
    await tick()
    expect([flight.folders, first!.asked]).toEqual([[second!.path], ['stop', 'discard']])
  })

  it('stay while they are saved', async () => {
    const { parts, flight, whileMaking } = await begin('3.1.32', 1500)
    await flight.save()
    const release = whileMaking()
    const saved = flight.save()
    await tick()
    await tick()
    expect(parts.begun[0]!.asked).toEqual(['stop'])
    release()
    await saved
    expect(parts.begun[0]!.asked).toEqual(['stop', 'discard'])
  })

  it('are discarded with the recorder', async () => {
    const { parts, flight, job, act } = await begin()
    await flight.save()
    await act('cancel')
    expect((await job.whenEnded).result!.files).toHaveLength(1)
    expect(parts.begun.map(({ asked }) => asked)).toEqual([['stop', 'discard'], ['discard']])
  })

  it('are known as what a crash would leave', async () => {
    const { parts, flight, job } = await begin()
    const files = vi.spyOn(job, 'setFiles')
    await flight.save()
    expect(files.mock.calls.at(-1)![0]).toEqual(parts.begun.map(({ path: part }) => part))
  })
})
