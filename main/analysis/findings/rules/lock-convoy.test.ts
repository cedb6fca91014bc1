import { expect, test } from 'vitest'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { lockConvoy } from './lock-convoy.ts'

const taker = 'Shop!Shop.QuoteCache.RecalculateUnderLock(int32)'
/** System.Threading.Lock writes its events in managed code, which is part of the stack. */
const managedLock = [
  'System.Private.CoreLib!System.Threading.Lock.TryEnterSlow(int32)',
  'System.Private.CoreLib!System.Diagnostics.Tracing.NativeRuntimeEventSource.ContentionStart(class T)',
]
const monitor = ['System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)']

function convoy(frames: readonly string[], threadCount: number, waits: number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, taker, ...frames)
  for (let at = 0; at < waits; at++) trace.contention(at * 10, at * 10 + 8, 1 + (at % threadCount), stack)
  return trace.endAt(1000)
}

test.each([
  ['System.Threading.Lock', managedLock],
  ['Monitor', monitor],
  ['whatever was inlined', []],
])('a convoy is named after the method that takes the lock: %s', (_name, frames) => {
  expect(convoy(frames, 4, 60).judge(lockConvoy)).toMatchObject({
    kind: 'found',
    title: 'Threads queue for the lock in QuoteCache.RecalculateUnderLock',
    confidence: 'high',
    lostMs: 480,
    evidence: [{ method: 'QuoteCache.RecalculateUnderLock', count: 60, link: { table: 'lock-waiters' } }],
  })
})

test('two threads contending once, or a lock waited for now and then, is not a convoy', () => {
  expect(convoy(monitor, 2, 60).judge(lockConvoy)).toMatchObject({ kind: 'passed' })
  expect(convoy(monitor, 4, 5).judge(lockConvoy)).toEqual({ kind: 'passed', measured: '40 ms waiting for locks' })
})

test('without contention events the samples are used', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, taker, ...monitor)
  for (let thread = 1; thread <= 3; thread++) trace.samples(0, 300, thread, stack)
  expect(trace.judge(lockConvoy)).toMatchObject({ kind: 'found', confidence: 'medium' })
})

test('without either it can’t be judged', () => {
  expect(new PlantedTrace().endAt(10).judge(lockConvoy)).toMatchObject({ kind: 'not-judged', question: 'locks' })
})

test('threads that wait for something else are no convoy', () => {
  const trace = new PlantedTrace()
  const handle = 'System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32)'
  const stack = trace.stack(...pool, taker, handle)
  for (let thread = 1; thread <= 3; thread++) trace.samples(0, 300, thread, stack)
  expect(trace.judge(lockConvoy)).toEqual({ kind: 'passed', measured: '0 ms waiting for locks' })
})

const kindOf = (threads: number, waits: number, ms: number) =>
  convoy(monitor, threads, waits).endAt(ms).judge(lockConvoy).kind

test('a convoy is twenty waits of three threads that take a twentieth of the time', () => {
  expect([kindOf(3, 20, 3200), kindOf(3, 20, 3201), kindOf(3, 19, 1000), kindOf(2, 20, 1000)]).toEqual([
    'found',
    'passed',
    'passed',
    'passed',
  ])
})

test('of many convoys the ten with the longest waits are evidence', () => {
  const trace = new PlantedTrace()
  for (let method = 0; method < 12; method++) {
    const stack = trace.stack(...pool, `Shop!Shop.Cache.Take${method}()`, ...monitor)
    for (let at = 0; at < 24; at++) trace.contention(at * 10, at * 10 + 3 + method / 10, 1 + (at % 4), stack)
  }
  const verdict = trace.endAt(1000).judge(lockConvoy)
  expect(verdict.kind === 'found' ? verdict.evidence.map(({ method }) => method) : []).toEqual(
    Array.from({ length: 10 }, (_, at) => `Cache.Take${11 - at}`),
  )
})
