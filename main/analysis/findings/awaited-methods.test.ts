import { expect, test } from 'vitest'
import { asyncCallees, awaitedBy } from './awaited-methods.ts'
import { PlantedTrace, pool, taskWait } from './testing/planted-trace.ts'

const corelib = 'System.Private.CoreLib!'
const main = 'Shop!Shop.Program.Main()'
const caller = 'Shop!Shop.Stock.ReserveBlocking(int32)'
const otherCaller = 'Shop!Shop.Prices.LoadBlocking()'
const method = (name: string) => `Shop!Shop.Client.${name}(int32)`
const body = (name: string) => `Shop!Shop.Client+<${name}>d__3.MoveNext()`
const start = `${corelib}System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start(!!0&)`
const builderStart = `${corelib}System.Runtime.CompilerServices.AsyncTaskMethodBuilder\`1[System.Int32].Start(!!0&)`
const resume = `${corelib}System.Threading.Tasks.Task.RunContinuations(class System.Object)`
const wake = `${corelib}System.Threading.Tasks.Task+SetOnInvokeMres.Invoke(class System.Threading.Tasks.Task)`

/** Callers, and the asynchronous methods that were seen below them. */
function callees(...stacks: readonly (readonly string[])[]): readonly unknown[] {
  const trace = new PlantedTrace()
  for (const frames of stacks) trace.stack(...frames)
  const { roles } = trace.facts
  return Array.from(asyncCallees(roles), ([of, names]) => [roles.tree.functions.get(of).displayName, ...names])
}

test('an asynchronous method is called by who calls it, whatever starts its body', () => {
  const called = [['Stock.ReserveBlocking', 'Client.ReserveAsync']]
  expect(callees([main, caller, method('ReserveAsync'), start, body('ReserveAsync')])).toEqual(called)
  expect(callees([main, caller, method('ReserveAsync'), builderStart, start, body('ReserveAsync')])).toEqual(called)
  expect(callees([main, caller, start, body('ReserveAsync')])).toEqual(called)
  // Optimized code calls the body straight away.
  expect(callees([main, caller, body('ReserveAsync')])).toEqual(called)
})

test('each method that a caller was seen to call is one of its callees', () => {
  expect(
    callees(
      [main, caller, start, body('ReserveAsync')],
      [main, caller, start, body('ReserveAsync'), 'Shop!Shop.Client.Sum()'],
      [main, caller, start, body('ReleaseAsync')],
      [main, otherCaller, start, body('ReserveAsync')],
    ),
  ).toEqual([
    ['Stock.ReserveBlocking', 'Client.ReserveAsync', 'Client.ReleaseAsync'],
    ['Prices.LoadBlocking', 'Client.ReserveAsync'],
  ])
})

test('a body that the framework goes on with, or that nobody calls, has no caller', () => {
  expect(callees([...pool, caller, resume, body('ReserveAsync')])).toEqual([])
  expect(callees([body('ReserveAsync')], [start, body('ReleaseAsync')])).toEqual([])
})

interface Wait {
  readonly by: string
  readonly endMs: number
}

/** Waits for tasks of ten milliseconds each, and asynchronous methods that wake somebody at a time. */
function recorded(waits: readonly Wait[], wakes: readonly (readonly [name: string, atMs: number])[]) {
  const trace = new PlantedTrace()
  for (const [thread, { by, endMs }] of waits.entries())
    trace.wait(endMs - 10, endMs, thread + 1, trace.stack(...pool, by, ...taskWait))
  for (const [name, atMs] of wakes) trace.samples(atMs, atMs + 1, 90, trace.stack(...pool, body(name), wake))
  return trace
}

/** What the two callers wait for. */
function awaited(trace: PlantedTrace): readonly (string | null)[] {
  const { facts } = trace
  const of = awaitedBy(facts, facts.parts.waits)
  const { functions } = facts.roles.tree
  return [caller, otherCaller].map((frame) => {
    const [module = '', name = ''] = frame.split('!')
    return of(functions.find(name, module))
  })
}

/** What is awaited when these methods were seen below the caller, and another one woke it. */
const seen = (...names: readonly string[]) => {
  const trace = recorded([{ by: caller, endMs: 100 }], [['SaveAsync', 99]])
  for (const name of names) trace.stack(...pool, caller, start, body(name))
  return awaited(trace)
}

test('a call waits for the one method that was seen below it, before those that wake it are asked', () => {
  expect(seen('ReserveAsync')).toEqual(['Client.ReserveAsync', null])
  // Of two nobody knows which.
  expect(seen('ReserveAsync', 'ReleaseAsync')).toEqual(['Client.SaveAsync', null])
})

test.each([
  [96, null],
  [97, 'Client.SaveAsync'],
  [100, 'Client.SaveAsync'],
  [101, null],
])('a wait that ends at 100 ms may have been woken at %i ms: %s', (atMs, expected) => {
  expect(awaited(recorded([{ by: caller, endMs: 100 }], [['SaveAsync', atMs]]))).toEqual([expected, null])
})

test('two callers that go on at one time are woken by nobody that could be named', () => {
  const both = [
    { by: caller, endMs: 100 },
    { by: otherCaller, endMs: 101 },
  ]
  expect(awaited(recorded(both, [['SaveAsync', 99]]))).toEqual([null, null])
  // The second one is too far away from the first wake, and the first one is over at the second.
  const apart = [
    { by: caller, endMs: 100 },
    { by: otherCaller, endMs: 110 },
  ]
  expect(
    awaited(
      recorded(apart, [
        ['SaveAsync', 99],
        ['LoadAsync', 108],
      ]),
    ),
  ).toEqual(['Client.SaveAsync', 'Client.LoadAsync'])
})

test('of several methods that woke a caller the most frequent one counts', () => {
  const waits = [100, 200, 300, 400].map((endMs) => ({ by: caller, endMs }))
  const wakes = [
    ['SaveAsync', 99],
    ['LoadAsync', 199],
    ['LoadAsync', 299],
    ['SaveAsync', 500],
  ] as const
  expect(awaited(recorded(waits, wakes))).toEqual(['Client.LoadAsync', null])
})

test('a wake by code that is no asynchronous method, and the end of another kind of wait, say nothing', () => {
  const trace = recorded([{ by: caller, endMs: 100 }], [])
  trace.samples(99, 100, 90, trace.stack(...pool, 'Shop!Shop.Client.Sum()', wake))
  expect(awaited(trace)).toEqual([null, null])
  const handle = recorded([], [['SaveAsync', 99]])
  handle.wait(90, 100, 1, handle.stack(...pool, caller, `${corelib}System.Threading.WaitHandle.WaitOneNoCheck(int32)`))
  expect(awaited(handle)).toEqual([null, null])
})
