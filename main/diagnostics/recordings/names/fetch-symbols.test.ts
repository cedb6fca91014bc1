import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../shared/base/result.ts'
import { asPid, asProcessKey } from '../../../../shared/model/ids.ts'
import type { Job } from '../../../../shared/model/job.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { RecordedProcess } from '../../../../shared/model/saved-file.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import { namesOnly } from '../collect.ts'
import { SymbolFetcher, type SymbolFetcherOptions } from './fetch-symbols.ts'
import { pause } from '../../../os/pause.ts'

type Open = SessionRegistry['open']
const endpoint = { transport: 'unix', path: '/tmp/s', pid: asPid(42) } as const
const nowMs = 1_000_000
const row = {
  key: asProcessKey('42:7'),
  pid: asPid(42),
  state: 'ready',
  runtimeFlavour: 'coreclr',
  runtimeVersion: '8.0.1',
  cookie: 'aaaa',
  startTimeMs: nowMs - 60_000,
} as ProcessRow

let folder: string
let recording: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-fetch-'))
  recording = path.join(folder, 'cut.nettrace')
})
afterEach(() => {
  vi.useRealTimers()
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Scene {
  /** Of the list of processes, each time it is asked; the last one stays. */
  readonly rows: readonly (readonly ProcessRow[])[]
  readonly recorded: RecordedProcess | null
  readonly jobs: readonly Job[]
  readonly isAlive: boolean
  readonly hasEndpoint: boolean
  readonly tookMs: number
  readonly reason: string
  readonly isRefused: boolean
}

/** A fetcher over a made-up list of processes and made-up sessions. */
function scene(parts: Partial<Scene> = {}, options: Partial<SymbolFetcherOptions> = {}) {
  const made: Scene = {
    rows: [[row]],
    recorded: { key: '42:7', cookie: 'aaaa' },
    jobs: [],
    isAlive: true,
    hasEndpoint: true,
    tookMs: 0,
    reason: 'stopped',
    isRefused: false,
    ...parts,
  }
  const opened: unknown[] = []
  const askedAlive: number[] = []
  const clock = { nowMs }
  let looks = 0
  const open = (async (...[place, request, hooks, rest]: Parameters<Open>) => {
    opened.push([place.path, request, rest])
    if (made.isRefused) return err({ kind: 'cancelled' })
    const stop = async () => {
      if (made.tookMs > 0) await pause(made.tookMs)
      hooks.onChunk(new TextEncoder().encode(`names ${opened.length}`).buffer)
      hooks.onEnd({ reason: made.reason } as Parameters<typeof hooks.onEnd>[0])
    }
    return ok({ stop })
  }) as unknown as Open
  const rows = () => made.rows[Math.min(looks, made.rows.length - 1)]!
  const fetcher = new SymbolFetcher({
    directory: {
      rows: () => rows(),
      rowOf: (key) => rows().find((candidate) => candidate.key === key) ?? null,
      endpointOf: () => (made.hasEndpoint ? endpoint : null),
    },
    registry: { open } as SessionRegistry,
    runningJobs: () => {
      looks += 1
      return made.jobs
    },
    recordedProcessOf: () => made.recorded,
    isAlive: (pid) => {
      askedAlive.push(pid)
      return made.isAlive
    },
    now: () => clock.nowMs,
    ...options,
  })
  return { fetcher, opened, askedAlive, clock, fetch: () => fetcher.fetch(recording) }
}

const beside = () => fs.readFileSync(symbolsPathOf(recording), 'utf8')

describe('symbols of a recording that was cut off', () => {
  it('come from one session of its process and lie beside the recording', async () => {
    const { fetch, opened } = scene()
    expect(await fetch()).toBe('fetched')
    expect(opened).toEqual([['/tmp/s', namesOnly, { runtimeVersion: '8.0.1' }]])
    expect(beside()).toBe('names 1')
  })

  it.each<[string, string, Partial<Scene>]>([
    ['failed', 'the session was cut off', { reason: 'connection-lost' }],
    ['failed', 'the runtime refuses a session', { isRefused: true }],
    ['process-ended', 'the process has no endpoint', { hasEndpoint: false }],
  ])('are none, %s, when %s', async (outcome, _name, parts) => {
    expect(await scene(parts).fetch()).toBe(outcome)
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('are not fetched while the process is being dumped', async () => {
    const jobs = [{ kind: 'dump', target: { pid: 42 } }] as Job[]
    const { fetch, opened } = scene({ jobs })
    expect([await fetch(), opened]).toEqual(['busy', []])
  })

  it('are not fetched for a file that no crash cut off', async () => {
    const { fetch, opened, askedAlive } = scene({ recorded: null, rows: [[]] })
    expect([await fetch(), opened, askedAlive]).toEqual(['not-interrupted', [], []])
  })
})

describe('the process of a recording that was cut off', () => {
  it('gets a moment to appear in the list', async () => {
    const { fetch, opened } = scene({ rows: [[], [], [row]] })
    expect(await fetch()).toBe('fetched')
    expect(opened).toHaveLength(1)
  })

  it('is not waited for longer than three seconds', async () => {
    vi.useFakeTimers()
    let outcome: string | null = null
    void scene({ rows: [[]] })
      .fetch()
      .then((told) => (outcome = told))
    await vi.advanceTimersByTimeAsync(2900)
    expect(outcome).toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    expect(outcome).toBe('not-confirmed')
  })

  it('is not waited for when it has ended', async () => {
    const { fetch, askedAlive } = scene({ rows: [[]], isAlive: false })
    expect([await fetch(), askedAlive]).toEqual(['process-ended', [42]])
  })

  it.each<[string, string, Partial<ProcessRow>]>([
    ['another-process', 'another process', {}],
    ['process-ended', 'one that has ended as well', { state: 'exited' }],
    ['process-ended', 'one on another machine', { key: asProcessKey('ssh:far/42:8') }],
    ['process-ended', 'another id', { pid: asPid(43) }],
  ])('is %s when its id belongs to %s', async (outcome, _name, change) => {
    const other = { ...row, key: asProcessKey('42:8'), ...change }
    expect(await scene({ rows: [[other]], isAlive: false }).fetch()).toBe(outcome)
  })

  it('on another machine lives when its row says so: this machine has other process IDs', async () => {
    const recorded = { key: 'ssh:far/42:7', cookie: 'aaaa' }
    const gone = scene({ recorded, rows: [[row]] })
    expect([await gone.fetch(), gone.askedAlive]).toEqual(['process-ended', []])
    const far = scene({ recorded, rows: [[{ ...row, key: asProcessKey('ssh:far/42:7') }]], isAlive: false })
    expect([await far.fetch(), far.askedAlive]).toEqual(['fetched', []])
  })

  it('is asked again after five seconds at the earliest', async () => {
    const { fetch, opened, clock } = scene()
    expect(await fetch()).toBe('fetched')
    clock.nowMs += 4999
    expect(await fetch()).toBe('busy')
    clock.nowMs += 1
    expect(await fetch()).toBe('fetched')
    expect(opened).toHaveLength(2)
  })
})

const inFakeTime = async (told: Promise<string>, ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  return told
}

describe('a process that takes its time to write symbols', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))

  it('is asked again when it took a second', async () => {
    const { fetch, clock } = scene({ tookMs: 1000 })
    expect(await inFakeTime(fetch(), 1000)).toBe('fetched')
    clock.nowMs += 5000
    expect(await inFakeTime(fetch(), 1000)).toBe('fetched')
  })

  it('is not asked a second time when it took longer', async () => {
    const { fetch, opened, clock } = scene({ tookMs: 1001 })
    expect(await inFakeTime(fetch(), 1001)).toBe('fetched')
    clock.nowMs += 60_000
    expect([await fetch(), opened.length]).toEqual(['slow', 1])
  })

  it('is given up after 15 seconds, and not asked again', async () => {
    const { fetch, opened, clock } = scene({ tookMs: 15_001 })
    expect(await inFakeTime(fetch(), 15_000)).toBe('failed')
    clock.nowMs += 60_000
    expect([await fetch(), opened.length]).toEqual(['slow', 1])
    await vi.advanceTimersByTimeAsync(1)
  })
})

describe('files of one recording that are opened at the same time', () => {
  it('ask the process one after the other', async () => {
    const { fetch, opened } = scene()
    expect(await Promise.all([fetch(), fetch()])).toEqual(['fetched', 'busy'])
    expect(opened).toHaveLength(1)
  })

  it('do not share the fault of the first', async () => {
    let count = 0
    const recordedProcessOf = () => {
      count += 1
      if (count === 1) throw new Error('the journal is gone')
      return { key: '42:7', cookie: 'aaaa' }
    }
    const { fetcher } = scene({}, { recordedProcessOf })
    const [first, second] = await Promise.allSettled([fetcher.fetch(recording), fetcher.fetch(recording)])
    expect(first.status).toBe('rejected')
    expect(second).toEqual({ status: 'fulfilled', value: 'fetched' })
  })
})
