import type { TraceSampleClass } from './trace/trace-selection.ts'

/** Why a sample belongs to its class. */
export interface SampleRule {
  readonly id: string
  readonly sampleClass: TraceSampleClass
  readonly sentence: string
}

/** Every rule there is; a sample belongs to exactly one. docs/decisions/0323-classes-of-samples.md says where they come from. */
export const sampleRules = [
  rule('managed-code', 'running', 'The thread was in managed code.'),
  rule(
    'gc-poll',
    'running',
    'Managed code stopped at a poll for a garbage collection; the sample counts for its caller.',
  ),
  rule('spin-wait', 'spinning', 'The thread waited in a loop without giving up its processor.'),
  rule('lock-spin', 'spinning', 'The thread tried to take a lock in a loop before blocking.'),
  rule('sleep', 'waiting', 'The thread slept.'),
  rule('thread-join', 'waiting', 'The thread waited for another thread to end.'),
  rule('monitor-wait', 'waiting', 'The thread waited for a signal: Monitor.Wait or a type built on it.'),
  rule('lock-enter', 'waiting', 'The thread waited for a lock.'),
  rule('wait-handle', 'waiting', 'The thread waited for a wait handle.'),
  rule('semaphore', 'waiting', 'The thread waited for a semaphore.'),
  rule('socket-poll', 'waiting', 'The thread waited until a socket or file was ready.'),
  rule('native-wait', 'waiting', 'The thread was in a native function that only blocks.'),
  rule('pool-worker', 'idle', 'A thread-pool worker waited for work, spinning or blocked.'),
  rule('pool-gate', 'idle', 'The thread pool’s gate thread waited for its next check.'),
  rule('pool-io', 'idle', 'A thread-pool I/O thread waited for completions.'),
  rule('timer-thread', 'idle', 'The timer thread waited for the next timer.'),
  rule('counter-timer', 'idle', 'The event counter thread waited for its next interval.'),
  rule('socket-engine', 'idle', 'The socket event loop waited for events.'),
  rule('file-watcher', 'idle', 'A file system watcher waited for changes.'),
  rule('console-input', 'idle', 'The thread waited for console input.'),
  rule('signal-handler', 'idle', 'The signal handling thread waited for a signal.'),
  rule('finalizer', 'idle', 'The finalizer thread waited for objects to finalize.'),
  rule('event-dispatcher', 'idle', 'The event listener thread waited for events.'),
  rule('host-shutdown', 'idle', 'The main thread waited for the host to shut down.'),
  rule('kestrel-heartbeat', 'idle', 'Kestrel’s heartbeat thread waited for its next tick.'),
  rule('log-queue', 'idle', 'The console logger waited for messages to write.'),
  rule('native-code', 'unknown', 'The thread was in native code, running or blocked.'),
  rule('imported', 'unknown', 'Another tool took the sample. Its file doesn’t say what the thread was doing.'),
  rule('no-state', 'unknown', 'The runtime didn’t report what the thread was doing.'),
] as const satisfies readonly SampleRule[]

export type SampleRuleId = (typeof sampleRules)[number]['id']

/** Samples of one rule. */
export interface SampleRuleCount {
  readonly rule: SampleRuleId
  readonly count: number
  /** Those of them for which the runtime reported something else: managed code for a thread that didn’t run, or native code for one that did. */
  readonly correctedCount: number
}

function rule<Id extends string, Class extends TraceSampleClass>(id: Id, sampleClass: Class, sentence: string) {
  return { id, sampleClass, sentence }
}
