import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { SessionRegistry } from './session-registry.ts'
import {
  cleanUps,
  codeOf,
  endWithTests,
  isCollect,
  isStop,
  request,
  scriptManySessions,
} from './testing/scripted-sessions.ts'

endWithTests()

function journal(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'sessions.json')
}

/** A promise that a test resolves. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const listeners: (() => void)[] = []
  const passed = new Promise<void>((resolve) => listeners.push(resolve))
  return { passed, open: () => listeners.forEach((listener) => listener()) }
}

describe('the registry of sessions', () => {
  const nothing = { onChunk: () => undefined, onEnd: () => undefined }

  it('keeps at most 8 sessions open per target, a spare one among them, and opens a new one when one has ended', async () => {
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath: null })
    const openOne = () => registry.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    const opened = await Promise.all(Array.from({ length: 9 }, openOne))
    expect(opened.filter(({ ok }) => ok)).toHaveLength(7)
    expect(opened.filter(({ ok }) => !ok)).toHaveLength(2)
    expect(opened.find(({ ok }) => !ok)).toEqual({
      ok: false,
      error: { kind: 'session-limit', limit: 7, owner: 'pipescope' },
    })
    const first = opened.find((result) => result.ok)
    if (first?.ok) await first.value.stop()
    expect((await openOne()).ok).toBe(true)
    await registry.stopAll()
    expect(registry.sessionCount).toBe(0)
    expect(runtime.requests.filter(isStop)).toHaveLength(runtime.requests.filter(isCollect).length)
    expect(runtime.mostOpen()).toBeLessThanOrEqual(8)
    expect(await openOne()).toEqual({ ok: false, error: { kind: 'cancelled' } })
  })

  it('stops those of one machine, also the one that is being opened, and opens none there meanwhile', async () => {
    const answer = gate()
    const far = await scriptManySessions({
      beforeAnswer: (number) => (number < 4n ? Promise.resolve() : answer.passed),
    })
    const here = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath: null })
    const open = ({ endpoint }: typeof far) => registry.open(endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    await open(far)
    await open(here)
    const opening = open(far)
    await expect.poll(() => far.requests.filter(isCollect)).toHaveLength(4)
    const stopped = registry.stopThose(({ path: where }) => where === far.endpoint.path, 4000)
    expect(await open(far)).toEqual({ ok: false, error: { kind: 'cancelled' } })
    answer.open()
    await stopped
    await opening
    expect([far.openCount(), here.openCount()]).toEqual([0, 1])
    // Connected again.
    expect((await open(far)).ok).toBe(true)
    await registry.stopAll()
  })

  it('remembers open sessions on disk, and a later run wakes the target once before its first session', async () => {
    const runtime = await scriptManySessions()
    const journalPath = journal()
    const crashed = new SessionRegistry({ journalPath })
    await crashed.open(runtime.endpoint, request, nothing, { runtimeVersion: null })
    expect(fs.readFileSync(journalPath, 'utf8')).toContain(runtime.endpoint.path)
    expect(fs.statSync(journalPath).mode & 0o777).toBe(0o600)

    const later = new SessionRegistry({ journalPath })
    const before = runtime.requests.length
    expect((await later.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })).ok).toBe(true)
    // Wake: collect and stop; then the session itself beside the spare one.
    const one = [0x0203, 0x0203, 0x0201]
    await expect.poll(() => runtime.requests.slice(before).map(codeOf)).toEqual([0x0203, 0x0201, ...one])
    expect((await later.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })).ok).toBe(true)
    await expect.poll(() => runtime.requests.slice(before).map(codeOf)).toEqual([0x0203, 0x0201, ...one, ...one])
    await later.stopAll()
    expect(JSON.parse(fs.readFileSync(journalPath, 'utf8'))).toEqual({ version: 1, endpoints: [], quiet: [] })
    await crashed.stopAll()
  })

  it.each([
    ['10.0.14', 1],
    ['10.0.14', 0],
    ['3.1', 1],
    [null, 1],
    [null, 0],
  ])('never takes the last free slot of a target: version %s, %i free', async (runtimeVersion, free) => {
    const runtime = await scriptManySessions({ slots: free })
    const registry = new SessionRegistry({ journalPath: null })
    const refused = await registry.open(runtime.endpoint, request, nothing, { runtimeVersion })
    expect(refused).toEqual({ ok: false, error: { kind: 'session-limit', limit: 64, owner: 'target' } })
    await expect.poll(() => runtime.openCount()).toBe(0)
    expect(registry.countOf(runtime.endpoint)).toBe(0)
    expect(runtime.requests.filter(isStop)).toHaveLength(free)
  })

  it.each(['10.0.14', '3.1'])('opens as many as leave one slot free: version %s', async (runtimeVersion) => {
    const runtime = await scriptManySessions({ slots: 3 })
    const registry = new SessionRegistry({ journalPath: null })
    const openOne = () => registry.open(runtime.endpoint, request, nothing, { runtimeVersion })
    expect((await openOne()).ok && (await openOne()).ok).toBe(true)
    expect(await openOne()).toMatchObject({ ok: false, error: { kind: 'session-limit', owner: 'target' } })
    await expect.poll(() => runtime.openCount()).toBe(2)
    await registry.stopAll()
    expect(runtime.openCount()).toBe(0)
  })

  it('gives the spare slot back when the session beside it has been set up, or with its end', async () => {
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath: null })
    const setUp = gate()
    const never = new Promise<void>(() => undefined)
    const openOne = (until: Promise<void>) =>
      registry.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14', spareUntil: until })
    const first = await openOne(setUp.passed)
    const second = await openOne(never)
    // One spare for both.
    expect(runtime.openCount()).toBe(3)
    setUp.open()
    if (second.ok) await second.value.stop()
    await expect.poll(() => runtime.openCount()).toBe(1)
    if (first.ok) await first.value.stop()
    expect(runtime.openCount()).toBe(0)
    expect(runtime.mostOpen()).toBe(3)
  })

  it('has returned the spare slot by the time it reports the session as open', async () => {
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath: null })
    const opened = await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    expect([opened.ok, runtime.openCount()]).toEqual([true, 1])
    await registry.stopAll()
  })

  it('opens nothing beside the session of a runtime that starts', async () => {
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath: null })
    const opened = await registry.open(runtime.endpoint, request, nothing, {
      runtimeVersion: '10.0.14',
      isStarting: true,
    })
    expect([opened.ok, runtime.mostOpen()]).toEqual([true, 1])
    await registry.stopAll()
  })

  it('opens nothing beside a spare slot that is being given back', async () => {
    const held = gate()
    const runtime = await scriptManySessions({
      slots: 2,
      beforeStop: (number) => (number === 1n ? held.passed : Promise.resolve()),
    })
    const registry = new SessionRegistry({ journalPath: null })
    const openOne = () => registry.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    const first = openOne()
    await expect.poll(() => runtime.requests.filter(isStop).length).toBe(1)
    const second = openOne()
    held.open()
    expect((await first).ok).toBe(true)
    // The one slot that is left is not taken.
    expect(await second).toMatchObject({ ok: false, error: { kind: 'session-limit', owner: 'target' } })
    await expect.poll(() => runtime.openCount()).toBe(1)
    await registry.stopAll()
  })

  it('says when it has healed a target, and when nothing can heal it', async () => {
    const runtime = await scriptManySessions()
    const full = await scriptManySessions({ slots: 0 })
    const journalPath = journal()
    fs.writeFileSync(
      journalPath,
      JSON.stringify({ version: 1, endpoints: [runtime.endpoint.path, full.endpoint.path] }),
    )
    const healed: (readonly [string, boolean])[] = []
    const registry = new SessionRegistry({
      journalPath,
      onHealed: (endpoint, isHealed) => void healed.push([endpoint.path, isHealed]),
    })
    expect((await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: null })).ok).toBe(true)
    expect((await registry.open(full.endpoint, request, nothing, { runtimeVersion: null })).ok).toBe(false)
    expect(healed).toEqual([
      [runtime.endpoint.path, true],
      [full.endpoint.path, false],
    ])
    await registry.stopAll()
  })

  it('says in which target the runtime has locked up', async () => {
    const runtime = await scriptManySessions({ beforeStop: () => new Promise(() => undefined) })
    const lockedUp: string[] = []
    const registry = new SessionRegistry({
      journalPath: null,
      onLockedUp: (endpoint) => void lockedUp.push(endpoint.path),
    })
    // One that is starting has no empty sessions before it, whose stop would be the first.
    const options = { runtimeVersion: '3.1.3', isStarting: true, stopSilenceMs: 200 }
    const opened = await registry.open(runtime.endpoint, request, nothing, options)
    expect(opened.ok && (await opened.value.stop())).toMatchObject({ ok: false, error: { kind: 'locked-up' } })
    await expect.poll(() => lockedUp).toEqual([runtime.endpoint.path])
    expect(registry.isIdle).toBe(true)
  })

  it.each([
    ['3.1', true, false],
    [null, true, false],
    ['3.1', false, true],
    ['10.0.14', true, true],
  ])(
    'opens one in a target of version %s with leftovers that may be quiet (%s): %s',
    async (version, isQuiet, isOpened) => {
      const runtime = await scriptManySessions()
      const journalPath = journal()
      const endpoints = [runtime.endpoint.path]
      fs.writeFileSync(journalPath, JSON.stringify({ version: 1, endpoints, quiet: isQuiet ? endpoints : [] }))
      const registry = new SessionRegistry({ journalPath })
      const opened = await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: version })
      expect(opened.ok || opened.error.kind).toBe(isOpened ? true : 'refused-harmful')
      // Nothing was sent where it was refused, and it stays refused.
      expect(runtime.requests.length > 0).toBe(isOpened)
      await registry.stopAll()
    },
  )

  it('remembers whether what it may leave behind would end by itself', async () => {
    const runtime = await scriptManySessions()
    const journalPath = journal()
    const registry = new SessionRegistry({ journalPath })
    const counters = {
      ...request,
      providers: [{ name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }],
    }
    const quiet = () => (JSON.parse(fs.readFileSync(journalPath, 'utf8')) as { quiet: string[] }).quiet
    await registry.open(runtime.endpoint, counters, nothing, { runtimeVersion: '10.0.14' })
    // The spare slot beside it is quiet, until it has been given back.
    await expect.poll(quiet).toEqual([])
    await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    await expect.poll(() => runtime.openCount()).toBe(2)
    expect(quiet()).toEqual([runtime.endpoint.path])
    await registry.stopAll()
  })

  it('waits on quit for a session that is being opened, and stops it', async () => {
    const answer = gate()
    const runtime = await scriptManySessions({
      // The first one is the spare.
      beforeAnswer: (number) => (number === 1n ? Promise.resolve() : answer.passed),
    })
    const registry = new SessionRegistry({ journalPath: null })
    const opening = registry.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    await expect.poll(() => runtime.requests.filter(isCollect).length).toBe(2)
    const stopped = registry.stopAll(5000)
    answer.open()
    await stopped
    expect((await opening).ok).toBe(true)
    expect(runtime.openCount()).toBe(0)
    expect(registry.sessionCount).toBe(0)
  })

  it('starts over when the journal is invalid', async () => {
    const journalPath = journal()
    fs.writeFileSync(journalPath, '{"version":1,"endpoints":[1,')
    const runtime = await scriptManySessions()
    const registry = new SessionRegistry({ journalPath })
    expect((await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: null })).ok).toBe(true)
    await registry.stopAll()
  })

  it('gives up at the deadline of stopAll', async () => {
    const never = new Promise<void>(() => undefined)
    const runtime = await scriptManySessions({ beforeStop: (number) => (number === 1n ? Promise.resolve() : never) })
    const registry = new SessionRegistry({ journalPath: null })
    await registry.open(runtime.endpoint, request, nothing, { runtimeVersion: '10.0.14' })
    await registry.stopAll(200)
    expect(registry.sessionCount).toBe(0)
  })
})
