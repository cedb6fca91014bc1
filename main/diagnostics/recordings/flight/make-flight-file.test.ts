import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { JobFile } from '../../../../shared/model/job.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import type { FileVerdict } from '../../../workers/watch/watch-protocol.ts'
import { WatchHost } from '../../../workers/watch/watch-host.ts'
import type { FileToKeep } from '../recording-target.ts'
import { FakePart, recordingRequest, recordingTarget, wholeFile } from '../testing/fake-part.ts'
import { FlightFile, type FlightStretch } from './flight-file.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-flight-file-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const piece = (byteCount: number) => ({ file: '/f', at: 0, offset: 0, byteCount })
const stretch: FlightStretch = {
  streams: [
    { keeps: 'range', pieces: [piece(30), piece(10)] },
    { keeps: 'names', pieces: [piece(2)] },
    { keeps: 'range', folder: '/left' },
  ],
  untilMs: 900,
  lastMs: 1000,
}
const timeout: AppError = { kind: 'timeout', operation: 'assemble', timeoutMs: 1 }

interface Scene {
  readonly assembled?: AppError
  readonly verdict?: Result<Partial<FileVerdict>, AppError>
  /** The thread says that it wrote a file, and there is none. */
  readonly writesNothing?: boolean
}

/** Files of a thread that does as the test says. */
function maker() {
  const workerPath = path.join(folder, 'watch.cjs')
  fs.writeFileSync(workerPath, '')
  const kept: FileToKeep[] = []
  let scene: Scene = {}
  const assemble = vi.spyOn(WatchHost.prototype, 'assemble').mockImplementation((order) => {
    if (scene.assembled !== undefined) return Promise.resolve(err(scene.assembled))
    if (scene.writesNothing !== true) fs.writeFileSync(order.to, 'Nettrace')
    return Promise.resolve(ok({ fromUnixMs: 0 } as never))
  })
  const verify = vi.spyOn(WatchHost.prototype, 'verify').mockImplementation(() => {
    const { verdict = ok({}) } = scene
    return Promise.resolve(verdict.ok ? ok({ ...wholeFile, ...verdict.value }) : verdict)
  })
  const disposed = vi.spyOn(WatchHost.prototype, 'dispose')
  const file = new FlightFile(workerPath, {
    request: recordingRequest(),
    target: recordingTarget(),
    folder,
    nextName: () => 'saved.nettrace',
    keepFile: (made): Promise<JobFile> => {
      kept.push(made)
      return Promise.resolve({ path: made.path, sizeBytes: 8, sha256: null, fileId: 'f' })
    },
  })
  const part = new FakePart(path.join(folder, '.flight-job-1.nettrace'))
  const make = (next: Scene = {}, end?: Parameters<FakePart['endStream']>[0]) => {
    scene = next
    const making = { facts: { ringMs: 1000 }, ...(end === undefined ? {} : { end: part.endStream(end) }) }
    return file.make(stretch, part.asPart, making)
  }
  return { file, part, make, kept, assemble, verify, disposed }
}

const left = () => fs.readdirSync(folder).filter((name) => name !== 'watch.cjs')

describe('a file of what a flight recorder keeps', () => {
  it('is assembled under another name, read again, judged and listed', async () => {
    const { make, kept, assemble, verify, disposed } = maker()
    const made = await make()
    const saved = path.join(folder, 'saved.nettrace')
    const judged = {
      verdict: 'complete',
      reasons: [],
      facts: { eventCount: 10, firstMs: 1000, spanMs: 2500, ringMs: 1000 },
    }
    expect(made).toMatchObject({ ...judged, file: { path: saved } })
    expect(kept).toMatchObject([{ path: saved, presetId: 'mine', target: { row: { pid: 7 } }, ...judged }])
    const [order, keptBytes] = assemble.mock.calls[0]!
    expect([order, keptBytes]).toEqual([{ ...stretch, to: order.to }, 42])
    expect(path.basename(order.to)).toMatch(/^\.flight-job-1\.nettrace\..*part$/)
    expect(verify.mock.calls).toEqual([[order.to, 8]])
    expect([left(), disposed.mock.calls.length]).toEqual([['saved.nettrace'], 1])
  })

  it('is complete while its session goes on, unless bytes of it never reached the disk', async () => {
    const { make, part } = maker()
    part.has({ discardedBytes: 5 })
    expect(await make()).toMatchObject({ verdict: 'partial', reasons: ['cut-off'] })
  })

  it('is judged by the end of a session that is over', async () => {
    const { make } = maker()
    const ended = await make({}, { isComplete: false, reason: 'link-lost' })
    expect(ended).toMatchObject({ verdict: 'partial', reasons: ['link-lost'] })
  })

  it('has symbols beside it where the process ended without writing them', async () => {
    const { make, part } = maker()
    const beside = () => {
      fs.writeFileSync(symbolsPathOf(part.path), 'names')
      return left().filter((name) => name.endsWith('.symbols.nettrace'))
    }
    const own = beside()
    await make({}, {})
    await make({ verdict: ok({ isRundownWhole: false }) })
    expect(left()).toEqual(expect.arrayContaining(own))
    await make({ verdict: ok({ isRundownWhole: false }) }, { reason: 'target-ended' })
    expect(left().filter((name) => name.endsWith('.symbols.nettrace'))).toEqual(['saved-3.nettrace.symbols.nettrace'])
  })
})

describe('a file that can’t be made', () => {
  const full: AppError = { kind: 'io', operation: 'write', path: '/a/secret/part', code: 'ENOSPC' }

  it('says why, with a path that the person knows, until one can be made again', async () => {
    const { make, file, kept, disposed } = maker()
    expect(file.lastError).toBeNull()
    expect(await make({ assembled: full })).toMatchObject({ file: null, verdict: 'partial', facts: { ringMs: 1000 } })
    expect(file.lastError).toEqual({ ...full, path: folder })
    await make({ assembled: timeout })
    expect(file.lastError).toEqual(timeout)
    expect([kept, left(), disposed.mock.calls.length]).toEqual([[], [], 2])
    await make()
    expect([file.lastError, kept.length]).toEqual([null, 1])
  })

  it('has a name all the same when it can’t be read again', async () => {
    const { make, file, kept } = maker()
    expect(await make({ verdict: err(timeout) })).toMatchObject({ file: null, verdict: 'unverified' })
    expect([file.lastError, kept, left()]).toEqual([timeout, [], ['saved.nettrace']])
  })

  it('says what the disk said', async () => {
    const { make, file } = maker()
    await make({ writesNothing: true })
    expect(file.lastError).toEqual({ kind: 'io', operation: 'write', path: folder, code: 'ENOENT' })
  })

  it('is not even tried when what was kept was removed', async () => {
    const { make, file, part, assemble } = maker()
    const made = await make({}, { reason: 'file-removed' })
    expect(made).toMatchObject({ file: null, verdict: 'partial', reasons: ['file-removed'] })
    expect(file.lastError).toEqual({ kind: 'io', operation: 'read', path: part.path, code: 'ENOENT' })
    expect(assemble).not.toHaveBeenCalled()
  })
})
