import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { EventBus } from './event-bus.ts'
import { providerNames, runtimeTypes, type EventType } from './event-types.ts'
import { NativePayload } from './payload.ts'
import type { ExceptionRecord, GcRecord, Simulation } from './simulation.ts'

const pollMs = 50
const clrInstance = 9

/** GC and exception events of the runtime provider, at the moments the simulation had them. */
export class RuntimeEventPublisher implements Disposable {
  readonly #simulation: Simulation
  readonly #bus: EventBus
  readonly #now: () => number
  #timer: Disposable | null = null

  constructor(simulation: Simulation, bus: EventBus, now: () => number) {
    this.#simulation = simulation
    this.#bus = bus
    this.#now = now
  }

  refresh(): void {
    const isWanted = [...this.#bus.listeners].some((listener) => listener.provider(providerNames.runtime) !== null)
    if (!isWanted) return this.dispose()
    if (this.#timer !== null) return
    this.#simulation.advanceTo(this.#now())
    // Whatever happened before anybody listened is gone, as in a real process.
    this.#simulation.takeGcs()
    this.#simulation.takeExceptions()
    const timer = setInterval(() => this.#poll(), pollMs)
    this.#timer = toDisposable(() => clearInterval(timer))
  }

  dispose(): void {
    this.#timer?.dispose()
    this.#timer = null
  }

  #poll(): void {
    this.#simulation.advanceTo(this.#now())
    for (const gc of this.#simulation.takeGcs()) this.#publishGc(gc)
    for (const exception of this.#simulation.takeExceptions()) this.#publishException(exception)
  }

  #publishGc(gc: GcRecord): void {
    const { atMs, pauseMs, number, generation } = gc
    const send = (type: EventType, payload: NativePayload, timeMs: number) =>
      this.#bus.publishRaw(type, () => payload.bytes(), timeMs)
    const short = () => new NativePayload().u16(clrInstance)
    send(
      runtimeTypes.suspendBegin,
      new NativePayload()
        .u32(1)
        .u32(number - 1)
        .u16(clrInstance),
      atMs,
    )
    send(runtimeTypes.suspendEnd, short(), atMs + 0.05)
    const start = new NativePayload().u32(number).u32(generation).u32(0).u32(0).u16(clrInstance).u64(0)
    send(runtimeTypes.gcStart, start, atMs + 0.06)
    send(runtimeTypes.gcEnd, new NativePayload().u32(number).u32(generation).u16(clrInstance), atMs + pauseMs * 0.9)
    send(runtimeTypes.heapStats, heapStats(gc), atMs + pauseMs * 0.92)
    send(runtimeTypes.restartBegin, short(), atMs + pauseMs * 0.96)
    send(runtimeTypes.restartEnd, short(), atMs + pauseMs)
  }

  #publishException({ atMs, typeName, message }: ExceptionRecord): void {
    const build = () =>
      new NativePayload()
        .text(typeName)
        .text(message)
        .u64(0x7f00_1000)
        .u32(0x80131500)
        .u16(0x10)
        .u16(clrInstance)
        .bytes()
    this.#bus.publishRaw(runtimeTypes.exceptionThrown, build, atMs)
  }
}

/** GCHeapStats V2: size and promoted bytes of gen 0, 1, 2, LOH; finalisation; pins, sync blocks, handles; POH. */
function heapStats(gc: GcRecord): NativePayload {
  const payload = new NativePayload()
  for (const bytes of gc.heapBytes.slice(0, 4)) payload.u64(bytes).u64(bytes * 0.1)
  return payload.u64(0).u64(0).u32(3).u32(12).u32(140).u16(clrInstance).u64(gc.heapBytes[4]).u64(0)
}
