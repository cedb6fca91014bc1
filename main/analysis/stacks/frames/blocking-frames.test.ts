import { describe, expect, test } from 'vitest'
import { frameFacts } from './blocking-frames.ts'

describe('the leaf of a stack', () => {
  test.each([
    ['System.Threading.Thread.Sleep(int32)', 'sleep', undefined],
    ['System.Threading.Monitor.Wait(class System.Object)', 'monitor-wait', undefined],
    ['System.Threading.Monitor.Enter(class System.Object)', 'lock-enter', 'managed-code'],
    ['System.Threading.Monitor.Enter_Slowpath(class System.Object)', 'lock-enter', undefined],
    ['System.Threading.Lock.TryEnterSlow(int32)', 'lock-enter', 'lock-spin'],
    ['System.Net.Sockets.SocketAsyncEngine.EventLoop()', 'socket-engine', 'managed-code'],
    ['System.Threading.SpinWait.SpinOnce(int32)', 'spin-wait', undefined],
  ])('%s says what its thread does', (name, rule, runs) => {
    expect(frameFacts(name).leaf).toEqual({ rule, ...(runs === undefined ? {} : { runs }) })
  })

  test.each([
    'futex',
    'futex_wait',
    'do_futex_wait',
    '__futex_abstimed_wait_common64',
    'epoll_wait',
    'epoll_pwait2',
    'poll',
    'ppoll',
    '__poll',
    'nanosleep',
    'clock_nanosleep',
    '__clock_nanosleep_time64',
    'sem_wait',
    'sem_timedwait',
    'sem_wait64',
    'pthread_cond_wait',
    'pthread_cond_timedwait',
    '__pthread_cond_clockwait64',
    'NtWaitForSingleObject',
    'libc.so.6!__poll',
    'ntdll!NtWaitForAlertByThreadId',
  ])('%s of the system waits', (name) => {
    expect(frameFacts(name).leaf).toEqual({ rule: 'native-wait' })
  })

  test.each([
    'Shop.Cart.Save()',
    'System.Threading.Thread.SleepWell()',
    'Shop.Monitor.Wait()',
    'polling',
    'my_poll',
    '___poll',
    'poll_all',
    'nanosleep_r',
    'pthread_cond_signal',
    'NtWaitFor',
  ])('%s may do anything', (name) => {
    expect(frameFacts(name).leaf).toBeNull()
  })
})

test.each([
  'Interop+Sys.Poll(int32)',
  '?!?',
  'System.Threading.Thread.SpinWait(int32)',
  'System.Threading.Monitor.Wait(class System.Object)',
  'System.Threading.LowLevelLifoSemaphore.Wait(int32)',
  'System.Threading.ManualResetEventSlim.Wait(int32)',
  'System.Threading.Tasks.Task.InternalWait(int32)',
  'System.Threading.Tasks.Task`1.get_Result()',
  'System.Threading.Tasks.Task`1[System.Int32].GetResultCore(bool)',
  'System.Threading.Tasks.Task.SpinThenBlockingWait(int32)',
  'System.Runtime.CompilerServices.TaskAwaiter.GetResult()',
])('%s is on the way to a wait', (name) => {
  expect(frameFacts(name).isWaitFrame).toBe(true)
})

test.each([
  'Shop.Interop+Sys.Poll()',
  'System.Threading.Thread.StartCallback()',
  'System.Threading.Tasks.Task.Run(class System.Action)',
  'System.Threading.Tasks.Task`1.InnerInvoke()',
  'Shop.System.Threading.Monitor.Wait()',
])('%s is not', (name) => {
  expect(frameFacts(name).isWaitFrame).toBe(false)
})

test.each([
  ['pool-worker', 'System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()'],
  ['pool-worker', 'System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32)'],
  ['pool-gate', 'System.Threading.PortableThreadPool+GateThread.GateThreadStart()'],
  ['pool-io', 'System.Threading.PortableThreadPool+IOCompletionPoller.Poll()'],
  ['pool-io', 'System.Threading.PortableThreadPool+WaitThread.WaitThreadStart()'],
  ['timer-thread', 'System.Threading.TimerQueue.TimerThread()'],
  ['counter-timer', 'System.Diagnostics.Tracing.CounterGroup.PollForValues()'],
  ['socket-engine', 'System.Net.Sockets.SocketAsyncEngine.EventLoop()'],
  ['file-watcher', 'System.IO.FileSystemWatcher+RunningInstance.ProcessEvents()'],
  ['file-watcher', 'System.IO.FileSystemWatcher+INotify.TryReadEvent(value class NotifyEvent&)'],
  ['console-input', 'System.ConsolePal.ReadKey(bool)'],
  ['console-input', 'System.IO.StdInReader.ReadLine()'],
  ['console-input', 'System.ConsolePal+UnixConsoleStream.Read(value class Span)'],
  ['signal-handler', 'System.Runtime.InteropServices.PosixSignalRegistration.Create()'],
  ['finalizer', 'System.GC.RunFinalizersFinalizerThread()'],
  ['finalizer', 'System.Runtime.__Finalizer.ProcessFinalizers()'],
  ['event-dispatcher', 'System.Diagnostics.Tracing.EventPipeEventDispatcher.DispatchEventsToEventListeners()'],
  ['host-shutdown', 'Microsoft.Extensions.Hosting.HostingAbstractionsHostExtensions.Run(class IHost)'],
  ['host-shutdown', 'Microsoft.Extensions.Hosting.HostingAbstractionsHostExtensions.WaitForShutdown(class IHost)'],
  ['kestrel-heartbeat', 'Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Infrastructure.Heartbeat.TimerLoop()'],
  ['log-queue', 'Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.TryDequeue()'],
  ['log-queue', 'Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.ProcessLogQueue()'],
])('%s is what waits in %s', (waiter, name) => {
  const { waiter: found, leaf } = frameFacts(name)
  expect([found, leaf?.rule ?? waiter]).toEqual([waiter, waiter])
  // The name of a method that an application happens to have, and one that only begins or ends like it.
  expect(frameFacts(`Shop.${name}`).waiter).toBeNull()
})

test.each([
  'System.Threading.TimerQueue.TimerThreadLoop()',
  'System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStarted()',
  'System.Threading.PortableThreadPool+GateThread.GateThreadStartup()',
  'System.ConsolePal.EnsureConsoleInitialized()',
  'System.GC.Collect()',
  'System.Net.Sockets.SocketAsyncEngine.EventLoops()',
  'Microsoft.Extensions.Hosting.HostingAbstractionsHostExtensions.RunAsync(class IHost)',
  'Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.EnqueueMessage()',
])('%s has something to do', (name) => {
  expect(frameFacts(name).waiter).toBeNull()
})

test('managed code lets a collection begin where it polls for one', () => {
  const polls = ['System.Threading.Thread.PollGC()', 'System.Threading.Thread.<PollGC>g__PollGCWorker|67_0()']
  const others = ['System.Threading.Thread.Sleep(int32)', 'Shop.System.Threading.Thread.PollGC()']
  expect([...polls, ...others].map((name) => frameFacts(name).isGcPoll)).toEqual([true, true, false, false])
})
