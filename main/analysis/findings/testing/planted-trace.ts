import { counterFields } from '../../../events/counter-fields.ts'
import { writePayload } from '../../../nettrace/writer/payload-writer.ts'
import { methodCode, pushStack } from '../../stacks/testing/picture.ts'
import { EventFeed, type FedEvent } from '../../testing/event-feed.ts'
import { TraceParts } from '../../trace/trace-parts.ts'
import { FindingFacts } from '../finding-facts.ts'
import type { FindingRule, Verdict } from '../rule.ts'
import { sampleProvider } from '../../../../shared/model/runtime-providers.ts'

const codeBytes = 0x100
const msTicks = 1e6
const nothing = new Uint8Array(0)

/** Root frames of a thread of the pool, as .NET 10 has them. */
export const pool = [
  'System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()',
  'System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()',
]

/** Frames of a blocking wait for a task, from the caller's on. */
export const taskWait = [
  'System.Private.CoreLib!System.Runtime.CompilerServices.TaskAwaiter.HandleNonSuccessAndDebuggerNotification(class T)',
  'System.Private.CoreLib!System.Threading.Tasks.Task.InternalWait(int32)',
  'System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32)',
  'System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object)',
]

/** For tests of the checks: a recording put together event by event, with stacks as `Module!Name`, root first. */
export class PlantedTrace {
  readonly parts = new TraceParts()
  readonly feed = new EventFeed(this.parts.listener)
  readonly #addresses = new Map<string, number>()
  readonly #modules = new Map<string, number>()
  readonly #stacks = new Map<string, number>()

  /** Number of a stack. */
  stack(...frames: readonly string[]): number {
    const key = frames.join('\n')
    const known = this.#stacks.get(key)
    if (known !== undefined) return known
    const index = this.#stacks.size + 1
    this.#stacks.set(key, index)
    const addresses = frames.map((frame) => this.#addressOf(frame) + 0x10)
    pushStack(this.parts.sampled.stacks, addresses, index)
    return index
  }

  /** An event of the runtime at a time in milliseconds. */
  runtime(
    id: number,
    atMs: number,
    event: Omit<FedEvent, 'ticks'>,
    values: Readonly<Record<string, number | string>> = {},
  ): void {
    this.feed.runtime(id, { ...event, ticks: atMs * msTicks }, values)
  }

  wait(fromMs: number, toMs: number, thread: number, stack: number): void {
    this.runtime(301, fromMs, { thread, stack }, { WaitSource: 1, AssociatedObjectID: 0, ClrInstanceID: 0 })
    this.runtime(302, toMs, { thread })
  }

  contention(fromMs: number, toMs: number, thread: number, stack: number): void {
    this.runtime(81, fromMs, { thread, stack }, { ContentionFlags: 0, ClrInstanceID: 0, LockID: 7 })
    this.runtime(91, toMs, { thread }, { ContentionFlags: 0, ClrInstanceID: 0, DurationNs: (toMs - fromMs) * msTicks })
  }

  /** A thread with the same stack at each millisecond. */
  samples(fromMs: number, toMs: number, thread: number, stack: number, kind = 1): void {
    const type = { provider: sampleProvider, eventId: 0, name: '', opcode: 0, fields: [] }
    for (let ms = fromMs; ms < toMs; ms++)
      this.feed.push(type, { ticks: ms * msTicks, thread, stack }, Uint8Array.of(kind, 0, 0, 0))
  }

  /** A reading of a counter of the runtime. */
  counter(name: string, atMs: number, value: number): void {
    const type = {
      provider: 'System.Runtime',
      eventId: 6,
      name: 'EventCounters',
      opcode: 0,
      fields: counterFields.mean.wrapped,
    }
    const row = [name, name, value, 0, 1, value, value, 1, 'Interval=1000', 'Mean', '', '']
    this.feed.push(type, { ticks: atMs * msTicks }, writePayload(counterFields.mean.plain, row))
  }

  /** The last event of the recording: its length decides about rates. */
  endAt(atMs: number): this {
    this.feed.push(
      { provider: 'End', eventId: 1, name: 'End', opcode: 0, fields: [] },
      { ticks: atMs * msTicks },
      nothing,
    )
    return this
  }

  get facts(): FindingFacts {
    return new FindingFacts(this.parts, this.feed.trace, () => nothing)
  }

  judge(rule: FindingRule): Verdict {
    return rule.judge(this.facts)
  }

  #addressOf(frame: string): number {
    const known = this.#addresses.get(frame)
    if (known !== undefined) return known
    const [module = '', name = ''] = frame.split('!')
    const start = 0x7f00_0000_0000 + this.#addresses.size * codeBytes
    this.#addresses.set(frame, start)
    const { methods } = this.parts.sampled.code
    methods.add(methodCode(methods, name, start, { moduleId: this.#moduleOf(module) }))
    return start
  }

  #moduleOf(module: string): number {
    const id = this.#modules.get(module) ?? this.#modules.size + 1
    if (!this.#modules.has(module))
      this.parts.sampled.code.modules.add(id, { ilPath: `${module}.dll`, nativePath: '', flags: 0 })
    this.#modules.set(module, id)
    return id
  }
}
