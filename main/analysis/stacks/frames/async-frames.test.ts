import { expect, test } from 'vitest'
import { PlantedTrace } from '../../findings/testing/planted-trace.ts'
import { AsyncFrames } from './async-frames.ts'

const corelib = 'System.Private.CoreLib!'
const main = 'Shop!Shop.Program.Main()'
const method = 'Shop!Shop.Cart.SaveAsync(int32)'
const body = 'Shop!Shop.Cart+<SaveAsync>d__3.MoveNext()'
const inner = 'Shop!Shop.Cart+<LoadAsync>d__4.MoveNext()'
const sum = 'Shop!Shop.Cart.Sum()'
const builderStart = `${corelib}System.Runtime.CompilerServices.AsyncTaskMethodBuilder\`1[System.Int32].Start(!!0&)`
const coreStart = `${corelib}System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start(!!0&)`
const continuations = `${corelib}System.Threading.Tasks.Task.RunContinuations(class System.Object)`
const box = `${corelib}System.Runtime.CompilerServices.AsyncTaskMethodBuilder\`1+AsyncStateMachineBox\`1.MoveNext(class Thread)`
const dispatch = `${corelib}System.Threading.ThreadPoolWorkQueue.Dispatch()`

/** What a stack says at its leaf, by frames as they were written; null: none. */
function asyncOf(...stack: readonly string[]) {
  const trace = new PlantedTrace()
  const index = trace.stack(...stack)
  const { stacks } = trace.parts.sampled
  const { tree } = trace.parts.sampled.prepare()
  const frames = new AsyncFrames(tree)
  const path: number[] = []
  for (let node = tree.nodeAt(stacks.nodeOf(index), 0); node !== 0; node = tree.parentOf(node)) path.unshift(node)
  const frame = (node: number) => (node === 0 ? null : stack[path.indexOf(node)]!)
  const leaf = path.at(-1)!
  return {
    body: frame(frames.bodyAt(leaf)),
    resumed: frame(frames.resumedAt(leaf)),
    caller: frame(frames.callerOf(leaf)),
  }
}

test('the body of an asynchronous method that was called has the caller of its method', () => {
  const started = { body, resumed: null, caller: main }
  expect(asyncOf(main, method, builderStart, coreStart, body)).toEqual(started)
  expect(asyncOf(main, method, coreStart, body)).toEqual(started)
  expect(asyncOf(main, coreStart, body)).toEqual(started)
  expect(asyncOf(main, body)).toEqual(started)
  expect(asyncOf(main, 'Shop!Shop.Cart.SaveAsync[System.__Canon](int32)', builderStart, body)).toEqual(started)
  expect(asyncOf(method, builderStart, coreStart, body)).toEqual({ ...started, caller: null })
})

test('another method of a like name is the caller', () => {
  const like = 'Shop!Shop.Cart.SaveAsyncLater(int32)'
  expect(asyncOf(main, like, coreStart, body).caller).toBe(like)
  expect(asyncOf(main, sum).caller).toBe(main)
})

const starts = (count: number) =>
  Array.from({ length: count }, (_, index) => coreStart.replace('Core.Start', `Core.Start[T${String(index)}]`))

test('a body that too much started is called by what started it', () => {
  expect(asyncOf(main, ...starts(4), body).caller).toBe(main)
  expect(asyncOf(main, ...starts(5), body).caller).toBe(starts(1)[0])
})

test('a body that the framework goes on with was resumed, and so was all that it calls', () => {
  expect(asyncOf(dispatch, box, body)).toEqual({ body, resumed: body, caller: box })
  expect(asyncOf(dispatch, continuations, body).resumed).toBe(body)
  expect(asyncOf(dispatch, box, body, sum)).toEqual({ body, resumed: body, caller: body })
  expect(asyncOf(dispatch, box, body, coreStart, inner)).toEqual({ body: inner, resumed: body, caller: body })
  const runAction = `${corelib}System.Threading.Tasks.AwaitTaskContinuation.RunOrScheduleAction(class Box)`
  expect(asyncOf(dispatch, runAction, body).resumed).toBe(body)
})

const between = (count: number) =>
  Array.from({ length: count }, (_, index) => `${corelib}System.Threading.ExecutionContext.Run${String(index)}()`)

test('what other code goes on with was not resumed, and neither was what lies too deep below', () => {
  expect(asyncOf(dispatch, box, sum, body).resumed).toBeNull()
  expect(asyncOf(box, ...between(3), body).resumed).toBe(body)
  expect(asyncOf(box, ...between(4), body).resumed).toBeNull()
  expect(asyncOf(...between(3), body).resumed).toBeNull()
})

test('a tree of thousands of frames is looked at to its end', () => {
  const frames = Array.from({ length: 3000 }, (_, index) => `Shop!Shop.F${String(index)}()`)
  expect(asyncOf(dispatch, box, body, ...frames)).toEqual({ body, resumed: body, caller: frames.at(-2) })
})

test('frames that come into a tree later are looked at then', () => {
  const trace = new PlantedTrace()
  const first = trace.stack(main, body)
  const later = trace.stack(dispatch, box, inner)
  const { stacks } = trace.parts.sampled
  const { tree } = trace.parts.sampled.prepare()
  const frames = new AsyncFrames(tree)
  const node = (stack: number) => tree.nodeAt(stacks.nodeOf(stack), 0)
  expect([frames.bodyAt(node(first)), frames.resumedAt(node(first))]).toEqual([node(first), 0])
  expect([frames.resumedAt(node(later)), frames.bodyAt(node(later))]).toEqual([node(later), node(later)])
})
