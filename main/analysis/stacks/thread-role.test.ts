import { describe, expect, it } from 'vitest'
import type { PreparedSamples } from './prepared-samples.ts'
import { picture } from './testing/picture.ts'
import { threadRoles } from './thread-role.ts'

const worker = 'System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()'
const timer = 'System.Threading.TimerQueue.TimerThread()'

/** Roles of threads whose samples are these stacks, one after the other. */
function rolesOf(...samples: readonly (readonly [thread: number, stack: string])[]): readonly string[] {
  const { tree, leaves } = picture(samples.map(([, stack]) => stack))
  const prepared: PreparedSamples = {
    count: samples.length,
    ticks: new Float64Array(samples.length),
    threadIndex: Uint32Array.from(samples, ([thread]) => thread),
    node: Uint32Array.from(leaves),
    sampleClass: new Uint8Array(samples.length),
    rule: new Uint8Array(samples.length),
    isCorrected: new Uint8Array(samples.length),
  }
  return threadRoles(prepared, tree, 4)
}

const roleOf = (stack: string) => rolesOf([0, stack])[0]

const quiet = (count: number) => Array.from({ length: count }, () => [0, 'A()'] as const)

describe('the role of a thread', () => {
  it.each([
    ['Pool worker', worker],
    ['Pool worker', 'System.Threading._ThreadPoolWaitCallback.PerformWaitCallback()'],
    ['Pool worker', 'System.Threading.ThreadPoolWorkQueue.Dispatch()'],
    ['Pool gate', 'System.Threading.PortableThreadPool+GateThread.GateThreadStart()'],
    ['Pool I/O', 'System.Threading.PortableThreadPool+WaitThread.WaitThreadStart()'],
    ['Timer', timer],
    ['Sockets', 'System.Net.Sockets.SocketAsyncEngine.EventLoop()'],
    ['File watcher', 'System.IO.FileSystemWatcher+RunningInstance.Process()'],
    ['Finalizer', 'System.GC.RunFinalizers()'],
    ['Main', 'Shop.Program.Main(class'],
    ['Main', 'Program.<Main>$(class'],
    ['', 'Shop.Program.Mainly()'],
    ['', 'Shop.Work()'],
  ])('is %s under %s', (role, frame) => {
    expect(roleOf(`${frame};Deeper();Deepest()`)).toBe(role)
  })

  it('is told by its outermost frames, the first of them that says something', () => {
    expect(roleOf(`${worker};${timer}`)).toBe('Pool worker')
    expect(roleOf(`A();B();C();D();E();${timer};F()`)).toBe('Timer')
    expect(roleOf(`A();B();C();D();E();F();${timer}`)).toBe('')
  })

  it('is each thread’s own, and of the first sample that tells it', () => {
    expect(rolesOf([1, worker], [0, 'A()'], [0, timer], [0, worker], [3, 'A()'])).toEqual([
      'Timer',
      'Pool worker',
      '',
      '',
    ])
  })

  it('is looked for in the first four samples', () => {
    expect(rolesOf(...quiet(3), [0, timer])[0]).toBe('Timer')
    expect(rolesOf(...quiet(4), [0, timer])[0]).toBe('')
  })
})
