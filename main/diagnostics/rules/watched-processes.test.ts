import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostWatched } from '../../../shared/model/rules.ts'
import type { RuleAction, RuleCondition } from '../../../shared/rules/rule.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { EngineBench, notify, standing } from './testing/engine-bench.ts'

const row = testRow(7)
const nothing = (): void => undefined

let bench: EngineBench
beforeEach(() => void (bench = new EngineBench()))
afterEach(() => bench.dispose())

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
