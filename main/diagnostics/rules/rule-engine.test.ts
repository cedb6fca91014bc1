import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { mostWatched, type DoneFile, type Fired } from '../../../shared/model/rules.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
import { usualLimits, type Rule, type RuleAction, type RuleCondition } from '../../../shared/rules/rule.ts'
import { FakeDirectory, testRow } from '../live/testing/fake-directory.ts'
import { nameOfProblem } from './kept-place.ts'
import type { LateReadings } from './event-readings.ts'
import type { RuleActions } from './rule-actions.ts'
import { RuleClaims } from './rule-claims.ts'
import { RuleEngine, type RuleEngineOptions } from './rule-engine.ts'
import { RuleStore } from './rule-store.ts'
import type { WatchSources } from './watched-process.ts'
import { pause } from '../../os/pause.ts'

const clocks = () => ({ nowMs: Date.now(), ticksMs: performance.now() })

const installation = randomUUID()
const sameKey = (text: string) => `${installation} ${text}`

/** No other one has these rules. */
const onlyInstance = {
  onChange: () => undefined,
  follow: () => undefined,
  isOurs: () => true,
  holderOf: () => null,
  end: () => undefined,
}

type Done = Result<readonly DoneFile[], AppError>

const read: LateReadings = { whenRead: () => Promise.resolve(), dispose: () => undefined }

/** An engine over a process list that the test fills, and actions that end when the test says so. */
class EngineBench {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  readonly directory = new FakeDirectory()
  readonly done: string[] = []
  readonly flights: { lastMs: number; isDropped: boolean }[] = []
  readonly bugs: string[] = []
  readonly filesProblems: (string | null)[] = []
  readings: () => LateReadings | null = () => null
  live: WatchSources['live'] = () => read
  act: (action: RuleAction) => Promise<Done> = () => Promise.resolve(ok([]))
  readonly store: RuleStore
  readonly engine: RuleEngine

  constructor(claims: RuleEngineOptions['claims'] = onlyInstance) {
    this.store = new RuleStore({ path: path.join(this.folder, 'rules.json'), clocks, applicationKey: (text) => text })
    const actions: Pick<RuleActions, 'do' | 'hasFlight' | 'keepFlight' | 'dropFlight' | 'flightProblem'> = {
      do: (action) => {
        this.done.push(action.kind)
        return this.act(action)
      },
      hasFlight: () => this.flights.some(({ isDropped }) => !isDropped),
      flightProblem: () => null,
      keepFlight: (_row, lastMs) => Promise.resolve(ok(`job-${this.flights.push({ lastMs, isDropped: false }) - 1}`)),
      dropFlight: (jobId) => {
        this.flights[Number(jobId.slice(4))]!.isDropped = true
        return Promise.resolve()
      },
    }
    this.engine = new RuleEngine({
      directory: Object.assign(this.directory, { setWatched: () => undefined }),
      store: this.store,
      claims,
      actions: actions as RuleActions,
      sources: {
        live: (key, needs, listener) => this.live(key, needs, listener),
        events: () => this.readings(),
        containerMemory: () => null,
      },
      clocks,
      folderOf: () => this.folder,
      onChange: () => undefined,
      onFlightProblem: () => undefined,
      onFilesProblem: (_rule, problem) => void this.filesProblems.push(problem && nameOfProblem(problem)),
      reportBug: (_where, cause) => {
        this.bugs.push(String(cause))
        return 'reference'
      },
    })
  }

  arm(id: string, conditions: readonly RuleCondition[], actions: readonly RuleAction[], commandLine = ''): void {
    const limits = { ...usualLimits, perHour: 100, perDay: 100, apartMs: 0, leastFreeBytes: 0 }
    const applications = { name: '*', commandLine, allUsers: false }
    const rule: Rule = {
      ...readyMade[0]!.rule,
      applications,
      conditions: [...conditions],
      actions: [...actions],
      limits,
    }
    this.store.put({ id, rule, isArmed: true, off: null })
    this.engine.rulesChanged()
  }

  disarm(id: string): void {
    this.store.put({ ...this.store.ruleOf(id)!, isArmed: false })
    this.engine.rulesChanged()
  }

  fired(id: string): readonly Fired[] {
    return this.store.journal.filter(({ ruleId }) => ruleId === id)
  }
}

const standing: RuleCondition = { kind: 'process', what: 'stopped-answering' }
const notify: RuleAction = { kind: 'notify' }
const row = testRow(7)
const nothing = (): void => undefined
const full = (code: string) => err({ kind: 'io', operation: 'write', path: '/srv', code } as const)

let bench: EngineBench
beforeEach(() => void (bench = new EngineBench()))
afterEach(async () => {
  await bench.engine.end()
  fs.rmSync(bench.folder, { recursive: true, force: true })
})

test('a process that stops responding is one moment, however often its row changes, until it has responded again', async () => {
  bench.arm('a', [standing], [notify])
  bench.directory.put(row)
  for (const detail of ['a', 'b', 'c']) bench.directory.change(row.key, { state: 'silent', detail })
  bench.directory.change(row.key, { state: 'stopped' })
  await bench.engine.whenIdle()
  expect(bench.fired('a')).toHaveLength(1)
  bench.directory.change(row.key, { state: 'ready' })
  bench.directory.change(row.key, { state: 'silent' })
  await bench.engine.whenIdle()
  expect(bench.fired('a')).toHaveLength(2)
})

test('a rule that is disarmed while its process is unresponsive is no longer watched', () => {
  bench.arm('a', [standing], [notify])
  bench.directory.put(row)
  bench.disarm('a')
  bench.directory.change(row.key, { state: 'silent' })
  expect(bench.fired('a')).toEqual([])
  expect(bench.engine.entryOf(bench.store.ruleOf('a')!).watched).toEqual([])
})

test('a process whose command line is gone shortly before it is gone itself is still the one that is watched', async () => {
  bench.arm('a', [{ kind: 'process', what: 'ended-suddenly' }], [notify], 'orders-demo')
  bench.directory.put(row)
  bench.directory.change(row.key, { commandLine: null })
  bench.directory.change(row.key, {
    state: 'exited',
    problem: { kind: 'exited', exitCode: null, signal: null, socket: 'left' },
  })
  await bench.engine.whenIdle()
  expect(bench.fired('a')).toMatchObject([{ outcome: 'done' }])
})

test('what waits behind another capture does not begin when its rule is disarmed meanwhile', async () => {
  let release = nothing
  bench.act = () => new Promise((resolve) => (release = () => resolve(ok([]))))
  bench.arm('a', [standing], [{ kind: 'stacks' }, { kind: 'heap-graph' }])
  bench.arm('b', [standing], [{ kind: 'dump', type: 'full' }])
  bench.directory.put(row)
  bench.directory.change(row.key, { state: 'silent' })
  await expect.poll(() => bench.done).toEqual(['stacks'])
  bench.disarm('b')
  bench.disarm('a')
  release()
  await bench.engine.whenIdle()
  expect(bench.done).toEqual(['stacks'])
  expect(bench.fired('b')[0]).toMatchObject({ outcome: 'skipped', skipped: 'disarmed' })
  expect(bench.fired('a')[0]).toMatchObject({ outcome: 'partial', actions: [{ state: 'done' }, { state: 'failed' }] })
})

test('captures of a process stay one at a time when a rule is armed while one runs', async () => {
  const releases: (() => void)[] = []
  bench.act = () => new Promise((resolve) => void releases.push(() => resolve(ok([]))))
  bench.arm('a', [standing], [{ kind: 'stacks' }])
  bench.directory.put(row)
  bench.directory.change(row.key, { state: 'silent' })
  await expect.poll(() => bench.done).toEqual(['stacks'])
  bench.arm('b', [standing], [{ kind: 'heap-graph' }])
  bench.directory.change(row.key, { state: 'ready' })
  bench.directory.change(row.key, { state: 'silent' })
  await pause(20)
  expect(bench.done).toEqual(['stacks'])
  while (releases.length > 0 || bench.done.length < 2) {
    releases.shift()?.()
    await pause(5)
  }
  await bench.engine.whenIdle()
  expect(bench.done).toHaveLength(2)
})

test('an action that throws has failed, is reported, and the next firing still comes', async () => {
  bench.act = (action) => (action.kind === 'stacks' ? Promise.reject(new Error('ENOENT')) : Promise.resolve(ok([])))
  bench.arm('a', [standing], [{ kind: 'stacks' }, notify])
  bench.directory.put(row)
  bench.directory.change(row.key, { state: 'silent' })
  await bench.engine.whenIdle()
  expect(bench.fired('a')[0]).toMatchObject({
    outcome: 'partial',
    actions: [{ reason: 'internal' }, { state: 'done' }],
  })
  expect(bench.bugs).toEqual(['Error: ENOENT'])
  bench.directory.change(row.key, { state: 'ready' })
  bench.directory.change(row.key, { state: 'silent' })
  await bench.engine.whenIdle()
  expect(bench.fired('a')).toHaveLength(2)
})

test('what Live reads last of a .NET Core 3 process that has ended fires its rules', async () => {
  let noteRead = nothing
  const whenRead = new Promise<void>((resolve) => (noteRead = resolve))
  let tell = nothing
  bench.live = (_key, _needs, listener) => {
    tell = () => listener.onExceptions(Date.now(), 1)
    return { whenRead: () => whenRead, dispose: () => (tell = nothing) }
  }
  const old = testRow(8, { runtimeVersion: '3.1.0' })
  bench.arm('a', [{ kind: 'exception', type: '*', message: '', count: 1, withinMs: 1000 }], [notify])
  bench.directory.put(old)
  bench.directory.change(old.key, { state: 'exited' })
  tell()
  noteRead()
  await bench.engine.whenIdle()
  expect(bench.fired('a')).toHaveLength(1)
  expect(tell).toBe(nothing)
})

test('the last events of a process that has ended are not waited for forever', async () => {
  let isDisposed = false
  bench.readings = () => ({
    whenRead: () => new Promise(() => undefined),
    dispose: () => (isDisposed = true),
  })
  bench.arm('a', [{ kind: 'exception', type: '*', message: '', count: 1, withinMs: 1000 }], [notify])
  bench.directory.put(row)
  vi.useFakeTimers()
  bench.directory.change(row.key, { state: 'exited' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(isDisposed).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  expect(isDisposed).toBe(true)
})

test('files that can’t be written are told once, with another cause again, and when they can be written', async () => {
  const written = ok([{ path: '/srv/a.txt', fileId: null, sizeBytes: 1 }])
  // Notifications work all the while, so that the rule stays armed.
  bench.arm('a', [standing], [{ kind: 'stacks' }, notify])
  bench.directory.put(row)
  for (const done of [full('ENOSPC'), full('ENOSPC'), full('EROFS'), ok([]), written, written]) {
    bench.act = (action) => Promise.resolve(action.kind === 'stacks' ? done : ok([]))
    bench.directory.change(row.key, { state: 'silent' })
    // oxlint-disable-next-line no-await-in-loop -- one firing after the other
    await bench.engine.whenIdle()
    bench.directory.change(row.key, { state: 'ready' })
  }
  expect(bench.filesProblems).toEqual(['io ENOSPC', 'io EROFS', null])
  expect(bench.fired('a').map(({ actions }) => actions[0]?.reason)).toContain('io-EROFS')
})

test('a flight recorder keeps its data when another rule is armed, and drops it when no rule saves it', async () => {
  const save: RuleAction = { kind: 'save-flight', lastMs: 30_000 }
  bench.arm('a', [standing], [save])
  bench.directory.put(row)
  await expect.poll(() => bench.flights).toEqual([{ lastMs: 30_000, isDropped: false }])
  bench.arm('b', [standing], [notify])
  bench.disarm('b')
  expect(bench.flights).toEqual([{ lastMs: 30_000, isDropped: false }])
  bench.disarm('a')
  await expect.poll(() => bench.flights).toEqual([{ lastMs: 30_000, isDropped: true }])
})

test('more processes than are looked at are counted, and one takes the place of one that ended', () => {
  bench.arm('a', [standing], [notify])
  const rows = Array.from({ length: mostWatched + 2 }, (_, at) => testRow(100 + at))
  for (const one of rows) bench.directory.put(one)
  const entry = () => bench.engine.entryOf(bench.store.ruleOf('a')!)
  expect([entry().watched.length, entry().unwatchedCount]).toEqual([mostWatched, 2])
  bench.directory.change(rows[0]!.key, { state: 'exited' })
  expect([entry().watched.length, entry().unwatchedCount]).toEqual([mostWatched, 1])
  expect(entry().watched.some(({ pid }) => pid === 100 + mostWatched)).toBe(true)
  bench.disarm('a')
  expect(entry().unwatchedCount).toBe(0)
})

test('of two instances with the same armed rule one acts on it, and the other one takes over when that one ends', async () => {
  const instances = [new EngineBench(new RuleClaims(sameKey)), new EngineBench(new RuleClaims(sameKey))] as const
  const [first, second] = instances
  const holderIn = (instance: EngineBench) => instance.engine.entryOf(instance.store.ruleOf('same')!).heldBy
  const stall = (instance: EngineBench) => {
    instance.directory.put(row)
    instance.directory.put({ ...row, state: 'silent' })
  }
  first.arm('same', [standing], [notify])
  await expect.poll(() => first.engine.armed).toHaveLength(1)
  second.arm('same', [standing], [notify])
  second.arm('own', [standing], [notify])
  await expect.poll(() => holderIn(second)).toEqual({ pid: process.pid })
  await expect.poll(() => second.engine.armed.map(({ id }) => id)).toEqual(['own'])
  for (const instance of instances) stall(instance)
  await expect.poll(() => first.fired('same')[0]?.outcome).toBe('done')
  expect([second.fired('same'), second.fired('own').length, holderIn(first)]).toEqual([[], 1, null])

  await first.engine.end()
  await expect.poll(() => second.engine.armed).toHaveLength(2)
  expect(holderIn(second)).toBeNull()
  stall(second)
  await expect.poll(() => second.fired('same')[0]?.outcome).toBe('done')
  await second.engine.end()
  for (const { folder } of instances) fs.rmSync(folder, { recursive: true, force: true })
})

test('a process starts once, whoever sets the clock, and not when it was there before its rule', async () => {
  const started: RuleCondition = { kind: 'process', what: 'started' }
  bench.directory.put(testRow(8))
  bench.arm('a', [started], [notify])
  const steadyMs = performance.timeOrigin + performance.now()
  const clock = vi.spyOn(Date, 'now')
  try {
    for (const [pid, setByMs] of [
      [9, 3_600_000],
      [10, -3_600_000],
    ] as const) {
      const nowMs = steadyMs + setByMs
      clock.mockReturnValue(nowMs)
      // Start times are counted from when Pipescope started, by the clock of then.
      bench.directory.put(testRow(pid, { startTimeMs: steadyMs, firstSeenMs: nowMs }))
    }
    bench.directory.put(testRow(11, { startTimeMs: steadyMs - 7_200_000, firstSeenMs: steadyMs - 3_600_000 }))
  } finally {
    clock.mockRestore()
  }
  await bench.engine.whenIdle()
  expect(
    bench
      .fired('a')
      .map(({ pid }) => pid)
      .sort((a, b) => a - b),
  ).toEqual([9, 10])
})
