import { expect, test } from 'vitest'
import { type SampleRuleId, sampleRules } from '../../../shared/model/sample-rules.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { traceSampleClasses } from '../../../shared/model/trace/trace-selection.ts'
import { classCounts, prepareSamples, ruleCounts } from './prepared-samples.ts'
import { SampleClassifier } from './sample-class.ts'
import { Samples, sampleKinds } from './samples.ts'
import { picture } from './testing/picture.ts'

const { managed, external, error } = sampleKinds
const T = 'System.Threading'
const worker = `${T}.Thread.StartCallback;${T}.PortableThreadPool+WorkerThread.WorkerThreadStart`
const lifo = `${worker};${T}.LowLevelLifoSemaphore.Wait`
const dispatch = `${worker};${T}.ThreadPoolWorkQueue.Dispatch`
const taskWait = `${T}.Tasks.Task.InternalWait;${T}.Tasks.Task.SpinThenBlockingWait;${T}.ManualResetEventSlim.Wait;${T}.Monitor.Wait`
const poll = `${T}.Thread.<PollGC>g__PollGCWorker|67_0`
const host = 'Microsoft.Extensions.Hosting.HostingAbstractionsHostExtensions.Run'

function ruleOf(stack: string, kind: number): SampleRuleId {
  const { tree, leaves } = picture([stack])
  return sampleRules[new SampleClassifier(tree).ruleOf(kind, leaves[0]!)]!.id
}

test.each<[SampleRuleId, string]>([
  ['sleep', `Main;${T}.Thread.Sleep`],
  ['thread-join', `Main;${T}.Thread.Join`],
  ['monitor-wait', `Main;${taskWait}`],
  ['wait-handle', `Main;${T}.WaitHandle.WaitOneNoCheck`],
  ['lock-enter', `Main;${T}.Monitor.Enter;${T}.Monitor.Enter_Slowpath`],
  ['semaphore', `Main;${T}.SemaphoreSlim.WaitUntilCountOrTimeout`],
  ['socket-poll', 'Main;Shop.Reader.Read;Interop+Sys.Poll'],
  ['native-wait', 'Main;futex_wait'],
  ['native-wait', 'Main;libc.so.6!__epoll_wait'],
  ['pool-worker', `${lifo};${T}.LowLevelLifoSemaphore.WaitForSignal;${T}.LowLevelLifoSemaphore.WaitNative`],
  ['pool-worker', `${lifo};${T}.LowLevelSpinWaiter.Wait`],
  ['pool-worker', `${lifo};${T}.LowLevelSpinWaiter.Wait;${poll}`],
  ['pool-worker', `${worker};[stub]`],
  ['pool-gate', `${T}.PortableThreadPool+GateThread.GateThreadStart;${T}.WaitHandle.WaitOneNoCheck`],
  ['timer-thread', `${T}.TimerQueue.TimerThread;${T}.WaitHandle.WaitOneNoCheck`],
  ['counter-timer', `System.Diagnostics.Tracing.CounterGroup.PollForValues;${T}.WaitHandle.WaitOneNoCheck`],
  ['socket-engine', 'System.Net.Sockets.SocketAsyncEngine.EventLoop;[stub]'],
  ['host-shutdown', `Main;${host};${taskWait}`],
  [
    'kestrel-heartbeat',
    `Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Infrastructure.Heartbeat.TimerLoop;${T}.ManualResetEventSlim.Wait;${T}.Monitor.Wait`,
  ],
  ['spin-wait', `Main;${T}.SpinWait.SpinOnceCore`],
  ['spin-wait', `Main;Work;${T}.Thread.SpinWait`],
])('%s, whatever the runtime reports: %s', (rule, stack) => {
  expect([managed, external, error].map((kind) => ruleOf(stack, kind))).toEqual([rule, rule, rule])
})

test.each<[SampleRuleId, number, string]>([
  ['managed-code', managed, 'Main;Work'],
  ['native-code', external, 'Main;Work'],
  ['native-code', external, 'Main;Work;[stub]'],
  ['no-state', error, 'Main;Work'],
  ['native-code', external, ''],
  // Taking a free lock runs, trying for a while spins, and then it blocks.
  ['managed-code', managed, `Main;${T}.Monitor.Enter`],
  ['lock-enter', external, `Main;${T}.Monitor.Enter`],
  ['lock-spin', managed, `Main;${T}.Lock.TryEnterSlow`],
  ['lock-enter', external, `Main;${T}.Lock.TryEnterSlow`],
  // The event loop hands events on; a worker of the pool starts others and does its work.
  ['managed-code', managed, 'System.Net.Sockets.SocketAsyncEngine.EventLoop'],
  ['managed-code', managed, 'System.Net.Sockets.SocketAsyncEngine.EventLoop;HandleSocketEvents'],
  ['managed-code', managed, `${dispatch};Shop.Work`],
  ['native-code', external, `${dispatch};Shop.Work`],
  ['sleep', external, `${dispatch};Shop.Work;${T}.Thread.Sleep`],
  ['monitor-wait', external, `${dispatch};Shop.Work;${taskWait}`],
  ['native-code', external, `${T}.PortableThreadPool+GateThread.GateThreadStart;Maybe;${T}.Thread.StartCore`],
  ['native-code', external, `${dispatch};${T}.LowLevelLifoSemaphore.Release;Interop+Kernel32.ReleaseSemaphore`],
  // A read blocks or runs; of a thread that does nothing else it is known.
  ['native-code', external, 'Main;Shop.Import;Interop+Sys.Read'],
  ['console-input', external, 'Main;System.IO.StreamReader.ReadBuffer;System.ConsolePal.Read;Interop+Sys.Read'],
  ['file-watcher', external, 'System.IO.FileSystemWatcher+RunningInstance.TryReadEvent;Interop+Sys.Read'],
  // Work that a wait runs in its place is no wait.
  ['managed-code', managed, `Main;${host};${T}.Tasks.Task.InternalWait;Shop.Startup`],
  ['managed-code', managed, 'Main;Shop.System.Threading.Thread.Sleep'],
  ['gc-poll', managed, `Main;Shop.ParseCatalog;${poll}`],
])('%s for kind %i: %s', (rule, kind, stack) => {
  expect(ruleOf(stack, kind)).toBe(rule)
})

function prepared(lines: readonly (readonly [stack: string, kind: number])[], polls: 'leaf' | 'caller' = 'caller') {
  const { stacks, tree, leaves } = picture(lines.map(([stack]) => stack))
  const samples = new Samples()
  const feed = new EventFeed(samples)
  const type = { provider: 'Microsoft-DotNETCore-SampleProfiler', eventId: 0, name: '', opcode: 0, fields: [] }
  for (const [index, [, kind]] of lines.entries())
    feed.push(type, { ticks: index, stack: index + 1 }, Uint8Array.of(kind, 0, 0, 0))
  return { tree, leaves, samples: prepareSamples(samples, stacks, tree, polls) }
}

test('counts samples by class and by rule, with those that the runtime reported otherwise', () => {
  const { samples, tree, leaves } = prepared([
    ['Main;Work', managed],
    [lifo, managed],
    [lifo, external],
    [`Main;${T}.Thread.SpinWait`, external],
    ['Main;Native', external],
  ])
  expect(classCounts(samples, {})).toEqual({ running: 1, spinning: 1, waiting: 0, idle: 2, unknown: 1 })
  expect(ruleCounts(samples, {})).toEqual([
    { rule: 'pool-worker', count: 2, correctedCount: 1 },
    { rule: 'managed-code', count: 1, correctedCount: 0 },
    { rule: 'spin-wait', count: 1, correctedCount: 1 },
    { rule: 'native-code', count: 1, correctedCount: 0 },
  ])
  expect(ruleCounts(samples, {}, (node) => tree.functionOf(node) === tree.functionOf(leaves[0]!))).toEqual([
    { rule: 'managed-code', count: 1, correctedCount: 0 },
  ])
})

test('samples of other tools are of no class, whatever their stack says', () => {
  const { stacks, tree } = picture([`Main;${T}.Thread.Sleep`])
  const samples = new Samples()
  samples.addImported(5, 0, 1, 3)
  const { sampleClass, rule, isCorrected, count } = prepareSamples(samples, stacks, tree)
  expect([count, traceSampleClasses[sampleClass[0]!], sampleRules[rule[0]!]?.id, isCorrected[0]]).toEqual([
    1,
    'unknown',
    'imported',
    0,
  ])
})

test('samples in a poll for a collection count for its caller, and for Microsoft’s tools at the leaf', () => {
  const stack: readonly (readonly [string, number])[] = [[`Main;Shop.ParseCatalog;${poll}`, managed]]
  const nameAt = ({ tree, samples }: ReturnType<typeof prepared>) =>
    tree.functions.get(tree.functionOf(samples.node[0]!)).name
  expect(nameAt(prepared(stack))).toBe('Shop.ParseCatalog')
  expect(nameAt(prepared(stack, 'leaf'))).toBe(poll)
})

test('a stack that a hostile file fills with waits or polls costs no walk to its root', () => {
  for (const frame of [`${T}.Monitor.Wait`, poll]) {
    const { tree, leaves } = picture([Array.from({ length: 10_000 }, () => frame).join(';')])
    const classifier = new SampleClassifier(tree)
    expect(classifier.placeOf(leaves[0]!)).toBeGreaterThan(leaves[0]! - 20)
    expect(sampleRules[classifier.ruleOf(external, leaves[0]!)]!.id).not.toBe('native-code')
  }
})
