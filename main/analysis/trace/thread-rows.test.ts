import { expect, test } from 'vitest'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { threadRows } from './thread-rows.ts'

const idle = [
  'System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()',
  'System.Private.CoreLib!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32)',
]

function planted() {
  const trace = new PlantedTrace()
  const work = trace.stack('Shop!Shop.Program.Main()', 'Shop!Shop.Cart.Save()')
  trace.samples(0, 10, 1, work, 2)
  trace.samples(0, 4, 2, trace.stack(...idle))
  trace.runtime(80, 5, { thread: 3 }, { ExceptionType: 'A' })
  return trace
}

test('threads have the time that their samples ran, the busiest first, and those of nothing are left out', () => {
  const { parts, feed } = planted()
  expect(
    threadRows(parts, feed.trace).map(({ id, eventCount, sampleCount, runningMs }) => [
      id,
      eventCount,
      sampleCount,
      runningMs,
    ]),
  ).toEqual([
    [1001, 10, 10, 10],
    [1002, 4, 4, 0],
    // Nobody sampled it: how long it ran is not known.
    [1003, 1, 0, null],
  ])
})

test('a thread without a name of its own has that of what it is for', () => {
  const { parts, feed } = planted()
  const names = () => threadRows(parts, feed.trace).map(({ name }) => name)
  expect(names()).toEqual(['Main', 'Pool worker', ''])
  feed.trace.threads[2] = { ...feed.trace.threads[2]!, name: 'Mine' }
  expect(names()).toEqual(['Main', 'Mine', ''])
})

test('threads with as many events are in order of their samples', () => {
  const trace = new PlantedTrace()
  trace.runtime(80, 1, { thread: 1 }, { ExceptionType: 'A' })
  trace.samples(2, 3, 2, trace.stack('Shop!Shop.Program.Main()'), 2)
  expect(threadRows(trace.parts, trace.feed.trace).map(({ id }) => id)).toEqual([1002, 1001])
})

test('weights of another tool are no time that a thread ran', () => {
  const trace = planted()
  const { samples } = trace.parts.sampled
  for (let at = 0; at < 3; at++) samples.addImported(at * 1e6, 1, 1, 5)
  expect(threadRows(trace.parts, trace.feed.trace)[0]).toMatchObject({ sampleCount: 13, runningMs: null })
})

test('processor time comes from the system where it was asked', () => {
  const { parts, feed } = planted()
  const systemCpu = { ...parts.systemCpu, threads: new Map([[1002, 7]]) } as NonNullable<typeof parts.systemCpu>
  const rows = threadRows({ sampled: parts.sampled, threads: parts.threads, systemCpu }, feed.trace)
  expect(rows.map(({ cpuMs }) => cpuMs)).toEqual([null, 7, null])
})
