import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err } from '../../../shared/base/result.ts'
import type { Job } from '../../../shared/model/job.ts'
import type { StopConditions } from '../../../shared/model/recording.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { noStop } from './recording-part.ts'
import { FakePart, FakeParts, keeper, recordingRequest, recordingTarget, watchStatus } from './testing/fake-part.ts'
import { WholeRecording } from './whole-recording.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-whole-'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const tick = () => vi.advanceTimersByTime(250)

/** A recording of a made-up session, which ends when the test says so. */
function record({ stop = {}, ssh = false }: { stop?: Partial<StopConditions>; ssh?: boolean } = {}) {
  const jobs = new JobRegistry({ journal: null, now: () => 0 })
  const job = jobs.begin({ kind: 'recording', title: 'a' })
  const part = new FakePart(path.join(folder, 'a.nettrace'))
  part.endsWhenAsked = false
  const { kept, keepFile } = keeper(folder)
  const target = recordingTarget()
  const options = {
    request: recordingRequest({ stop: { ...noStop, ...stop } }),
    target: ssh ? { ...target, endpoint: { ...target.endpoint, transport: 'ssh' as never } } : target,
    path: part.path,
    keepFile,
  }
  const recording = new WholeRecording(job, options, part.asPart)
  const now = (): Job => job.job
  return { job, part, kept, recording, now, act: recording.act.bind(recording) }
}

describe('the phase of a recording', () => {
  it('follows what arrives after the request to stop', () => {
    const { part, recording, now } = record()
    expect(now()).toMatchObject({ phase: 'recording', actions: ['stop', 'stop-without-names', 'cancel'] })
    part.status = watchStatus({ rundownCount: 9 })
    tick()
    expect(now()).toMatchObject({ phase: 'recording', count: null })
    void recording.end('person')
    expect(now()).toMatchObject({ phase: 'asking-to-stop', actions: ['stop-without-names'] })
    for (const [status, phase, count] of [
      [null, 'asking-to-stop', null],
      [watchStatus(), 'asking-to-stop', null],
      [watchStatus({ rundownCount: 1 }), 'collecting-names', 1],
      [watchStatus({ rundownCount: 7 }), 'collecting-names', 7],
      [watchStatus({ rundownCount: 7, isRundownOver: true }), 'writing-end', null],
    ] as const) {
      part.status = status
      tick()
      expect(now()).toMatchObject({ phase, count })
    }
    part.isChecking = true
    tick()
    expect(now()).toMatchObject({ phase: 'checking-file', count: null })
  })

  it('is told at once when the stream is over', async () => {
    const { part, now } = record()
    part.isChecking = true
    part.endStream()
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toMatchObject({ state: 'running', phase: 'checking-file' })
  })
})

describe('the progress of a recording', () => {
  it.each<[string, Partial<StopConditions>, number | null]>([
    ['no limit', {}, null],
    ['a limit of time', { afterMs: 10_000 }, 0.25],
    ['a limit of size', { atBytes: 10_000 }, 0.4],
    ['two limits is that of the nearer one', { afterMs: 10_000, atBytes: 10_000 }, 0.4],
    ['a limit that has passed is all', { afterMs: 1000 }, 1],
  ])('with %s', (_name, stop, progress) => {
    const { part, now } = record({ stop })
    part.has({ elapsedMs: 2500, receivedBytes: 4000 })
    vi.advanceTimersByTime(250)
    expect(now()).toMatchObject({ progress, bytes: 4000 })
  })

  it('is not known any more while it stops', () => {
    const { part, recording, now } = record({ stop: { afterMs: 10_000 } })
    part.has({ elapsedMs: 2500 })
    void recording.end('person')
    tick()
    expect(now().progress).toBeNull()
  })
})

const stoppedBy = async ({ job, kept }: ReturnType<typeof record>) => {
  const { state, result } = await job.whenEnded
  expect([state, kept.length, kept[0]?.facts['stoppedBy']]).toEqual(['done', 1, result?.facts?.['stoppedBy']])
  return result?.facts?.['stoppedBy']
}

describe('a recording ends', () => {
  it('by its size, once it is reached', async () => {
    const run = record({ stop: { atBytes: 1000 } })
    run.part.has({ receivedBytes: 999 })
    tick()
    expect(run.part.asked).toEqual([])
    run.part.has({ receivedBytes: 1000 })
    tick()
    tick()
    expect(run.part.asked).toEqual(['stop'])
    run.part.end()
    expect(await stoppedBy(run)).toBe('size')
  })

  it('by its time, and who comes later doesn’t count', async () => {
    const run = record({ stop: { afterMs: 1000 } })
    vi.advanceTimersByTime(1000)
    expect(run.act('stop')).toEqual({ ok: true, value: null })
    expect(run.act('stop-without-names')).toEqual({ ok: true, value: null })
    expect(run.part.asked).toEqual(['stop', 'stop-without-names'])
    run.part.end({ reason: 'stopped-without-rundown' })
    expect(await stoppedBy(run)).toBe('time')
  })

  it('by a person who doesn’t wait for symbols', async () => {
    const run = record()
    run.act('stop-without-names')
    run.part.end({ reason: 'stopped-without-rundown' })
    expect(await stoppedBy(run)).toBe('person')
  })

  it('by itself: with its process, or with the connection to another machine', async () => {
    const local = record()
    local.part.end({ reason: 'target-ended' })
    expect(await stoppedBy(local)).toBe('target-ended')
    const far = record({ ssh: true })
    far.part.end()
    expect(await stoppedBy(far)).toBe('disconnected')
  })

  it('with a file of its preset, judged by what was read', async () => {
    const { job, part, kept } = record()
    part.end({ isComplete: false, reason: 'disk-full' }, { isComplete: false, eventCount: 3 })
    const { result } = await job.whenEnded
    const judged = { verdict: 'partial', reasons: ['disk-full'], facts: { eventCount: 3, stoppedBy: 'failure' } }
    expect(kept).toMatchObject([{ path: part.path, presetId: 'mine', target: { row: { pid: 7 } }, ...judged }])
    expect(result).toMatchObject({ ...judged, files: [{ fileId: 'file-1' }] })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('and is discarded when a person wants nothing of it', async () => {
    const { job, part, kept, act } = record()
    expect(act('cancel')).toEqual({ ok: true, value: null })
    expect(part.asked).toEqual(['stop-without-names'])
    part.end()
    expect(await job.whenEnded).toMatchObject({ state: 'cancelled', result: null })
    expect([part.asked, kept]).toEqual([['stop-without-names', 'discard'], []])
  })

  it('never by an action that is not its own', () => {
    const { act, part } = record()
    for (const action of ['save', 'stop-waiting'] as const)
      expect(act(action)).toEqual({
        ok: false,
        error: { kind: 'invalid-request', what: 'jobs.act', detail: action },
      })
    expect(part.asked).toEqual([])
  })
})

const begin = () => {
  const jobs = new JobRegistry({ journal: null, now: () => 0 })
  const job = jobs.begin({ kind: 'recording', title: 'a' })
  const stop = { ...noStop, onEvent: { provider: 'A', event: 'B', fields: [] } } as StopConditions
  const options = {
    request: recordingRequest({ stop }),
    target: recordingTarget({ startTimeMs: null, runtimeFlavour: 'nativeaot' }),
    path: path.join(folder, 'a.nettrace'),
    keepFile: keeper(folder).keepFile,
  }
  const { signal } = new AbortController()
  const started = WholeRecording.start({} as never, job, options, signal)
  return { job, started, signal, options }
}

describe('the session of a recording', () => {
  it('is that of its target and its request, and is stopped by what the watcher finds', async () => {
    const parts = new FakeParts()
    const { job, started, signal, options } = begin()
    const recording = await started
    expect(parts.options).toMatchObject([
      {
        endpoint: options.target.endpoint,
        runtimeVersion: '10.0.0',
        spec: options.request.spec,
        path: options.path,
        stop: options.request.stop,
        wantsNames: false,
        firstLookAfterMs: 5000,
      },
    ])
    expect(parts.options[0]!.signal).toBe(signal)
    expect(recording.ok && recording.value.part).toBe(parts.newest)
    parts.options[0]!.onCondition?.('event', 'B')
    expect((await job.whenEnded).result?.facts).toMatchObject({ stoppedBy: 'event' })
    expect(parts.newest.asked).toEqual(['stop'])
  })

  it('that is refused makes no recording', async () => {
    new FakeParts().refusal = { kind: 'cancelled' }
    expect(await begin().started).toEqual(err({ kind: 'cancelled' }))
    expect(vi.getTimerCount()).toBe(0)
  })
})
