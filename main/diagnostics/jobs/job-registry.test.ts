import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import type { JobMessage, JobResult } from '../../../shared/model/job.ts'
import { SavedFiles } from '../files/saved-files.ts'
import { JobRegistry } from './job-registry.ts'
import { JobJournal } from './job-journal.ts'
import { recoverJobs } from './recover-jobs.ts'

let folder: string
let nowMs = 1_000_000
const now = () => nowMs
const done: JobResult = { verdict: 'complete', reasons: [], files: [] }

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jobs-'))
})
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true })
})

const journalPath = () => path.join(folder, 'jobs.json')
const registry = (journal: JobJournal | null = null) => new JobRegistry({ journal, now })

describe('the ending of a job', () => {
  it('is a failure when the work throws: the error of the system, or a reference into the log', async () => {
    const jobs = new JobRegistry({ journal: null, now, reportBug: (where) => `${where}-1` })
    const ring = jobs.begin({ kind: 'ring', title: 'orders' })
    await ring.endWith(() => fs.promises.rename(path.join(folder, 'gone'), path.join(folder, 'new')))
    expect(ring.job).toMatchObject({ state: 'failed', error: { kind: 'io', code: 'ENOENT' } })
    const dump = jobs.begin({ kind: 'dump', title: 'orders' })
    await dump.endWith(() => Promise.reject(new TypeError('x is not a function')))
    expect(dump.job).toMatchObject({ state: 'failed', error: { kind: 'internal', reference: 'job-1' } })
    await jobs.whenIdle()
  })

  it('is a failure when the work forgets it, and the first ending counts', async () => {
    const jobs = registry()
    const forgotten = jobs.begin({ kind: 'recording', title: 'a' })
    await forgotten.endWith(() => Promise.resolve())
    expect(forgotten.job.state).toBe('failed')
    const kept = jobs.begin({ kind: 'recording', title: 'b' })
    await kept.endWith(async () => {
      kept.finish(done)
      await Promise.reject(new Error('later'))
    })
    expect(kept.job.state).toBe('done')
  })

  it('comes when an action throws, and says why', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'recording', title: 'a', actions: ['stop'] })
    job.onAction(() => {
      throw Object.assign(new Error('no'), { code: 'EACCES', path: '/x', syscall: 'open' })
    })
    expect(await jobs.act(job.id, 'stop')).toMatchObject({ ok: false, error: { kind: 'io', code: 'EACCES' } })
    expect(job.job.state).toBe('failed')
  })

  it('may be given up when Pipescope ends: nothing runs any more, and the next run finds the half-written file', async () => {
    const journal = new JobJournal(journalPath())
    const jobs = registry(journal)
    const file = path.join(folder, 'x.nettrace')
    fs.writeFileSync(file, 'Nettrace')
    const job = jobs.begin({ kind: 'recording', title: 'a', question: 'GC pauses', files: [file] })
    jobs.abandonAll()
    expect(job.job).toMatchObject({
      state: 'interrupted',
      result: { verdict: 'partial', reasons: ['interrupted'], files: [] },
      actions: [],
    })
    const next = registry()
    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    await recoverJobs(new JobJournal(journalPath()), next, savedFiles)
    expect(next.list()).toMatchObject([{ state: 'interrupted', question: 'GC pauses', result: { verdict: 'partial' } }])
  })
})

describe('a job that ended', () => {
  it('is not announced again: neither by its files nor when Pipescope ends', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'recording', title: 'a' })
    job.finish(done)
    const heard: JobMessage[] = []
    jobs.subscribe((message) => heard.push(message))
    job.setFiles(['/x/late.nettrace'])
    jobs.abandonAll()
    expect(heard.map((message) => message.kind)).toEqual(['snapshot'])
    expect(job.job.state).toBe('done')
  })

  it('leaves no line in the log when all went well', async () => {
    const bugs: string[] = []
    const jobs = new JobRegistry({ journal: null, now, reportBug: (where) => `${bugs.push(where)}` })
    const job = jobs.begin({ kind: 'dump', title: 'a' })
    await job.endWith(async () => job.finish(done))
    expect(bugs).toEqual([])
  })
})

describe('the job registry', () => {
  it('lists as running what has not ended', () => {
    const jobs = registry()
    jobs.begin({ kind: 'dump', title: 'ended' }).finish(done)
    jobs.begin({ kind: 'recording', title: 'runs' })
    expect(jobs.running().map(({ title }) => title)).toEqual(['runs'])
  })

  it('doesn’t notify a listener that left', () => {
    const jobs = registry()
    const heard: JobMessage[] = []
    jobs.subscribe((message) => heard.push(message)).dispose()
    jobs.begin({ kind: 'dump', title: 'a' })
    expect(heard.map((message) => message.kind)).toEqual(['snapshot'])
  })

  it('leaves the event loop free while it waits for jobs to end', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'recording', title: 'a' })
    setImmediate(() => job.cancel())
    await jobs.whenIdle()
    expect(job.job.state).toBe('cancelled')
  })

  it('sends its listeners what is there and every change, the newest job first', async () => {
    const jobs = registry()
    const first = jobs.begin({ kind: 'recording', title: 'a' })
    const heard: JobMessage[] = []
    jobs.subscribe((message) => heard.push(message))
    jobs.begin({ kind: 'dump', title: 'b' })
    first.update({ phase: 'recording', bytes: 10 })
    expect(heard.map((message) => message.kind)).toEqual(['snapshot', 'changed', 'changed'])
    expect(jobs.list().map(({ title, phase }) => [title, phase])).toEqual([
      ['b', 'starting'],
      ['a', 'recording'],
    ])
  })

  it('does only what the job offers at that moment, and gives back its answer', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'recording', title: 'a', actions: ['stop'] })
    const done: string[] = []
    job.onAction((action) => {
      done.push(action)
      return ok(null)
    })
    expect(await jobs.act(job.id, 'cancel')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
    expect(await jobs.act(job.id, 'stop')).toEqual(ok(null))
    expect(await jobs.act('nothing', 'stop')).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(done).toEqual(['stop'])
  })

  it('changes nothing after the end: a late failure does not undo a result', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'export', title: 'a', actions: ['cancel'] })
    job.finish(done)
    job.fail({ kind: 'cancelled' })
    job.update({ phase: 'writing' })
    expect(jobs.get(job.id)).toMatchObject({ state: 'done', phase: 'finished', result: done, actions: [] })
  })

  it('keeps a limited number of ended jobs and every running one', async () => {
    const jobs = registry()
    const running = jobs.begin({ kind: 'recording', title: 'runs' })
    for (let index = 0; index < 40; index += 1) jobs.begin({ kind: 'export', title: String(index) }).finish(done)
    expect(jobs.list()).toHaveLength(31)
    expect(jobs.get(running.id)?.state).toBe('running')
  })

  it('doesn’t let a running job be removed from the list', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'recording', title: 'a' })
    expect(jobs.dismiss(job.id).ok).toBe(false)
    job.cancel()
    expect(jobs.dismiss(job.id).ok).toBe(true)
    expect(jobs.list()).toEqual([])
  })

  it('is idle when the last job has ended, also one that began while others ended', async () => {
    const jobs = registry()
    const first = jobs.begin({ kind: 'recording', title: 'a' })
    let isIdle = false
    const idle = jobs.whenIdle().then(() => (isIdle = true))
    const second = jobs.begin({ kind: 'dump', title: 'b' })
    first.finish(done)
    await first.whenEnded
    await Promise.resolve()
    expect(isIdle).toBe(false)
    second.cancel()
    await idle
    expect(isIdle).toBe(true)
  })

  it('knows progress only from an expected size, and a new phase begins without one', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'compress', title: 'a' })
    job.update({ phase: 'compressing', bytes: 50 })
    expect(job.job.progress).toBeNull()
    job.update({ expectedBytes: 200, bytes: 50 })
    expect(job.job.progress).toBe(0.25)
    job.update({ phase: 'hashing', expectedBytes: null, bytes: null })
    expect(job.job).toMatchObject({ progress: null, bytes: null })
  })

  it('shows no progress towards an expected size of nothing', () => {
    const job = registry().begin({ kind: 'compress', title: 'a' })
    job.update({ expectedBytes: 0, bytes: 0 })
    expect(job.job.progress).toBeNull()
  })

  it('keeps what an update does not mention, and starts phase, rate and count afresh with a new phase', () => {
    const job = registry().begin({ kind: 'compress', title: 'a' })
    const startedMs = nowMs
    job.update({ phase: 'compressing', progress: 0.5, count: 3, bytes: 0 })
    nowMs += 1000
    job.update({ bytes: 4000 })
    expect(job.job).toMatchObject({ progress: 0.5, count: 3, phaseStartedMs: startedMs, bytesPerSecond: 4000 })
    job.update({ phase: 'compressing' })
    expect(job.job).toMatchObject({ progress: 0.5, count: 3, phaseStartedMs: startedMs, bytes: 4000 })
    job.update({ phase: 'hashing' })
    expect(job.job).toMatchObject({ progress: null, count: null, phaseStartedMs: nowMs, bytesPerSecond: null })
  })

  it('says a remaining time only after three seconds of a rate that holds', async () => {
    const jobs = registry()
    const job = jobs.begin({ kind: 'compress', title: 'a' })
    const times: (number | null)[] = []
    for (let second = 0; second <= 5; second += 1) {
      job.update({ expectedBytes: 10_000, bytes: second * 1000 })
      times.push(job.job.remainingMs)
      nowMs += 1000
    }
    expect(times).toEqual([null, null, null, 7000, 6000, 5000])
  })
})

describe('the journal of jobs', () => {
  it('remembers what ran and its files over a crash, and forgets what ended', async () => {
    const jobs = registry(new JobJournal(journalPath()))
    const target = { pid: 7, name: 'orders', processKey: '7:1' }
    const job = jobs.begin({ kind: 'recording', title: 'a', target })
    job.setFiles(['/x/a.nettrace'])
    jobs.begin({ kind: 'export', title: 'ended' }).finish(done)

    const next = new JobJournal(journalPath())
    expect(next.leftovers).toMatchObject([{ kind: 'recording', title: 'a', target, files: ['/x/a.nettrace'] }])
    next.forgetLeftovers()
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
  })

  it('remembers which process is recorded as soon as the runtime has named it, and its saved file names it after a crash', async () => {
    const file = path.join(folder, 'a.nettrace')
    fs.writeFileSync(file, 'Nettrace and then')
    const jobs = registry(new JobJournal(journalPath()))
    const target = { pid: 7, name: 'orders', processKey: '7:1' }
    let cookie: string | null = null
    const job = jobs.begin({ kind: 'recording', title: 'a', target, files: [file], cookie: () => cookie })
    expect(new JobJournal(journalPath()).leftovers).toMatchObject([{ cookie: null }])
    cookie = 'c-1'
    job.update({ bytes: 1 })
    cookie = null
    job.update({ bytes: 2 })
    expect(new JobJournal(journalPath()).leftovers).toMatchObject([{ cookie: 'c-1' }])

    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    await recoverJobs(new JobJournal(journalPath()), registry(), savedFiles)
    await savedFiles.flush()
    const later = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    expect(later.recordedProcessOf(file)).toEqual({ key: '7:1', cookie: 'c-1' })
    expect(later.recordedProcessOf('/x/other.nettrace')).toBeNull()
  })

  it('reads entries of versions without a cookie', () => {
    const entry = { id: 'job-1', kind: 'recording', title: 'a', target: null, startedMs: 1, files: [] }
    fs.writeFileSync(journalPath(), JSON.stringify({ version: 1, jobs: [entry] }))
    expect(new JobJournal(journalPath()).leftovers).toMatchObject([{ ...entry, cookie: null }])
  })

  it('recovers the half-written file of a crashed run: as a partial saved file and as an interrupted job', async () => {
    const file = path.join(folder, 'half.nettrace')
    fs.writeFileSync(file, 'Nettrace and then')
    const jobs = registry(new JobJournal(journalPath()))
    jobs.begin({ kind: 'recording', title: 'half.nettrace', files: [file] })
    jobs.begin({ kind: 'recording', title: 'never written', files: [path.join(folder, 'nothing')] })

    const journal = new JobJournal(journalPath())
    const next = registry(journal)
    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    await recoverJobs(journal, next, savedFiles)
    expect(next.list()).toMatchObject([
      {
        title: 'half.nettrace',
        state: 'interrupted',
        result: { verdict: 'partial', reasons: ['interrupted'], files: [{ path: file, sizeBytes: 17 }] },
      },
    ])
    expect((await savedFiles.list()).files).toMatchObject([{ kind: 'trace', path: file, reasons: ['interrupted'] }])
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
    await savedFiles.flush()
  })

  it('recovers a flight recorder that ended without a file, and tries again at each start while its folder is there', async () => {
    const flight = path.join(folder, '.flight-job-1-1.nettrace')
    fs.mkdirSync(flight)
    const job = registry(new JobJournal(journalPath())).begin({ kind: 'ring', title: 'orders', files: [flight] })
    job.leaveFiles(true)
    job.fail({ kind: 'io', operation: 'write', path: flight, code: 'ENOSPC' })

    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    const failing = registry()
    await recoverJobs(new JobJournal(journalPath()), failing, savedFiles, () => Promise.resolve(null))
    expect(failing.list()).toEqual([])

    const restored = path.join(folder, 'orders_restored.nettrace')
    const next = registry()
    await recoverJobs(new JobJournal(journalPath()), next, savedFiles, () => {
      fs.writeFileSync(restored, 'Nettrace')
      return Promise.resolve(restored)
    })
    expect(next.list()).toMatchObject([{ state: 'interrupted', result: { files: [{ path: restored, sizeBytes: 8 }] } }])
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
    await savedFiles.flush()
  })

  it('removes what a crash left of the names being written beside a recording, and leaves what is beside any other file', async () => {
    const half = (name: string): string => {
      const place = path.join(folder, `${name}.symbols.nettrace.0123456789ab.part`)
      fs.writeFileSync(place, 'half')
      return place
    }
    const besideRecording = half('a.nettrace')
    const besideDump = half('b.dmp')
    const jobs = registry(new JobJournal(journalPath()))
    jobs.begin({ kind: 'recording', title: 'a', files: [path.join(folder, 'a.nettrace')] })
    jobs.begin({ kind: 'dump', title: 'b', files: [path.join(folder, 'b.dmp')] })
    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    await recoverJobs(new JobJournal(journalPath()), registry(), savedFiles)
    expect(fs.existsSync(besideRecording)).toBe(false)
    expect(fs.existsSync(besideDump)).toBe(true)
  })

  it('makes a file of the folder of a flight recorder, and asks for none for other jobs', async () => {
    const place = path.join(folder, 'a.nettrace')
    fs.writeFileSync(place, 'Nettrace')
    registry(new JobJournal(journalPath())).begin({ kind: 'recording', title: 'a', files: [place] })
    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    const next = registry()
    const restored: string[] = []
    await recoverJobs(new JobJournal(journalPath()), next, savedFiles, (listed) => {
      restored.push(listed)
      return Promise.resolve(null)
    })
    expect(restored).toEqual([])
    expect(next.list()).toMatchObject([{ state: 'interrupted', result: { files: [{ path: place }] } }])
    await savedFiles.flush()
  })

  it('takes a flight recorder whose folder has become a file for that file, and forgets one whose folder is gone', async () => {
    const became = path.join(folder, '.flight-job-1-1.nettrace')
    fs.writeFileSync(became, 'Nettrace')
    const jobs = registry(new JobJournal(journalPath()))
    jobs.begin({ kind: 'ring', title: 'file', files: [became] })
    jobs.begin({ kind: 'ring', title: 'gone', files: [path.join(folder, '.flight-job-2-1.nettrace')] })
    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    const next = registry()
    await recoverJobs(new JobJournal(journalPath()), next, savedFiles)
    expect(next.list()).toMatchObject([{ title: 'file', result: { files: [{ path: became, sizeBytes: 8 }] } }])
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
    await savedFiles.flush()
  })

  it('keeps what a crash left until it has been taken care of, beside the jobs of this run', () => {
    const begin = (title: string) =>
      registry(new JobJournal(journalPath())).begin({ kind: 'recording', title, files: [`/x/${title}`] })
    begin('crashed')
    begin('crashed again')
    const journal = new JobJournal(journalPath())
    expect(journal.leftovers.map(({ title }) => title)).toEqual(['crashed', 'crashed again'])
    registry(journal).begin({ kind: 'dump', title: 'runs now' })
    journal.forgetLeftovers()
    const next = new JobJournal(journalPath())
    expect(next.leftovers).toMatchObject([{ title: 'runs now', files: [] }])
  })

  it('is written again only when it changes', () => {
    const journal = new JobJournal(journalPath())
    const known = { title: 'a', target: null, question: null, cookie: null, startedMs: 1 }
    const entry = { id: '1', kind: 'dump', ...known, files: [] } as const
    journal.keep(entry)
    fs.writeFileSync(journalPath(), 'replaced by somebody')
    journal.keep(entry)
    expect(fs.readFileSync(journalPath(), 'utf8')).toBe('replaced by somebody')
    journal.remove('1')
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
  })

  it('shows nothing where a folder has taken the place of the file', async () => {
    const place = path.join(folder, 'a.nettrace')
    fs.mkdirSync(place)
    registry(new JobJournal(journalPath())).begin({ kind: 'recording', title: 'a', files: [place] })
    const next = registry()
    const savedFiles = new SavedFiles({ path: path.join(folder, 'files.json'), now, trash: () => Promise.resolve() })
    await recoverJobs(new JobJournal(journalPath()), next, savedFiles)
    expect(next.list()).toEqual([])
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
  })

  it('ignores a file that isn’t a journal', async () => {
    fs.writeFileSync(journalPath(), 'nonsense')
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
    fs.writeFileSync(journalPath(), '{"version":99,"jobs":[]}')
    expect(new JobJournal(journalPath()).leftovers).toEqual([])
  })

  it('shows what was interrupted as a job of its own that does not run', async () => {
    const jobs = registry()
    const id = jobs.addInterrupted({ kind: 'recording', title: 'a' }, 5, { ...done, verdict: 'partial' })
    expect(jobs.get(id)).toMatchObject({ state: 'interrupted', startedMs: 5, result: { verdict: 'partial' } })
    expect(jobs.running()).toEqual([])
  })
})
