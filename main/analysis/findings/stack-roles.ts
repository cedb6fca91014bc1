import type { FunctionEntry } from '../code/function-table.ts'
import { grownColumn } from '../grown-column.ts'
import { work } from '../../nettrace/work-steps.ts'
import type { FunctionTree } from '../stacks/trees/function-tree.ts'
import { isOwnCode, type IsOwnCode } from '../stacks/frames/own-code.ts'
import { isAsyncBody, nameWithoutArguments } from '../names/async-names.ts'

/** How a thread is kept waiting; `none`: it is not, as far as the names of its frames say. */
export const blockingKinds = ['none', 'task', 'sleep', 'join', 'lock', 'handle', 'semaphore', 'monitor'] as const
export type BlockingKind = (typeof blockingKinds)[number]

/** Parts of .NET that cost much when they are used carelessly. */
export const costlyParts = ['none', 'regex', 'serializer', 'timer'] as const
export type CostlyPart = (typeof costlyParts)[number]

const blockingMethods: readonly (readonly [BlockingKind, RegExp])[] = [
  [
    'task',
    /^System\.Threading\.Tasks\.Task(?:`1)?(?:\[.*\])?\.(?:InternalWait|InternalWaitCore|SpinThenBlockingWait|WaitAllBlockingCore|WaitAllCore|WaitAnyCore|WaitAny)$/,
  ],
  ['sleep', /^System\.Threading\.Thread\.(?:Sleep|SleepInternal|UninterruptibleSleep0)$/],
  ['join', /^System\.Threading\.Thread\.(?:Join|JoinInternal)$/],
  [
    'lock',
    /^System\.Threading\.(?:Monitor\.(?:Enter|ReliableEnter|TryEnter|ReliableEnterTimeout|Enter_Slowpath|TryEnter_Slowpath)|Lock\.(?:Enter|EnterScope|EnterAndGetCurrentThreadId|TryEnterSlow|TryEnter_Outlined|TryEnter))$/,
  ],
  [
    'semaphore',
    /^System\.Threading\.(?:SemaphoreSlim|ManualResetEventSlim|CountdownEvent|Barrier|ReaderWriterLockSlim)\.(?:Wait|WaitCore|WaitUntilCountOrTimeout|SignalAndWait|TryEnterReadLockCore|TryEnterWriteLockCore)$/,
  ],
  ['handle', /^System\.Threading\.WaitHandle\.Wait/],
  ['monitor', /^System\.Threading\.(?:Monitor\.(?:Wait|ObjWait)|Condition\.Wait)$/],
]

const costlyMethods: readonly (readonly [CostlyPart, RegExp])[] = [
  ['regex', /^System\.Text\.RegularExpressions\./],
  [
    'serializer',
    /^(?:System\.Text\.Json\.|System\.Xml\.Serialization\.|System\.Runtime\.Serialization\.|Newtonsoft\.Json\.|MessagePack\.|ProtoBuf\.)/,
  ],
]

/** Work of the pool begins under these. */
const poolRoot =
  /^System\.Threading\.(?:ThreadPoolWorkQueue\.Dispatch|_ThreadPoolWaitCallback\.PerformWaitCallback|PortableThreadPool\+WorkerThread\.)/
/** In optimized code Fire is part of what the pool runs. */
const timerRoot =
  /^System\.Threading\.(?:TimerQueueTimer\.(?:Fire|CallCallback|System\.Threading\.IThreadPoolWorkItem\.Execute)|TimerQueue\.FireNextTimers)/

/** A timer that ends a Task.Delay goes on with whatever awaited it: no callback of a timer. */
const timerEnd = /^System\.Threading\.Tasks\.Task\+DelayPromise/

/** A task that ends wakes the thread that waits for it. */
const wake = /^System\.Threading\.(?:Tasks\.Task\+SetOnInvokeMres\.Invoke|ManualResetEventSlim\.Set)$/

/** Runs what awaited a task that has ended. */
const continuation = /^System\.Runtime\.CompilerServices\.Async\w*MethodBuilder.*\+AsyncStateMachineBox/

interface FunctionRole {
  readonly isApplication: boolean
  readonly isAsync: boolean
  readonly isPool: boolean
  readonly isTimer: boolean
  readonly isTimerEnd: boolean
  readonly isWake: boolean
  readonly isContinuation: boolean
  readonly blocking: number
  readonly costly: number
}

const onPool = 1
const underTimer = 2
const inWake = 4
const resumed = 8

/**
 * What the frames of a stack mean, for every node of the tree in one pass: parents have smaller numbers, so each node knows
 * what lies above it without a walk. The tree grows where the function of an address depends on the time.
 */
export class StackRoles {
  readonly tree: FunctionTree
  readonly isOwn: IsOwnCode
  readonly #roles: (FunctionRole | undefined)[] = []
  /** Node of the nearest frame of the application, and of the nearest that is the body of an asynchronous method; 0: none. */
  #application = new Int32Array(1)
  #async = new Int32Array(1)
  /** First blocking and first costly call below the application's frame. */
  #blocking = new Uint8Array(1)
  #costly = new Uint8Array(1)
  #place = new Uint8Array(1)
  #count = 1

  constructor(tree: FunctionTree, isOwn: IsOwnCode = isOwnCode) {
    this.tree = tree
    this.isOwn = isOwn
  }

  /** Node of the innermost frame of the application; 0 when there is none. */
  applicationNode(node: number): number {
    this.#fill()
    return this.#application[node]!
  }

  asyncNode(node: number): number {
    this.#fill()
    return this.#async[node]!
  }

  blockingOf(node: number): BlockingKind {
    this.#fill()
    return blockingKinds[this.#blocking[node]!]!
  }

  costlyOf(node: number): CostlyPart {
    this.#fill()
    return costlyParts[this.#costly[node]!]!
  }

  isOnPool(node: number): boolean {
    this.#fill()
    return (this.#place[node]! & onPool) !== 0
  }

  isUnderTimer(node: number): boolean {
    this.#fill()
    return (this.#place[node]! & underTimer) !== 0
  }

  /** Node of the frame of the application that called the one at the node; 0 when there is none, or a continuation lies between. */
  callerNode(node: number): number {
    this.#fill()
    const above = this.tree.parentOf(node)
    return (this.#place[above]! & resumed) === 0 ? this.#application[above]! : 0
  }

  /** The frames below the application's wake a thread that waits for a task. */
  isWake(node: number): boolean {
    this.#fill()
    return (this.#place[node]! & inWake) !== 0
  }

  #fill(): void {
    const { tree } = this
    if (this.#count >= tree.count) return
    this.#reserve(tree.count)
    work.steps += tree.count - this.#count
    for (; this.#count < tree.count; this.#count++) this.#add(this.#count)
  }

  #reserve(count: number): void {
    while (this.#application.length < count) {
      this.#application = grownColumn(this.#application, Int32Array)
      this.#async = grownColumn(this.#async, Int32Array)
      this.#blocking = grownColumn(this.#blocking, Uint8Array)
      this.#costly = grownColumn(this.#costly, Uint8Array)
      this.#place = grownColumn(this.#place, Uint8Array)
    }
  }

  #add(node: number): void {
    const of = this.tree.functionOf(node)
    const role = (this.#roles[of] ??= roleOf(this.tree.functions.get(of), this.isOwn))
    const above = this.tree.parentOf(node)
    this.#place[node] = (this.#place[above]! | placeOf(role)) & ~leftBy(role)
    this.#async[node] = role.isAsync && role.isApplication ? node : this.#async[above]!
    if (role.isApplication) {
      this.#application[node] = node
      return
    }
    this.#application[node] = this.#application[above]!
    this.#blocking[node] = this.#blocking[above]! || role.blocking
    this.#costly[node] = this.#costly[above]! || role.costly
  }
}

function placeOf({ isPool, isTimer, isWake, isContinuation }: FunctionRole): number {
  return (isPool ? onPool : 0) | (isTimer ? underTimer : 0) | (isWake ? inWake : 0) | (isContinuation ? resumed : 0)
}

function leftBy({ isTimerEnd, isApplication }: FunctionRole): number {
  return (isTimerEnd ? underTimer : 0) | (isApplication ? inWake | resumed : 0)
}

function roleOf(entry: FunctionEntry, isOwn: IsOwnCode): FunctionRole {
  const name = nameWithoutArguments(entry.name)
  return {
    isApplication: isOwn(entry),
    isAsync: isAsyncBody(entry),
    isPool: poolRoot.test(name),
    isTimer: timerRoot.test(name),
    isTimerEnd: timerEnd.test(name),
    isWake: wake.test(name),
    isContinuation: continuation.test(name),
    blocking: blockingKinds.indexOf(blockingMethods.find(([, pattern]) => pattern.test(name))?.[0] ?? 'none'),
    costly: costlyParts.indexOf(costlyMethods.find(([, pattern]) => pattern.test(name))?.[0] ?? 'none'),
  }
}
