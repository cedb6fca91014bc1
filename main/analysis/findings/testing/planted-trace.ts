import { counterFields } from '../../../events/counter-fields.ts'
import { writePayload } from '../../../nettrace/writer/payload-writer.ts'
import { plainType, typeCodes } from '../../../nettrace/payload/field-type.ts'
import { typedCode, pushStack } from '../../stacks/testing/picture.ts'
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
  #collections = 0
  #compilations = 0

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

  /** A collection with one pause of this length. */
  collection(atMs: number, pauseMs: number, parts: { readonly generation?: number; readonly reason?: number }): void {
    const { generation = 0, reason = 0 } = parts
    const number = ++this.#collections
    this.runtime(9, atMs, {}, { Reason: 1, Count: number })
    this.runtime(1, atMs, {}, { Count: number, Depth: generation, Reason: reason, Type: 0 })
    this.runtime(2, atMs + pauseMs, {}, { Count: number, Depth: generation })
    this.runtime(3, atMs + pauseMs, {}, { ClrInstanceID: 0 })
  }

  allocation(atMs: number, stack: number, type: string, bytes: number, kind = 0): void {
    const amounts = { AllocationAmount: bytes, AllocationAmount64: bytes, AllocationKind: kind }
    this.runtime(10, atMs, { stack }, { ...amounts, TypeID: 1, TypeName: type })
  }

  /** An object of `bytes` bytes that the sampling of .NET 10 chose. */
  sampledAllocation(atMs: number, stack: number, type: string, bytes: number, kind = 0): void {
    this.runtime(
      303,
      atMs,
      { stack },
      { AllocationKind: kind, TypeID: 1, TypeName: type, Address: 1, ObjectSize: bytes },
    )
  }

  /** A method is compiled within a millisecond; `tier` as in the event. */
  compilation(atMs: number, stack: number, namespace: string, tier: number): void {
    const MethodID = ++this.#compilations
    const names = { MethodNamespace: namespace, MethodName: 'M', MethodSignature: '' }
    this.runtime(145, atMs, { stack }, { MethodID, MethodILSize: 10, ...names })
    this.runtime(143, atMs + 1, {}, { MethodID, MethodSize: 10, MethodFlags: tier << 7, ...names })
  }

  /** Start and stop of an activity `id`, started in `parent`. */
  activity(
    provider: string,
    name: string,
    id: number,
    parent: number,
    fromMs: number,
    toMs: number,
    fields: Readonly<Record<string, string>>,
  ): void {
    const names = Object.keys(fields).map((field) => ({ name: field, type: plainType(typeCodes.string) }))
    const type = { provider, eventId: 1, name: `${name}Start`, opcode: 0, fields: names }
    const place = {
      ticks: fromMs * msTicks,
      activity: guidOf(id),
      ...(parent === 0 ? {} : { related: guidOf(parent) }),
    }
    this.feed.push(type, place, writePayload(names, Object.values(fields)))
    const end = { provider, eventId: 2, name: `${name}Stop`, opcode: 0, fields: [] }
    this.feed.push(end, { ticks: toMs * msTicks, activity: guidOf(id) }, nothing)
  }

  log(atMs: number, level: number, category: string): void {
    const fields = [
      { name: 'Level', type: plainType(typeCodes.int32) },
      { name: 'LoggerName', type: plainType(typeCodes.string) },
    ]
    const type = { provider: 'Microsoft-Extensions-Logging', eventId: 1, name: 'FormattedMessage', opcode: 0, fields }
    this.feed.push(type, { ticks: atMs * msTicks }, writePayload(fields, [level, category]))
  }

  /** A thread with the same stack at each millisecond. */
  samples(fromMs: number, toMs: number, thread: number, stack: number, kind = 1): void {
    const type = { provider: sampleProvider, eventId: 0, name: '', opcode: 0, fields: [] }
    for (let ms = fromMs; ms < toMs; ms++)
      this.feed.push(type, { ticks: ms * msTicks, thread, stack }, Uint8Array.of(kind, 0, 0, 0))
  }

  /** A reading of a counter, of the runtime where no other provider is named. */
  counter(name: string, atMs: number, value: number, provider = 'System.Runtime'): void {
    const type = {
      provider,
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
    return new FindingFacts(this.parts, this.feed.trace, this.feed.read)
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
    // A name in brackets is code that no event names.
    if (!frame.startsWith('[')) methods.add(typedCode(methods, name, start, { moduleId: this.#moduleOf(module) }))
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

/** An ordinary guid, no path. */
function guidOf(id: number): Uint8Array {
  const bytes = new Uint8Array(16).fill(0xa5)
  new DataView(bytes.buffer).setUint32(0, id, true)
  return bytes
}
