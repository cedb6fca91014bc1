import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { WatchHost } from '../../workers/watch/watch-host.ts'
import type { SessionEnd } from '../session-model.ts'
import type { SessionRegistry } from '../session-registry.ts'
import { noStop } from './recording-part.ts'
import { ShortRecordings } from './short-recordings.ts'
import { FakeParts, recordingRequest, recordingTarget, watchStatus } from './testing/fake-part.ts'

let folder: string
const inFolder = () => fs.readdirSync(folder)
beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'ps-short-')), 'short')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  fs.rmSync(path.dirname(folder), { recursive: true, force: true })
})

describe('a preview', () => {
  const { spec } = recordingRequest({ spec: { ...recordingRequest().spec, rundown: 'default' } })
  const settled = { startTimeMs: Date.now() - 60_000 }

  /** Two seconds of a made-up session. */
  async function probe(row: Parameters<typeof recordingTarget>[0] = settled) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const parts = new FakeParts()
    const probed = new ShortRecordings({} as never, folder).probe(recordingTarget(row), spec)
    // Not by a clock, which counts.
    while (parts.begun.length === 0) await new Promise((resolve) => void setImmediate(resolve))
    return { parts, part: parts.newest, probed }
  }

  it('is a session like the recording’s, without names, in a file that is gone afterwards', async () => {
    const { parts, part, probed } = await probe()
    expect(parts.options).toMatchObject([
      { spec: { ...spec, rundown: 'none' }, stop: noStop, runtimeVersion: '10.0.0', firstLookAfterMs: 0 },
    ])
    expect(path.dirname(part.path)).toBe(folder)
    expect(part.path).toMatch(/[\da-f-]{36}\.nettrace$/)
    fs.writeFileSync(part.path, 'Nettrace')
    await vi.advanceTimersByTimeAsync(1999)
    expect(part.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await probed
    expect([part.asked, inFolder()]).toEqual([['stop'], []])
  })

  it('of a process that starts leaves it alone', async () => {
    const { parts, probed } = await probe({ startTimeMs: null })
    expect(parts.options[0]!.firstLookAfterMs).toBe(5000)
    await vi.advanceTimersByTimeAsync(2000)
    await probed
  })

  it('gives everything by the second', async () => {
    const { part, probed } = await probe()
    part.endsWhenAsked = false
    part.status = watchStatus({ providers: [{ name: 'A', eventCount: 6, bytes: 40 }] })
    await vi.advanceTimersByTimeAsync(2000)
    part.end({ receivedBytes: 500 }, { eventCount: 8, lostCount: 3 })
    expect(await probed).toEqual(
      ok({
        durationMs: 2000,
        bytesPerSecond: 250,
        eventsPerSecond: 4,
        lostCount: 3,
        losses: part.losses,
        providers: [{ name: 'A', eventsPerSecond: 3, bytesPerSecond: 20 }],
      }),
    )
  })

  it('has no providers where nobody counted', async () => {
    const { probed } = await probe()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await probed).toMatchObject({ ok: true, value: { providers: [] } })
  })

  it('says why there is none', async () => {
    const parts = new FakeParts()
    parts.refusal = { kind: 'session-limit' } as never
    const answer = await new ShortRecordings({} as never, folder).probe(recordingTarget(), spec)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'session-limit' } })
    const { part, probed } = await probe()
    part.endsWhenAsked = false
    await vi.advanceTimersByTimeAsync(2000)
    part.fail({ kind: 'cancelled' })
    expect(await probed).toEqual({ ok: false, error: { kind: 'cancelled' } })
    expect(inFolder()).toEqual([])
  })
})

describe('a stack snapshot', () => {
  let workers: string
  let paths: { readonly recorderPath: string; readonly watchPath: string }
  beforeAll(async () => {
    workers = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-short-workers-'))
    paths = {
      recorderPath: await bundleWorker('recorder', workers),
      watchPath: await bundleWorker('recording-watch', workers),
    }
  })
  afterAll(() => fs.rmSync(workers, { recursive: true, force: true }))

  type Open = SessionRegistry['open']

  /** Of a session that ends for this reason. */
  async function snapshot(reason: SessionEnd['reason'], row: Parameters<typeof recordingTarget>[0] = {}) {
    const requests: unknown[] = []
    const open = ((...[, request, hooks, options]: Parameters<Open>) => {
      requests.push({ ...request, isStarting: options?.isStarting })
      const end = () => {
        hooks.onEnd({ reason, receivedBytes: 0 })
        return Promise.resolve(ok({ reason, receivedBytes: 0 }))
      }
      const session = { state: 'streaming', losses: [], receivedBytes: 0, stop: end, stopWithoutRundown: end }
      return Promise.resolve(ok({ ...session, whenEnded: new Promise(() => undefined) }))
    }) as unknown as Open
    const short = new ShortRecordings({ registry: { open } as SessionRegistry, ...paths }, folder)
    const read = vi.spyOn(WatchHost.prototype, 'readStacks').mockResolvedValue(ok({ threads: [] } as never))
    const disposed = vi.spyOn(WatchHost.prototype, 'dispose')
    const answer = await short.stacks(recordingTarget(row))
    return { answer, requests, read, disposed }
  }

  it('is of samples with names, read from a file that is gone afterwards', async () => {
    const { answer, requests, read, disposed } = await snapshot('stopped', { startTimeMs: Date.now() - 60_000 })
    expect(answer).toEqual(ok({ threads: [] }))
    expect(requests).toMatchObject([
      {
        bufferMB: 64,
        rundown: 0x18n,
        stacks: true,
        isStarting: false,
        providers: [{ name: 'Microsoft-DotNETCore-SampleProfiler', level: 4 }],
      },
    ])
    expect(path.dirname(read.mock.calls[0]![0])).toBe(folder)
    expect([inFolder(), disposed.mock.calls.length]).toEqual([[], 1])
  })

  it('spares a process that starts', async () => {
    const { requests } = await snapshot('stopped', { startTimeMs: null })
    expect(requests).toMatchObject([{ isStarting: true }])
  })

  it.each([
    ['target-ended', { kind: 'process-gone', pid: 7 }],
    ['locked-up', { kind: 'locked-up', silentMs: expect.any(Number) as number }],
    ['link-lost', { kind: 'link-lost', machine: 'far' }],
  ] as const)('of a session that ended with %s is none', async (reason, error) => {
    const { answer, read } = await snapshot(reason, { machine: { name: 'far' } as never })
    expect(answer).toMatchObject({ ok: false, error })
    expect([read.mock.calls, inFolder()]).toEqual([[], []])
  })

  it('is none of Native AOT, which is not asked', async () => {
    const { answer, requests } = await snapshot('stopped', { runtimeFlavour: 'nativeaot' })
    expect(answer).toMatchObject({ ok: false, error: { feature: 'stack-snapshot', actualVersion: 'NativeAOT' } })
    expect([requests, fs.existsSync(folder)]).toEqual([[], false])
  })
})
