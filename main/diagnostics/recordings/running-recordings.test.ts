import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toDisposable } from '../../../shared/base/disposable.ts'
import { ok } from '../../../shared/base/result.ts'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { sidecarPathOf } from '../../workers/recorder/sidecar-file.ts'
import { FakeDirectory } from '../live/testing/fake-directory.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { CpuFeed } from './cpu-feed.ts'
import type { CpuReading } from './recording-target.ts'
import { RunningRecordings } from './running-recordings.ts'
import { recordingTarget } from './testing/fake-part.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-running-'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  fs.rmSync(folder, { recursive: true, force: true })
})

type Acts = Parameters<RunningRecordings['add']>[3]
type Target = Parameters<RunningRecordings['add']>[1]

function running() {
  const jobs = new JobRegistry({ journal: null, now: () => 0 })
  const all = new RunningRecordings(new CpuFeed(new FakeDirectory()), () => 5000)
  const add = (name: string | null, acts: Partial<Acts> = {}, target: Target = recordingTarget()) => {
    const job = jobs.begin({ kind: 'recording', title: 'a' })
    const file = name === null ? null : path.join(folder, name)
    if (file !== null) fs.writeFileSync(file, 'Nettrace')
    const status = (cpu: CpuReading) => ({ jobId: job.id, cpuPercent: cpu.percent, path: null }) as RecordingStatus
    all.add(job, target, file, { status, ...acts })
    return { job, file }
  }
  return { all, add }
}

/** Keeps what a page is sent. */
function page() {
  const seen: RecordingStatus[] = []
  return {
    seen,
    sink: {
      credits: 1,
      post: (status: object) => void seen.push(status as RecordingStatus),
      postFrame: () => true,
      onCredit: () => toDisposable(() => undefined),
    },
  }
}

describe('a recording that runs', () => {
  it('is shown at once and four times a second, with its file and its marks, until the page leaves', async () => {
    const { all, add } = running()
    const { job, file } = add('a.nettrace')
    const { seen, sink } = page()
    const attached = all.attach(job.id, sink)
    if (!attached.ok) throw new Error('not attached')
    expect(seen).toMatchObject([{ jobId: job.id, path: file, marks: [] }])
    vi.advanceTimersByTime(249)
    expect(seen).toHaveLength(1)
    await all.marks.add(job.id, 'deploy')
    vi.advanceTimersByTime(1)
    expect(seen[1]).toMatchObject({ marks: [{ text: 'deploy', unixMs: 5000 }] })
    attached.value.dispose()
    vi.advanceTimersByTime(1000)
    expect(seen).toHaveLength(2)
  })

  it('shows nothing while it has nothing to say', () => {
    const { all, add } = running()
    const { seen, sink } = page()
    all.attach(add(null, { status: () => null }).job.id, sink)
    vi.advanceTimersByTime(1000)
    expect(seen).toEqual([])
  })

  it('is looked at as long as the page is there', () => {
    const { all, add } = running()
    const asked: string[] = []
    const look = () => {
      asked.push('look')
      return toDisposable(() => asked.push('away'))
    }
    const attached = all.attach(add(null, { look }).job.id, page().sink)
    expect(asked).toEqual(['look'])
    if (attached.ok) attached.value.dispose()
    expect(asked).toEqual(['look', 'away'])
  })

  it('compares the processor time of now with that of before', () => {
    const { all, add } = running()
    const before = { mean: 20, spread: 1 } as never
    const told: CpuReading[] = []
    const status = (cpu: CpuReading) => {
      told.push(cpu)
      return null
    }
    const target = { ...recordingTarget(), cpu: { percent: 1, beforePercent: 20, before } }
    all.attach(add(null, { status }, target).job.id, page().sink)
    expect(told).toEqual([{ percent: null, beforePercent: 20, before, window: null }])
  })

  it('is known by its file until it has ended', async () => {
    const { all, add } = running()
    const [first, second] = [add('a.nettrace'), add('b.nettrace')]
    expect([all.jobWriting(first.file!), all.jobWriting(second.file!)]).toEqual([first.job.id, second.job.id])
    expect(all.jobWriting('c.nettrace')).toBeNull()
    first.job.cancel()
    await first.job.whenEnded
    expect([all.jobWriting(first.file!), all.jobWriting(second.file!)]).toEqual([null, second.job.id])
    expect(all.attach(first.job.id, page().sink)).toEqual({
      ok: false,
      error: { kind: 'not-found', what: 'recording' },
    })
  })
})

const missed = { flight: { gapMs: 70 } } as RecordingStatus

describe('a flight recorder that runs', () => {
  it('is saved alone or with all others', async () => {
    const { all, add } = running()
    const file = { path: '/f', sizeBytes: 1, sha256: null, fileId: 'f' }
    const save = vi.fn(() => Promise.resolve(ok(file)))
    const flight = add(null, { save })
    const whole = add('a.nettrace')
    expect(await all.saveFlight(flight.job.id)).toEqual(ok(file))
    for (const id of [whole.job.id, 'nobody'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await all.saveFlight(id)).toEqual({ ok: false, error: { kind: 'not-found', what: 'flight recorder' } })
    all.saveFlights()
    expect(save).toHaveBeenCalledTimes(2)
  })

  it('says where it keeps what, and what it missed', () => {
    const { all, add } = running()
    const { id } = add(null, { folders: () => ['/a', '/b'], status: () => missed }).job
    expect([all.flightFolders(id), all.flightGapMs(id)]).toEqual([['/a', '/b'], 70])
    const silent = add(null, { status: () => null }).job.id
    for (const other of [add('a.nettrace').job.id, silent, 'nobody'])
      expect([all.flightFolders(other), all.flightGapMs(other)]).toEqual([[], 0])
  })
})

const ours = () => {
  const key = `${process.pid}:${fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')[19]}`
  return recordingTarget({ pid: process.pid as never, key: key as never })
}

const sidecarOf = (file: string | null) => fs.existsSync(sidecarPathOf(file!))

describe.skipIf(process.platform !== 'linux')('processor time of threads', () => {
  it('is kept beside a recording of one file that stays, from its beginning to its end', async () => {
    const { add } = running()
    const { job, file } = add('a.nettrace', {}, ours())
    await vi.waitFor(() => expect(sidecarOf(file)).toBe(true))
    job.finish({ verdict: 'complete', reasons: [], files: [] })
    const lines = () => fs.readFileSync(sidecarPathOf(file!), 'utf8').trim().split('\n')
    await vi.waitFor(() => expect(lines()).toHaveLength(2))
    expect(JSON.parse(lines()[0]!)).toMatchObject({ cpu: { unixMs: 5000, processMs: expect.any(Number) } })
  })

  it.each(['cancelled', 'removed'] as const)('goes with a recording that is %s', async (how) => {
    const { add } = running()
    const { job, file } = add('a.nettrace', {}, ours())
    await vi.waitFor(() => expect(sidecarOf(file)).toBe(true))
    if (how === 'removed') fs.rmSync(file!)
    if (how === 'removed') job.finish({ verdict: 'partial', reasons: [], files: [] })
    else job.cancel()
    await vi.waitFor(() => expect(sidecarOf(file)).toBe(false))
  })

  it('is not read for files that come one by one, nor of another machine', () => {
    const { add } = running()
    const far = ours()
    const { file } = add('far.nettrace', {}, { ...far, row: { ...far.row, machine: { name: 'far' } as never } })
    add(null, {}, ours())
    vi.advanceTimersByTime(3000)
    expect(fs.readdirSync(folder)).toEqual([path.basename(file!)])
  })
})
