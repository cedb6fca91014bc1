import type { SampleRuleId } from '../../../../shared/model/sample-rules.ts'

/** What a frame at the leaf of a stack says of its thread. */
export interface LeafRule {
  readonly rule: SampleRuleId
  /** It also runs for a while before it blocks; then the sample is of this rule instead. */
  readonly runs?: SampleRuleId
}

/** Methods (`Namespace.Type.Method`) that only block or only spin. From stacks of idle applications on .NET Core 3.1, 8, 9 and 10. */
const leaves: readonly (readonly [SampleRuleId, string, readonly string[], SampleRuleId?])[] = [
  ['sleep', 'System.Threading.Thread.', ['Sleep', 'SleepInternal', 'UninterruptibleSleep0']],
  ['thread-join', 'System.Threading.Thread.', ['Join', 'JoinInternal']],
  ['monitor-wait', 'System.Threading.Monitor.', ['Wait', 'ObjWait']],
  ['monitor-wait', 'System.Threading.', ['Condition.Wait', 'ManualResetEventSlim.Wait']],
  ['monitor-wait', 'System.Threading.LowLevelMonitor.', ['Wait', 'WaitCore']],
  ['monitor-wait', 'Interop+Sys.', ['LowLevelMonitor_Wait', 'LowLevelMonitor_TimedWait']],
  // Taking a free lock runs.
  [
    'lock-enter',
    'System.Threading.Monitor.',
    ['Enter', 'ReliableEnter', 'TryEnter', 'ReliableEnterTimeout'],
    'managed-code',
  ],
  // Flagged as managed code in a lock convoy as often as not, for threads that the system charged next to nothing.
  ['lock-enter', 'System.Threading.Monitor.', ['Enter_Slowpath', 'TryEnter_Slowpath']],
  ['lock-enter', 'System.Threading.Lock.', ['TryEnterSlow'], 'lock-spin'],
  [
    'wait-handle',
    'System.Threading.WaitHandle.',
    [
      'WaitOneCore',
      'WaitOneNoCheck',
      'WaitMultipleIgnoringSyncContext',
      'WaitMultipleIgnoringSyncContextCore',
      'WaitMultiple',
    ],
  ],
  ['wait-handle', 'System.Threading.WaitSubsystem+ThreadWaitInfo.', ['Wait']],
  ['wait-handle', 'Interop+Kernel32.', ['WaitForSingleObject', 'WaitForMultipleObjectsEx']],
  ['semaphore', 'System.Threading.SemaphoreSlim.', ['WaitUntilCountOrTimeout']],
  ['pool-worker', 'System.Threading.LowLevelLifoSemaphore.', ['Wait', 'WaitForSignal', 'WaitInternal', 'WaitNative']],
  ['pool-worker', 'System.Threading.PortableThreadPool+WorkerThread.', ['WorkerThreadStart']],
  ['pool-gate', 'System.Threading.PortableThreadPool+GateThread.', ['GateThreadStart']],
  ['timer-thread', 'System.Threading.TimerQueue.', ['TimerThread']],
  // Its loop also hands events on.
  ['socket-engine', 'System.Net.Sockets.SocketAsyncEngine.', ['EventLoop'], 'managed-code'],
  ['socket-engine', 'Interop+Sys.', ['WaitForSocketEvents']],
  ['socket-poll', 'Interop+Sys.', ['Poll']],
  ['sleep', 'Interop+Kernel32.', ['SleepEx']],
  ['pool-io', 'Interop+Kernel32.', ['GetQueuedCompletionStatus', 'GetQueuedCompletionStatusEx']],
  ['spin-wait', 'System.Threading.Thread.', ['SpinWait', 'SpinWaitInternal', 'Yield', 'YieldInternal']],
  ['spin-wait', 'System.Threading.SpinWait.', ['SpinOnce', 'SpinOnceCore', 'SpinUntil']],
  ['spin-wait', 'System.Threading.SpinLock.', ['ContinueTryEnter', 'ContinueTryEnterWithThreadTracking']],
  ['spin-wait', 'System.Threading.LowLevelSpinWaiter.', ['Wait', 'SpinWaitForCondition']],
]

const leafRules: ReadonlyMap<string, LeafRule> = new Map(
  leaves.flatMap(([rule, type, methods, runs]) =>
    methods.map((method): [string, LeafRule] => [
      `${type}${method}`,
      { rule, ...(runs === undefined ? {} : { runs }) },
    ]),
  ),
)

/** Functions of the operating system's libraries, where a stack has native frames with names. */
const nativeWait =
  /^(?:.*!)?_{0,2}(?:futex\w*|(?:do_)?futex_wait\w*|epoll_p?wait\w*|p?poll|nanosleep|clock_nanosleep\w*|sem_(?:timed)?wait\w*|pthread_cond_(?:timed|clock)?wait\w*|NtWaitFor\w+)$/

/** How waiting is done: between the leaf and the method that waits. */
const waitFrames =
  /^(?:Interop\+|\?!\?|System\.Threading\.(?:Thread\.(?:Sleep|Join|SpinWait|Yield)|Monitor\.|Condition\.|Lock\.|WaitHandle\.|WaitSubsystem|LowLevel|ManualResetEventSlim\.|SemaphoreSlim\.|SpinWait\.|Tasks\.Task(?:`1)?(?:\[.*\])?\.(?:InternalWait|SpinThenBlockingWait|SpinWait|Wait|get_Result|GetResultCore))|System\.Runtime\.CompilerServices\.\w*TaskAwaiter)/

/** Methods that wait until there is something to do. */
const waiters: readonly (readonly [SampleRuleId, RegExp])[] = [
  [
    'pool-worker',
    /^System\.Threading\.(?:PortableThreadPool\+WorkerThread\.WorkerThreadStart$|LowLevelLifoSemaphore\.Wait)/,
  ],
  ['pool-gate', /^System\.Threading\.PortableThreadPool\+GateThread\.GateThreadStart$/],
  ['pool-io', /^System\.Threading\.PortableThreadPool\+(?:IOCompletionPoller|WaitThread)\./],
  ['timer-thread', /^System\.Threading\.TimerQueue\.TimerThread$/],
  ['counter-timer', /^System\.Diagnostics\.Tracing\.CounterGroup\.PollForValues$/],
  ['socket-engine', /^System\.Net\.Sockets\.SocketAsyncEngine\.EventLoop$/],
  ['file-watcher', /^System\.IO\.FileSystemWatcher\+(?:RunningInstance|INotify)\.(?:TryReadEvent|ProcessEvents)$/],
  ['console-input', /^System\.(?:ConsolePal|IO\.StdInReader|ConsolePal\+\w+)\.Read\w*$/],
  ['signal-handler', /^System\.Runtime\.InteropServices\.PosixSignalRegistration\./],
  ['finalizer', /^(?:System\.GC\.\w*FinalizerThread\w*|System\.Runtime\.__Finalizer\.ProcessFinalizers)$/],
  ['event-dispatcher', /^System\.Diagnostics\.Tracing\.EventPipeEventDispatcher\.DispatchEventsToEventListeners$/],
  ['host-shutdown', /^Microsoft\.Extensions\.Hosting\.HostingAbstractionsHostExtensions\.(?:Run|WaitForShutdown)$/],
  [
    'kestrel-heartbeat',
    /^Microsoft\.AspNetCore\.Server\.Kestrel\.Core\.Internal\.Infrastructure\.Heartbeat\.TimerLoop$/,
  ],
  ['log-queue', /^Microsoft\.Extensions\.Logging\.Console\.ConsoleLoggerProcessor\.(?:TryDequeue|ProcessLogQueue)$/],
]

const gcPoll = /^System\.Threading\.Thread\.(?:PollGC\w*|<PollGC>g__PollGCWorker\|\w+)$/

/** What the name of one function says, wherever it is in a stack. */
export interface FrameFacts {
  /** At the leaf. */
  readonly leaf: LeafRule | null
  /** Above the leaf: what is done when everything below is only the way to wait. */
  readonly waiter: SampleRuleId | null
  readonly isWaitFrame: boolean
  /** Where managed code lets a collection begin: what it was called by runs. */
  readonly isGcPoll: boolean
}

export function frameFacts(fullName: string): FrameFacts {
  const bracket = fullName.indexOf('(')
  const name = bracket < 0 ? fullName : fullName.slice(0, bracket)
  return {
    leaf: leafRules.get(name) ?? (nativeWait.test(name) ? { rule: 'native-wait' } : null),
    waiter: waiters.find(([, pattern]) => pattern.test(name))?.[0] ?? null,
    isWaitFrame: waitFrames.test(name),
    isGcPoll: gcPoll.test(name),
  }
}
