import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err } from '../../../shared/base/result.ts'
import type { JobFile } from '../../../shared/model/job.ts'
import type { Keeping, StopConditions } from '../../../shared/model/recording.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { noStop } from './recording-part.ts'
import { RollingRecording } from './rolling-recording.ts'
import { FakeParts, keeper, recordingRequest, recordingTarget } from './testing/fake-part.ts'

type Roll = Extract<Keeping, { kind: 'roll' }>

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-rolling-'))
  vi.useFakeTimers()
  // A disk with room.
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bsize: 4096, blocks: 2 ** 30, bavail: 2 ** 30 } as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const nameOf = (number: number) => `f${number}.nettrace`
const tick = () => vi.advanceTimersByTimeAsync(250)
const act = (job: unknown, action: string) => (job as { act(of: string): Promise<unknown> }).act(action)
const begunNames = (parts: FakeParts) => parts.begun.map((part) => path.basename(part.path))

/** Files of made-up sessions that follow each other. */
async function record(roll: Partial<Roll> = {}, stop: Partial<StopConditions> = {}) {
  const parts = new FakeParts()
  const jobs = new JobRegistry({ journal: null, now: () => 0 })
  const job = jobs.begin({ kind: 'rolling-recording', title: 'a' })
  const files = vi.spyOn(job, 'setFiles')
  const dropped: JobFile[] = []
  const { kept, keepFile } = keeper(folder)
  const keeps = vi.fn(keepFile)
  const options = {
    request: recordingRequest({ stop: { ...noStop, ...stop } }),
    target: recordingTarget(),
    folder,
    nameOf,
    keepFile: keeps,
    dropFile: (file: JobFile) => {
      dropped.push(file)
      return Promise.resolve()
    },
  }
  const keeping: Roll = { kind: 'roll', everyMs: null, everyBytes: null, keepFiles: null, ...roll }
  const started = await RollingRecording.start({} as never, job, options, keeping)
  if (!started.ok) throw new Error('it did not start')
  const recording = started.value
  /** The newest file is as large and as old as this, and the next one begins. */
  const rollOver = async (receivedBytes = 1) => {
    const count = parts.begun.length
    parts.newest.has({ receivedBytes, elapsedMs: 1e9 })
    await tick()
    // Names are looked for on the disk.
    await vi.waitFor(() => expect(parts.begun).toHaveLength(count + 1))
  }
  return { parts, job, files, kept, keeps, dropped, recording, rollOver }
}

const actions = ['stop', 'stop-without-names', 'cancel']
const daily = { everyMs: 86_400_000 }

describe('the next of several files', () => {
  it('begins when the one before is old enough', async () => {
    const { parts } = await record({ everyMs: 1000 })
    parts.newest.has({ elapsedMs: 999, receivedBytes: 1e9 })
    await tick()
    expect(begunNames(parts)).toEqual(['f1.nettrace'])
    parts.newest.has({ elapsedMs: 1000 })
    await tick()
    await vi.waitFor(() => expect(begunNames(parts)).toEqual(['f1.nettrace', 'f2.nettrace']))
    await vi.waitFor(() => expect(parts.begun[0]!.asked).toEqual(['stop']))
    expect(parts.begun[1]!.asked).toEqual([])
  })

  it('begins when the one before is large enough', async () => {
    const { parts } = await record({ everyBytes: 1000 })
    parts.newest.has({ elapsedMs: 1e9, receivedBytes: 999 })
    await tick()
    expect(parts.begun).toHaveLength(1)
    parts.newest.has({ receivedBytes: 1000 })
    await tick()
    await vi.waitFor(() => expect(parts.begun).toHaveLength(2))
  })

  it('begins once, however long its session takes to open', async () => {
    const { parts } = await record({ everyMs: 1000 })
    const open = parts.holdOpening()
    parts.newest.has({ elapsedMs: 1000 })
    for (let count = 0; count < 4; count += 1)
      // oxlint-disable-next-line no-await-in-loop -- one tick after the other
      await tick()
    expect(parts.begun[0]!.asked).toEqual([])
    open()
    await vi.waitFor(() => expect(parts.begun[0]!.asked).toEqual(['stop']))
    expect(begunNames(parts)).toEqual(['f1.nettrace', 'f2.nettrace'])
  })

  it('doesn’t begin while the process refuses a session: the one before goes on, and it is tried again', async () => {
    const { parts, job } = await record({ everyMs: 1000 })
    parts.refusal = { kind: 'cancelled' }
    parts.newest.has({ elapsedMs: 1000 })
    await tick()
    await tick()
    expect([parts.begun.length, parts.begun[0]!.asked, job.job.state]).toEqual([1, [], 'running'])
    parts.refusal = null
    await vi.waitFor(async () => {
      await tick()
      expect(parts.begun).toHaveLength(2)
    })
  })

  it('is what is left behind by a crash, and asks for neither time nor size itself', async () => {
    const { parts, files, rollOver } = await record(daily, { afterMs: 1e9, atBytes: 1e9 })
    await rollOver()
    expect(files.mock.calls.flat(2)).toEqual(parts.begun.map((part) => part.path))
    for (const { stop } of parts.options) expect(stop).toEqual(noStop)
  })
})

describe('a recording of several files', () => {
  it('can be stopped from its beginning', async () => {
    const { job } = await record(daily)
    expect(job.job).toMatchObject({ phase: 'recording', actions })
  })

  it('shows all that has arrived, how many files are kept, and what can be done', async () => {
    const { parts, job, rollOver, kept } = await record(daily, { afterMs: 100_000 })
    await tick()
    expect(job.job).toMatchObject({ phase: 'recording', bytes: 0, count: 0, actions })
    expect(job.job.progress).toBeCloseTo(0.0025)
    await rollOver(700)
    await vi.waitFor(() => expect(kept).toHaveLength(1))
    parts.newest.has({ receivedBytes: 50 })
    await vi.waitFor(async () => {
      await tick()
      expect(job.job).toMatchObject({ bytes: 750, count: 1 })
    })
    expect(kept[0]).toMatchObject({ path: parts.begun[0]!.path, presetId: 'mine', facts: { stoppedBy: 'time' } })
  })

  it('has no progress without a limit of time', async () => {
    const { job } = await record(daily, { atBytes: 1e9 })
    await tick()
    expect(job.job.progress).toBeNull()
  })

  it('shows the file that is written, and none when it is over', async () => {
    const { recording, job, parts } = await record()
    parts.newest.has({ receivedBytes: 33 })
    const cpu = { percent: 5, beforePercent: null }
    expect(recording.status(cpu)).toMatchObject({ jobId: job.id, receivedBytes: 33, cpuPercent: 5 })
    await recording.end('quit')
    expect(recording.status(cpu)).toBeNull()
  })

  it('ends at the size of all its files together', async () => {
    const { parts, job, rollOver, kept } = await record(daily, { atBytes: 1000 })
    await rollOver(600)
    await vi.waitFor(() => expect(kept).toHaveLength(1))
    parts.newest.has({ receivedBytes: 399 })
    await tick()
    expect(job.job.state).toBe('running')
    parts.newest.has({ receivedBytes: 400 })
    await tick()
    expect((await job.whenEnded).result).toMatchObject({ facts: { stoppedBy: 'size', fileCount: 2 } })
  })

  it('ends by its time, and nobody who comes later counts', async () => {
    const { job, recording } = await record(daily, { afterMs: 5000 })
    await vi.advanceTimersByTimeAsync(5000)
    await recording.end('person')
    expect((await job.whenEnded).result?.facts).toMatchObject({ stoppedBy: 'time' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when the watcher of any file finds what it waits for', async () => {
    const { parts, job, rollOver } = await record(daily)
    await rollOver()
    parts.options[1]!.onCondition?.('counter', 'cpu')
    expect((await job.whenEnded).result?.facts).toMatchObject({ stoppedBy: 'counter' })
  })

  it('ends with its process, not with a file that was full', async () => {
    const { parts, job, rollOver, kept } = await record(daily)
    await rollOver()
    await vi.waitFor(() => expect(kept).toHaveLength(1))
    expect(job.job.state).toBe('running')
    parts.newest.end({ reason: 'target-ended' })
    const { result } = await job.whenEnded
    expect(result).toMatchObject({ verdict: 'complete', facts: { stoppedBy: 'target-ended', fileCount: 2 } })
    expect(kept[1]).toMatchObject({ facts: { stoppedBy: 'target-ended' } })
  })

  it('has its newest file first and is judged by it', async () => {
    const { parts, recording, job, rollOver } = await record(daily)
    await rollOver()
    parts.newest.endsWhenAsked = false
    const ended = recording.end('person')
    parts.newest.end({ isComplete: false, reason: 'link-lost' }, { isComplete: false, eventCount: 77 })
    await ended
    const { result } = await job.whenEnded
    expect(result!.files.map((file) => path.basename(file.path))).toEqual(['f2.nettrace', 'f1.nettrace'])
    expect(result).toMatchObject({ verdict: 'partial', reasons: ['link-lost'], facts: { eventCount: 77 } })
  })

  it('that is refused its first session doesn’t begin', async () => {
    const parts = new FakeParts()
    parts.refusal = { kind: 'cancelled' }
    const job = new JobRegistry({ journal: null, now: () => 0 }).begin({ kind: 'rolling-recording', title: 'a' })
    const options = {
      request: recordingRequest(),
      target: recordingTarget(),
      folder,
      nameOf,
      keepFile: () => Promise.resolve(null),
      dropFile: () => Promise.resolve(),
    }
    const keeping: Roll = { kind: 'roll', everyMs: 1, everyBytes: null, keepFiles: null }
    expect(await RollingRecording.start({} as never, job, options, keeping)).toEqual(err({ kind: 'cancelled' }))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes no action that is not its own', async () => {
    const { job, parts } = await record(daily)
    await tick()
    for (const action of ['save', 'stop-waiting'] as const)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await act(job, action)).toMatchObject({ ok: false, error: { what: 'jobs.act', detail: action } })
    expect(parts.newest.asked).toEqual([])
  })
})

describe('files that follow each other', () => {
  it('are kept in their order, though names of the earlier one take longer', async () => {
    const run = await record(daily)
    const { parts, job, kept, rollOver } = run
    parts.newest.endsWhenAsked = false
    await rollOver()
    await rollOver()
    await tick()
    expect(kept).toEqual([])
    expect(await act(job, 'stop')).toEqual({ ok: true, value: null })
    expect(job.job).toMatchObject({ phase: 'asking-to-stop', actions: ['stop-without-names'] })
    parts.begun[0]!.end()
    await job.whenEnded
    expect(kept.map((file) => path.basename(file.path))).toEqual(['f1.nettrace', 'f2.nettrace', 'f3.nettrace'])
    expect(kept.map(({ facts }) => facts['stoppedBy'])).toEqual(['person', 'person', 'person'])
  })

  it('are no more than a person wants to keep: the oldest goes', async () => {
    const { job, kept, dropped, rollOver, recording } = await record({ ...daily, keepFiles: 2 })
    await rollOver()
    await rollOver()
    await vi.waitFor(() => expect(kept).toHaveLength(2))
    expect(dropped).toEqual([])
    await recording.end('person')
    expect(dropped).toMatchObject([{ fileId: 'file-1' }])
    expect((await job.whenEnded).result).toMatchObject({
      files: [{ fileId: 'file-3' }, { fileId: 'file-2' }],
      facts: { fileCount: 2 },
    })
  })

  it('are kept though one of them can’t be', async () => {
    const { keeps, recording, job, kept, rollOver } = await record(daily)
    keeps.mockRejectedValueOnce(new Error('no'))
    await rollOver()
    await vi.waitFor(() => expect(keeps).toHaveBeenCalledTimes(1))
    keeps.mockResolvedValueOnce(null)
    await rollOver()
    await rollOver()
    await recording.end('person')
    expect(kept.map((file) => path.basename(file.path))).toEqual(['f3.nettrace', 'f4.nettrace'])
    expect((await job.whenEnded).result?.files).toHaveLength(2)
  })

  it('end without names all at once when a person doesn’t wait', async () => {
    const { parts, job, rollOver, kept } = await record(daily)
    parts.newest.endsWhenAsked = false
    await rollOver()
    await rollOver()
    expect(await act(job, 'stop-without-names')).toEqual({ ok: true, value: null })
    parts.begun[0]!.end()
    expect((await job.whenEnded).result?.facts).toMatchObject({ stoppedBy: 'person' })
    expect(parts.begun[0]!.asked).toEqual(['stop', 'stop-without-names'])
    expect(parts.begun[2]!.asked).toEqual(['stop-without-names', 'stop'])
    expect(kept).toHaveLength(3)
  })

  it('are all gone when they are discarded', async () => {
    const { parts, job, rollOver, kept, dropped } = await record(daily)
    await rollOver()
    await vi.waitFor(() => expect(kept).toHaveLength(1))
    expect(await act(job, 'cancel')).toEqual({ ok: true, value: null })
    expect(await job.whenEnded).toMatchObject({ state: 'cancelled', result: null })
    expect(parts.newest.asked).toEqual(['stop-without-names', 'stop', 'discard'])
    expect([kept.length, dropped]).toMatchObject([1, [{ fileId: 'file-1' }]])
  })

  it('end with the one whose session was just being opened', async () => {
    const { parts, recording, job } = await record({ everyMs: 1000 })
    const open = parts.holdOpening()
    parts.newest.has({ elapsedMs: 1000 })
    await tick()
    const ended = recording.end('person')
    open()
    await ended
    expect(parts.begun.map(({ asked }) => asked)).toEqual([['stop'], ['stop']])
    expect((await job.whenEnded).result?.files).toHaveLength(2)
  })
})
