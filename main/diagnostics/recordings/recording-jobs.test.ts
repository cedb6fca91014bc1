import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import type { Keeping, RecordingRequest } from '../../../shared/model/recording.ts'
import { SavedFiles } from '../files/saved-files.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { FakeDirectory, testRow } from '../live/testing/fake-directory.ts'
import { FlightRecorder } from './flight/flight-recorder.ts'
import { PresetStore } from './preset-store.ts'
import { RecordingPart } from './recording-part.ts'
import { RecordingService } from './recording-service.ts'
import { RollingRecording } from './rolling-recording.ts'
import { FakeParts, recordingRequest } from './testing/fake-part.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-jobs-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { jobs, presets, savedFiles, recordings } of made.splice(0)) {
    for (const { id } of jobs.running()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await jobs.act(id, 'cancel')
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await Promise.all([jobs.whenIdle(), presets.flush(), savedFiles.flush()])
    recordings.dispose()
  }
  fs.rmSync(folder, { recursive: true, force: true })
})

const four = (error: object) => [error, error, error, error]
const made: ReturnType<typeof makeService>[] = []
function service(row: Parameters<typeof testRow>[1] = {}) {
  const one = makeService(row)
  made.push(one)
  return one
}

/** The use cases over made-up sessions. */
function makeService(row: Parameters<typeof testRow>[1]) {
  const parts = new FakeParts()
  const directory = new FakeDirectory()
  const resumed: string[] = []
  const resume = (key: string) => {
    resumed.push(key)
    return Promise.resolve(ok(null))
  }
  directory.put(testRow(7, row), '/tmp/s')
  const jobs = new JobRegistry({ journal: null, now: () => 5 })
  const savedFiles = new SavedFiles({
    path: path.join(folder, 'files.json'),
    now: () => 5,
    trash: () => Promise.resolve(),
  })
  const presets = new PresetStore(path.join(folder, 'recordings.json'), () => 5)
  const recordings = new RecordingService({
    directory: Object.assign(directory, { resume }),
    registry: {} as never,
    jobs,
    savedFiles,
    presets,
    recorderPath: '',
    watchPath: '',
    temporaryFolder: folder,
    homeFolder: folder,
    now: () => 5,
  })
  const start = async (changes: Partial<RecordingRequest> = {}, keepsAtExit?: () => Promise<boolean>) => {
    const started = await recordings.start(recordingRequest(changes), keepsAtExit)
    if (!started.ok) throw new Error(started.error.kind)
    return jobs.get(started.value.jobId)!
  }
  const end = async (id: string) => {
    // What lies where the session would have written.
    for (const part of parts.begun) fs.writeFileSync(part.path, 'Nettrace')
    await jobs.act(id, 'stop')
    await jobs.whenIdle()
    return jobs.get(id)!
  }
  return { parts, directory, resumed, jobs, savedFiles, presets, recordings, start, end }
}

const key = testRow(7).key
const ring: Keeping = { kind: 'ring', lastMs: 1000, maxBytes: null }
const roll: Keeping = { kind: 'roll', everyMs: 60_000, everyBytes: null, keepFiles: null }

describe('the job of a recording', () => {
  it.each([
    [{ kind: 'whole' }, 'recording', 'a.nettrace'],
    [roll, 'rolling-recording', 'orders-demo'],
    [ring, 'ring', 'orders-demo'],
  ] as const)('of keeping %j is a %s called %s', async (keeping, kind, title) => {
    const { start } = service()
    const { startedBy, ...job } = await start({ keeping })
    expect(job).toMatchObject({ kind, title, target: { pid: 7, name: 'orders-demo', processKey: key } })
    expect(startedBy).toBeUndefined()
  })

  it('names its question as the person knows it', async () => {
    const { start, presets } = service()
    presets.save({ version: 1, id: 'mine', title: 'My own', text: '', spec: recordingRequest().spec })
    expect((await start({ presetId: 'mine' })).question).toBe('My own')
    expect((await start({ presetId: 'gone', nameTemplate: 'b' })).question).toBe('gone')
    expect((await start({ presetId: 'gc', nameTemplate: 'c' })).question).not.toBe('gc')
  })

  it('of a rule says so, and the rule decides about what is kept at the end of the process', async () => {
    const keepsAtExit = vi.fn(() => Promise.resolve(false))
    const { start, parts, jobs } = service()
    expect((await start({ keeping: ring }, keepsAtExit)).startedBy).toBe('rule')
    parts.newest.end({ reason: 'target-ended' })
    await jobs.whenIdle()
    expect(keepsAtExit).toHaveBeenCalledOnce()
  })

  it('knows the runtime of its process as soon as that is known', async () => {
    const begin = vi.spyOn(JobRegistry.prototype, 'begin')
    const { start, directory } = service()
    await start()
    const { cookie } = begin.mock.calls[0]![0]
    expect(cookie?.()).toBeNull()
    directory.change(key, { cookie: 'aaaa' })
    expect(cookie?.()).toBe('aaaa')
  })

  it('leaves one file behind in a crash where there is one', async () => {
    const begin = vi.spyOn(JobRegistry.prototype, 'begin')
    const { start, parts } = service()
    await start()
    await start({ keeping: roll, nameTemplate: 'b' })
    expect(begin.mock.calls.map(([{ files }]) => files)).toEqual([[parts.begun[0]!.path], []])
  })

  it('can be cancelled while its session opens', async () => {
    const { recordings, parts, jobs } = service()
    const open = parts.holdOpening()
    const started = recordings.start(recordingRequest())
    await expect.poll(() => jobs.running()).toMatchObject([{ actions: ['cancel'] }])
    await expect.poll(() => parts.asked).toHaveLength(1)
    const { signal } = parts.asked[0]!
    expect(signal?.aborted).toBe(false)
    await jobs.act(jobs.running()[0]!.id, 'cancel')
    expect(signal?.aborted).toBe(true)
    open()
    await started
  })
})

describe('what was recorded last', () => {
  it('is remembered of the application', async () => {
    const { recordings, start } = service()
    expect(recordings.last({ processKey: key })).toEqual(ok(null))
    await start({ presetId: 'gc' })
    expect(recordings.last({ processKey: key })).toMatchObject({ ok: true, value: { presetId: 'gc', timeMs: 5 } })
    expect(recordings.last({ processKey: 'nobody' })).toEqual(ok(null))
  })

  it('is not what was refused', async () => {
    const { recordings, parts, jobs } = service()
    parts.refusal = { kind: 'cancelled' }
    expect(await recordings.start(recordingRequest())).toEqual({ ok: false, error: { kind: 'cancelled' } })
    expect(recordings.last({ processKey: key })).toEqual(ok(null))
    expect(jobs.list()).toMatchObject([{ state: 'failed', error: { kind: 'cancelled' } }])
  })
})

describe('a runtime that waits at its start', () => {
  it('goes on once it is recorded, where the person asked for that', async () => {
    const waiting = service({ state: 'suspended' })
    await waiting.start({ resumes: true })
    expect(waiting.resumed).toEqual([key])
    const untouched = service({ state: 'suspended' })
    await untouched.start({ resumes: false })
    const running = service()
    await running.start({ resumes: true })
    expect([untouched.resumed, running.resumed]).toEqual([[], []])
  })

  it('doesn’t go on when the recording was refused', async () => {
    const { recordings, parts, resumed } = service({ state: 'suspended' })
    parts.refusal = { kind: 'cancelled' }
    await recordings.start(recordingRequest({ resumes: true }))
    expect(resumed).toEqual([])
  })
})

describe('a recording that can’t begin', () => {
  it('says that its process has ended, has no port, or is unknown', async () => {
    const { recordings, directory, jobs } = service({ state: 'exited' })
    const questions = (processKey: string) => [
      recordings.start(recordingRequest({ processKey })),
      recordings.place({ processKey, folder: null, nameTemplate: 'a', presetId: 'gc' }),
      recordings.probe({ processKey, spec: recordingRequest().spec }),
      recordings.stacks({ processKey }),
    ]
    const errors = async (processKey: string) =>
      (await Promise.all(questions(processKey))).map((answer) => (answer.ok ? null : answer.error))
    expect(await errors(key)).toEqual(four({ kind: 'process-gone', pid: 7 }))
    expect(await errors('nobody')).toEqual(four({ kind: 'not-found', what: 'process' }))
    const { key: silent } = testRow(8)
    directory.put(testRow(8))
    expect(await errors(silent)).toEqual(four({ kind: 'not-found', what: 'endpoint' }))
    expect(jobs.list()).toEqual([])
  })

  it('says that its folder isn’t one that a person chose, or can’t be made', async () => {
    const { recordings } = service()
    const refused = { ok: false, error: { kind: 'invalid-request', what: 'folder' } }
    expect(await recordings.start(recordingRequest({ folder: '/etc' }))).toMatchObject(refused)
    expect(
      await recordings.place({ processKey: key, folder: '/etc', nameTemplate: 'a', presetId: 'gc' }),
    ).toMatchObject(refused)
    fs.writeFileSync(path.join(folder, 'orders-demo'), 'a file in place of the folder')
    expect(await recordings.start(recordingRequest())).toMatchObject({ ok: false, error: { kind: 'io' } })
  })

  it.each([
    ['whole', RecordingPart],
    ['roll', RollingRecording],
    ['ring', FlightRecorder],
  ] as const)('of keeping %s fails as a job where something is thrown', async (kind, starter) => {
    const { recordings, jobs, start } = service()
    vi.spyOn(starter, 'start').mockRejectedValueOnce(new Error('a fault of ours'))
    const keeping = kind === 'whole' ? ({ kind } as const) : kind === 'roll' ? roll : ring
    const answer = await recordings.start(recordingRequest({ keeping }))
    const [job] = jobs.list()
    expect(job).toMatchObject({ state: 'failed', error: answer.ok ? null : answer.error })
    expect((await start({ keeping })).state).toBe('running')
  })
})

describe('the file of a recording', () => {
  it('is listed with its process and its question, and is the result of its job', async () => {
    const { start, end, savedFiles, parts } = service()
    const job = await end((await start({ presetId: 'gc' })).id)
    const [listed] = (await savedFiles.list()).files
    expect(listed).toMatchObject({
      kind: 'trace',
      path: parts.newest.path,
      sizeBytes: 8,
      createdMs: 5,
      processName: 'orders-demo',
      pid: 7,
      runtimeVersion: '10.0.0',
      origin: job.question,
      verdict: 'complete',
      reasons: [],
      facts: { eventCount: 10, stoppedBy: 'person' },
    })
    expect(job.result!.files).toEqual([{ path: parts.newest.path, sizeBytes: 8, sha256: null, fileId: listed!.id }])
  })

  it('isn’t listed when it is not there', async () => {
    const { start, jobs, savedFiles } = service()
    const { id } = await start()
    await jobs.act(id, 'stop')
    await jobs.whenIdle()
    expect([jobs.get(id)!.state, (await savedFiles.list()).files]).toEqual(['failed', []])
  })

  it('of several has a name with its number and the marks of its time', async () => {
    const { start, end, recordings, parts, savedFiles } = service()
    const { id } = await start({ keeping: roll, nameTemplate: 'a' })
    expect(path.basename(parts.newest.path)).toBe('a_001.nettrace')
    await recordings.marks.add(id, 'deploy')
    await end(id)
    expect((await savedFiles.list()).files).toHaveLength(1)
    expect(fs.readdirSync(path.join(folder, 'orders-demo')).toSorted()).toEqual([
      'a_001.nettrace',
      'a_001.nettrace.sidecar.jsonl',
    ])
  })

  it('that is too old is gone from the disk and from the list, with what lies beside it', async () => {
    const { start, end, recordings, parts, savedFiles } = service()
    const { id } = await start({ keeping: { ...roll, everyBytes: 1, keepFiles: 1 } })
    await recordings.marks.add(id, 'deploy')
    fs.writeFileSync(parts.newest.path, 'Nettrace')
    parts.newest.has({ receivedBytes: 1 })
    await expect.poll(() => parts.begun.length).toBeGreaterThan(1)
    await end(id)
    const { files } = await savedFiles.list()
    expect(files.map((file) => file.path)).toEqual([parts.newest.path])
    expect(fs.readdirSync(path.dirname(parts.newest.path)).filter((name) => name.includes('_001'))).toEqual([])
  })
})

describe('a flight recorder of a process', () => {
  it('is saved once it is there, though its start is still being answered', async () => {
    const { recordings, parts, jobs } = service()
    const open = parts.holdOpening()
    const started = recordings.start(recordingRequest({ keeping: ring }))
    await expect.poll(() => jobs.running()).toHaveLength(1)
    const save = vi.spyOn(FlightRecorder.prototype, 'save').mockResolvedValue(ok(null))
    const saved = recordings.saveFlight(jobs.running()[0]!.id)
    open()
    await started
    expect(await saved).toEqual(ok(null))
    recordings.saveFlights()
    expect(save).toHaveBeenCalledTimes(2)
    const { id } = jobs.running()[0]!
    expect([recordings.flightFolders(id), recordings.flightGapMs(id)]).toEqual([[parts.newest.path], 0])
  })

  it('is asked whether something may look into it: not while it stands still', async () => {
    const { start, parts, directory } = service()
    await start({ keeping: ring })
    const { mayLook } = parts.options[0]!
    expect(mayLook?.()).toBe(true)
    directory.change(key, { state: 'stopped' })
    expect(mayLook?.()).toBe(false)
  })
})

it('the room for a recording is that of its folder', async () => {
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bsize: 4096, blocks: 100, bavail: 10 } as never)
  const { recordings, presets } = service()
  presets.addFolder('/chosen')
  expect(await recordings.place({ processKey: key, folder: null, nameTemplate: '{n}a', presetId: 'gc' })).toEqual({
    ok: true,
    value: {
      folder: path.join(folder, 'orders-demo'),
      fileName: 'a.nettrace',
      freeBytes: 40_960,
      totalBytes: 409_600,
      folders: ['/chosen'],
    },
  })
})
