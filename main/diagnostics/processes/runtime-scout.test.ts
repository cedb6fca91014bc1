import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleQueue } from './idle-queue.ts'
import { RuntimeScout, type RuntimeWithoutEndpoint } from './runtime-scout.ts'
import { FakeSystem } from './testing/fake-system.ts'

let system: FakeSystem
let found: RuntimeWithoutEndpoint[]
let scout: RuntimeScout
let looked: number[]

beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 })
  system = new FakeSystem()
  found = []
  looked = []
  scout = new RuntimeScout(system, new IdleQueue())
  const loaded = system.loadedRuntime.bind(system)
  system.loadedRuntime = (pid) => {
    looked.push(pid)
    return loaded(pid)
  }
})
afterEach(() => void vi.useRealTimers())

async function look(...taken: number[]) {
  await scout.look(new Set(taken), (one) => found.push(one))
  await vi.advanceTimersByTimeAsync(1000)
}

test('a process with CoreCLR and without an endpoint is found, with its version and the reason', async () => {
  for (const pid of [10, 900, 901]) system.add(pid, '1')
  await look(901)
  expect(found).toMatchObject([{ os: { pid: 900 }, version: '10.0.12', problem: { kind: 'socket-lost' } }])
})

test('other runtimes, kernel threads and processes that have just begun are not', async () => {
  system.add(900, '1', { isKernelThread: true })
  system.add(901, '1', { startTimeMs: Date.now() - 2000 })
  system.add(902, '1')
  system.loadedRuntime = () => ({ flavour: 'mono', version: null })
  await look()
  expect(found).toEqual([])
})

test('a process that has just started is inspected once it has had time to create its socket', async () => {
  system.add(900, '1', { startTimeMs: Date.now() - 2000 })
  await look()
  expect(found).toEqual([])
  await look()
  expect(found).toHaveLength(1)
})

test('three seconds are enough to create a socket', async () => {
  system.add(900, '1', { startTimeMs: Date.now() - 2999 })
  system.add(901, '1', { startTimeMs: Date.now() - 3000 })
  const examined = vi.spyOn(system, 'loadedRuntime')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  await look()
  expect(examined.mock.calls).toEqual([[901]])
})

test('a clock that was put back does not keep a process from being inspected, nor from being inspected again', async () => {
  system.add(900, '1', { startTimeMs: Date.now() })
  await look()
  vi.setSystemTime(Date.now() - 3_600_000)
  for (let round = 0; round < 4; round++) await look()
  expect(looked).toEqual([900])
  system.change(900, { shortName: 'other' })
  await vi.advanceTimersByTimeAsync(60_000)
  await look()
  expect(looked).toEqual([900, 900])
})

test('a process that was taken is examined once it no longer is', async () => {
  system.add(900, '1')
  await look(900)
  expect(looked).toEqual([])
  await look()
  expect(looked).toEqual([900])
})

test('a process is not asked about again until a full minute has passed', async () => {
  system.add(10, '1')
  await look()
  const read = vi.spyOn(system, 'process')
  await vi.advanceTimersByTimeAsync(58_999)
  await scout.look(new Set(), () => undefined)
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  await look()
  expect(read.mock.calls).toEqual([[10]])
})

test('a process of unknown age is inspected', async () => {
  system.add(900, '1', { startTimeMs: null })
  await look()
  expect(found).toHaveLength(1)
})

test('each process is inspected once, and again after a minute when it has become another program', async () => {
  system.add(10, '1')
  await look()
  await look()
  expect(looked).toEqual([10])
  await vi.advanceTimersByTimeAsync(60_000)
  await look()
  expect(looked).toEqual([10])
  system.change(10, { shortName: 'other' })
  await look()
  expect(looked).toEqual([10])
  await vi.advanceTimersByTimeAsync(60_000)
  await look()
  expect(looked).toEqual([10, 10])
})

test('a new process with the PID of one that exited is inspected', async () => {
  system.add(10, '1')
  await look()
  system.processes.delete(10)
  await look()
  system.add(10, '2')
  await look()
  expect(looked).toEqual([10, 10])
})

test('no new scan is queued while an earlier one is pending', async () => {
  system.add(10, '1')
  void scout.look(new Set(), () => undefined)
  await Promise.resolve()
  await look()
  expect(looked).toEqual([10])
})
