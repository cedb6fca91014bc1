import { describe, expect, it } from 'vitest'
import { StackRoles } from './stack-roles.ts'
import { PlantedTrace } from './testing/planted-trace.ts'

const threading = 'System.Private.CoreLib!System.Threading.'
const compiler = 'System.Private.CoreLib!System.Runtime.CompilerServices.'
const regexMatch = 'System.Text.RegularExpressions!System.Text.RegularExpressions.Regex.Match(string)'
const json = 'System.Text.Json!System.Text.Json.JsonSerializer.Serialize(class System.Object)'
const asyncBody = 'Shop!Shop.Orders+<PlaceAsync>d__1.MoveNext()'
const worker = `${threading}PortableThreadPool+WorkerThread.WorkerThreadStart()`
const timer = `${threading}TimerQueueTimer.Fire(bool)`
const wake = `${threading}Tasks.Task+SetOnInvokeMres.Invoke(class Task)`
const resumed = `${compiler}AsyncTaskMethodBuilder\`1+AsyncStateMachineBox\`1.MoveNext(class Thread)`
const shop = (method: string) => `Shop!Shop.Orders.${method}()`
const library = 'System.Private.CoreLib!System.Collections.Generic.List.Add(!0)'

/** Roles of the stack, root first, and the node of each of its frames. */
function rolesOf(...frames: readonly string[]) {
  const trace = new PlantedTrace()
  const stack = trace.stack(...frames)
  trace.samples(0, 1, 1, stack)
  const { tree, nodeOf } = treeOf(trace, stack)
  const path: number[] = []
  for (let node = nodeOf; node !== 0; node = tree.parentOf(node)) path.unshift(node)
  return { roles: new StackRoles(tree), nodes: path, leaf: nodeOf }
}

function treeOf(trace: PlantedTrace, stack: number) {
  const { tree } = trace.parts.sampled.prepare()
  return { tree, nodeOf: tree.nodeAt(trace.parts.sampled.stacks.nodeOf(stack), 0) }
}

const blockingOf = (...frames: readonly string[]) => {
  const { roles, leaf } = rolesOf(...frames)
  return roles.blockingOf(leaf)
}

const costlyOf = (...frames: readonly string[]) => {
  const { roles, leaf } = rolesOf(...frames)
  return roles.costlyOf(leaf)
}

describe('the application’s part of a stack', () => {
  it('is its innermost frame, and nothing where there is none', () => {
    const { roles, nodes } = rolesOf(worker, shop('Run'), library, shop('Place'), library)
    const [, run, , place] = nodes
    expect(nodes.map((node) => roles.applicationNode(node))).toEqual([0, run, run, place, place])
    expect(roles.applicationNode(0)).toBe(0)
  })

  it('is called by the frame of the application above it, unless a continuation lies between', () => {
    const direct = rolesOf(shop('Run'), library, shop('Place'))
    expect(direct.roles.callerNode(direct.leaf)).toBe(direct.nodes[0])
    const [first] = direct.nodes
    expect(direct.roles.callerNode(first!)).toBe(0)
    const continued = rolesOf(shop('Run'), library, resumed, shop('Place'), library, shop('Pay'))
    expect(continued.roles.callerNode(continued.nodes[3]!)).toBe(0)
    expect(continued.roles.callerNode(continued.leaf)).toBe(continued.nodes[3])
  })

  it('is in an asynchronous method when its body is above it, and that method is the application’s', () => {
    const { roles, nodes } = rolesOf(worker, asyncBody, library, shop('Pay'))
    expect(nodes.map((node) => roles.asyncNode(node))).toEqual([0, nodes[1], nodes[1], nodes[1]])
    const foreign = rolesOf('System.Net.Http!System.Net.Http.HttpClient+<SendAsync>d__1.MoveNext()', shop('Pay'))
    expect(foreign.roles.asyncNode(foreign.leaf)).toBe(0)
  })
})

describe('how a thread is kept waiting', () => {
  it.each([
    ['task', 'Tasks.Task.InternalWait(int32)'],
    ['task', 'Tasks.Task`1[System.Int32].WaitAllCore()'],
    ['sleep', 'Thread.Sleep(int32)'],
    ['join', 'Thread.Join()'],
    ['lock', 'Monitor.Enter(class System.Object)'],
    ['lock', 'Lock.EnterScope()'],
    ['semaphore', 'SemaphoreSlim.Wait(int32)'],
    ['handle', 'WaitHandle.WaitOne()'],
    ['monitor', 'Monitor.Wait(class System.Object)'],
    ['none', 'Monitor.Exit(class System.Object)'],
    ['none', 'Tasks.Task.InternalWaiting(int32)'],
  ])('is %s under %s', (kind, method) => {
    expect(blockingOf(shop('Place'), threading + method)).toBe(kind)
  })

  it('is what the application called first: what lies below is how that is done', () => {
    expect(
      blockingOf(
        shop('Place'),
        `${threading}Tasks.Task.InternalWait(int32)`,
        `${threading}Monitor.Wait(class System.Object)`,
      ),
    ).toBe('task')
    expect(blockingOf(`${threading}Thread.Sleep(int32)`, shop('Place'), library)).toBe('none')
    expect(blockingOf(shop('Place'))).toBe('none')
  })
})

describe('what costs much', () => {
  it('is what the application called first', () => {
    expect(costlyOf(shop('Place'), regexMatch, json)).toBe('regex')
    expect(costlyOf(shop('Place'), library, json, regexMatch)).toBe('serializer')
    expect(costlyOf(shop('Place'), library)).toBe('none')
    expect(costlyOf(regexMatch, shop('Evaluate'))).toBe('none')
  })
})

describe('the place of a stack', () => {
  it('is on the pool, and under a timer until its delay ends', () => {
    const onPool = rolesOf(worker, timer, library, shop('Tick'))
    expect(onPool.nodes.map((node) => onPool.roles.isOnPool(node))).toEqual([true, true, true, true])
    expect(onPool.nodes.map((node) => onPool.roles.isUnderTimer(node))).toEqual([false, true, true, true])
    const delay = rolesOf(timer, `${threading}Tasks.Task+DelayPromise.CompleteTimedOut()`, shop('AfterDelay'))
    expect(delay.nodes.map((node) => delay.roles.isUnderTimer(node))).toEqual([true, false, false])
    expect(delay.roles.isOnPool(delay.leaf)).toBe(false)
  })

  it('is a wake until the application is called again', () => {
    const { roles, nodes } = rolesOf(shop('Finish'), wake, library, shop('Place'), library)
    expect(nodes.map((node) => roles.isWake(node))).toEqual([false, true, true, false, false])
  })
})

it('knows stacks of any depth', () => {
  const deep = Array.from({ length: 300 }, (_, depth) => `Shop!Shop.Deep.Call${depth}()`)
  const { roles, nodes, leaf } = rolesOf(worker, ...deep, `${threading}Thread.Sleep(int32)`)
  expect([nodes.length, roles.blockingOf(leaf), roles.applicationNode(leaf), roles.isOnPool(leaf)]).toEqual([
    302,
    'sleep',
    nodes[300],
    true,
  ])
})
