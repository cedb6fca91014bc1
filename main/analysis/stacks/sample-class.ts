import type { FunctionEntry, FunctionTable } from '../code/function-table.ts'
import { sampleKinds } from './samples.ts'

/**
 * What a thread was doing as far as a sample can tell. `running`: in managed code. `waiting`: in native code called by a method
 * that is known to block. `unknown`: in native code otherwise, running or blocked.
 */
export const sampleClasses = ['running', 'waiting', 'unknown'] as const
export type SampleClass = (typeof sampleClasses)[number]
export const classIndex = { running: 0, waiting: 1, unknown: 2 } as const

/**
 * Methods (`Namespace.Type.Method`) whose native part does nothing but wait: sleeping, locks, wait handles, queues of idle
 * threads, readiness of sockets. From the stacks of idle applications on .NET Core 3.1, 8, 9 and 10.
 */
const waitingMethods = new Set([
  'System.Threading.Thread.Sleep',
  'System.Threading.Thread.SleepInternal',
  'System.Threading.Thread.Join',
  'System.Threading.Thread.JoinInternal',
  'System.Threading.Monitor.Wait',
  'System.Threading.Monitor.ObjWait',
  'System.Threading.Monitor.Enter',
  'System.Threading.Monitor.ReliableEnter',
  'System.Threading.Monitor.TryEnter',
  'System.Threading.Monitor.ReliableEnterTimeout',
  'System.Threading.Monitor.Enter_Slowpath',
  'System.Threading.Monitor.TryEnter_Slowpath',
  'System.Threading.Condition.Wait',
  'System.Threading.Lock.TryEnterSlow',
  'System.Threading.WaitHandle.WaitOneCore',
  'System.Threading.WaitHandle.WaitOneNoCheck',
  'System.Threading.WaitHandle.WaitMultipleIgnoringSyncContext',
  'System.Threading.WaitHandle.WaitMultiple',
  'System.Threading.ManualResetEventSlim.Wait',
  'System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout',
  'System.Threading.LowLevelLifoSemaphore.Wait',
  'System.Threading.LowLevelLifoSemaphore.WaitForSignal',
  'System.Threading.LowLevelLifoSemaphore.WaitInternal',
  'System.Threading.LowLevelLifoSemaphore.WaitNative',
  'System.Threading.LowLevelMonitor.Wait',
  'System.Threading.LowLevelMonitor.WaitCore',
  'System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart',
  'System.Threading.PortableThreadPool+GateThread.GateThreadStart',
  'System.Threading.TimerQueue.TimerThread',
  'System.Net.Sockets.SocketAsyncEngine.EventLoop',
  'Interop+Sys.WaitForSocketEvents',
  'Interop+Sys.LowLevelMonitor_Wait',
  'Interop+Sys.LowLevelMonitor_TimedWait',
  'Interop+Sys.Poll',
  'Interop+Kernel32.SleepEx',
  'Interop+Kernel32.GetQueuedCompletionStatus',
  'Interop+Kernel32.GetQueuedCompletionStatusEx',
  'Interop+Kernel32.WaitForSingleObject',
])

/** Tells classes of samples by the function at the leaf; each function is looked at once. */
export class SampleClassifier {
  readonly #functions: FunctionTable
  readonly #isWaiting: (boolean | undefined)[] = []

  constructor(functions: FunctionTable) {
    this.#functions = functions
  }

  /** Index into `sampleClasses`. */
  classOf(kind: number, leafFunction: number): number {
    if (kind === sampleKinds.managed) return classIndex.running
    if (kind !== sampleKinds.external) return classIndex.unknown
    const isWaiting = (this.#isWaiting[leafFunction] ??= isWaitingFunction(this.#functions.get(leafFunction)))
    return isWaiting ? classIndex.waiting : classIndex.unknown
  }
}

export function isWaitingFunction({ name }: Pick<FunctionEntry, 'name'>): boolean {
  const bracket = name.indexOf('(')
  return waitingMethods.has(bracket < 0 ? name : name.slice(0, bracket))
}
