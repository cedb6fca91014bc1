import { AddressTable } from '../../analysis/address-table.ts'
import { isModuleLoad, isRundownOfNamedMethod } from '../../events/code-event-ids.ts'
import {
  type ProcessFacts,
  eventPipeProvider,
  processFactsHandler,
  processInfoEventId,
} from '../../events/process-facts.ts'
import { utf16Text } from '../../nettrace/byte-cursor.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { heapEventIds } from './heap-event-ids.ts'
import { HeapWalk } from './heap-walk.ts'
import { StackMethods } from './stack-methods.ts'
import { endOfText, TypeRecords } from './type-records.ts'
import { readEdges, readGenerationRange, readNodes, readDependents, readRoots, readStatics } from './walk-payloads.ts'

/** In GCStart: a collection that somebody asked for, and that is not a background one. */
const inducedReason = 1
const blockingType = 0
const allGenerations = 2

/** A listener of a trace: finds the heap walk in its events and keeps what they say. Ask `walk` when the trace is over. */
export class HeapEvents implements TraceListener {
  readonly types = new TypeRecords()
  readonly #streamBytes: number
  readonly #modules = new AddressTable()
  readonly #modulePaths: string[] = []
  readonly #methods = new StackMethods()
  #trace: Trace | null = null
  /** Between its start and its end. */
  #open: HeapWalk | null = null
  /** Ended, with objects: the one. */
  #chosen: HeapWalk | null = null
  /** Never ended, and another one began. */
  #cut: HeapWalk | null = null
  #suspendedTicks: number | null = null
  /** Ticks for which threads stood still around the walk. */
  #pause: { readonly from: number; to: number | null } | null = null
  /** Payloads that end before what they announce. */
  shortPayloadCount = 0
  process: ProcessFacts | null = null
  /** `10.0` */
  runtimeVersion: string | null = null

  /** `streamBytes`: of the whole trace, where that is known. */
  constructor(streamBytes = 0) {
    this.#streamBytes = streamBytes
  }

  onStart(trace: Trace): void {
    this.#trace = trace
  }

  get trace(): Trace | null {
    return this.#trace
  }

  /** Null: there is no heap in the trace. */
  get walk(): HeapWalk | null {
    if (this.#chosen !== null) return this.#chosen
    return this.#open !== null && this.#open.nodeCount > 0 ? this.#open : this.#cut
  }

  get hasEnd(): boolean {
    return this.#chosen !== null
  }

  get pauseTicks(): number | null {
    return this.#pause?.to == null ? null : this.#pause.to - this.#pause.from
  }

  /** Empty: no event tells where the module came from. */
  modulePath(low: number, high: number): string {
    return this.#modulePaths[this.#modules.intern(low | 0, high | 0)] ?? ''
  }

  /** Of a root on a stack; empty: no event names it. */
  methodName(low: number, high: number): string {
    return this.#methods.nameOf(low, high)
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (isModuleLoad(type)) return this.#module
    if (isRundownOfNamedMethod(type))
      return (bytes, view, start, end) => {
        // The rundown follows the walk, and names far more methods than are on a stack.
        if (this.#chosen !== null) this.#methods.add(this.#chosen, bytes, view, start, end)
      }
    if (type.provider === eventPipeProvider && type.eventId === processInfoEventId) {
      const facts = processFactsHandler(type, (told) => {
        this.process ??= told
      })
      return (bytes, view, start, end) => facts.handle(bytes, view, start, end, 0)
    }
    if (type.provider !== runtimeProvider && type.provider !== rundownProvider) return null
    if (type.provider === rundownProvider && type.eventId !== heapEventIds.runtime) return null
    switch (type.eventId) {
      case heapEventIds.runtime:
        // cid u16 | Sku u16 | four u16 of the base library | four u16 of the runtime.
        return (_bytes, view, start, end) => {
          if (end - start >= 16)
            this.runtimeVersion = `${view.getUint16(start + 12, true)}.${view.getUint16(start + 14, true)}`
        }
      case heapEventIds.collectionStart:
        return this.#collectionStart
      case heapEventIds.collectionEnd:
        return this.#collectionEnd
      case heapEventIds.awareBegin:
        return (_bytes, _view, _start, _end, row, segment) => {
          this.#begin(null, segment.captureThread.at(row), segment.timestamp[row]!)
        }
      case heapEventIds.awareEnd:
        return (_bytes, _view, _start, _end, row, segment) => {
          if (this.#open?.collection === null) this.#end(segment.timestamp[row]!)
        }
      case heapEventIds.suspendBegin:
        return (_bytes, _view, _start, _end, row, segment) => {
          this.#suspendedTicks = segment.timestamp[row]!
        }
      case heapEventIds.restartEnd:
        return (_bytes, _view, _start, _end, row, segment) => {
          if (this.#pause !== null) this.#pause.to ??= segment.timestamp[row]!
        }
      case heapEventIds.bulkType:
        return (bytes, view, start, end) => {
          if (!this.types.addBulk(bytes, view, start, end)) this.shortPayloadCount++
        }
      default:
        return this.#walkHandler(type.eventId)
    }
  }

  /** What counts only inside a walk, and on its thread. */
  #walkHandler(eventId: number): PayloadHandler | null {
    const read = {
      [heapEventIds.node]: readNodes,
      [heapEventIds.edge]: readEdges,
      [heapEventIds.rootEdge]: readRoots,
      [heapEventIds.weakTableEdge]: readDependents,
      [heapEventIds.staticVariable]: readStatics,
      [heapEventIds.generationRange]: readGenerationRange,
    }[eventId]
    if (read === undefined) return null
    return (bytes, view, start, end, row, segment) => {
      const walk = this.#open
      if (walk === null || walk.threadIndex !== segment.captureThread.at(row)) return
      const pointerBytes = this.#trace?.header?.pointerBytes === 4 ? 4 : 8
      if (!read(walk, { bytes, view, start, end, pointerBytes, types: this.types })) this.shortPayloadCount++
    }
  }

  /** Count u32 | Depth u32 | Reason u32 | Type u32. */
  readonly #collectionStart: PayloadHandler = (_bytes, view, start, end, row, segment) => {
    if (end - start < 16) return
    const isWalked =
      view.getUint32(start + 4, true) >= allGenerations &&
      view.getUint32(start + 8, true) === inducedReason &&
      view.getUint32(start + 12, true) === blockingType
    if (isWalked) this.#begin(view.getUint32(start, true), segment.captureThread.at(row), segment.timestamp[row]!)
  }

  readonly #collectionEnd: PayloadHandler = (_bytes, view, start, end, row, segment) => {
    if (end - start < 4 || this.#open === null) return
    if (view.getUint32(start, true) === this.#open.collection) this.#end(segment.timestamp[row]!)
  }

  /** ModuleID u64 | AssemblyID u64 | ModuleFlags u32 | u32 | ModuleILPath utf16z | ... */
  readonly #module: PayloadHandler = (bytes, view, start, end) => {
    if (end - start < 26) return
    const pathEnd = endOfText(bytes, start + 24, end)
    if (pathEnd < 0) return
    const module = this.#modules.intern(view.getInt32(start, true), view.getInt32(start + 4, true))
    this.#modulePaths[module] = utf16Text(bytes, start + 24, Math.min(pathEnd, start + 24 + 2 * 4096))
  }

  #begin(collection: number | null, threadIndex: number, startTicks: number): void {
    if (this.#chosen !== null) return
    if (this.#open !== null && this.#open.nodeCount > (this.#cut?.nodeCount ?? 0)) this.#cut = this.#open
    this.#open = new HeapWalk({ collection, threadIndex, startTicks, streamBytes: this.#streamBytes })
    this.#pause = { from: this.#suspendedTicks ?? startTicks, to: null }
  }

  /** A collection without objects was not walked: the walk is that of a later one. */
  #end(ticks: number): void {
    const walk = this.#open
    this.#open = null
    if (walk === null || walk.nodeCount === 0) return
    walk.endTicks = ticks
    this.#chosen = walk
    this.#cut = null
  }
}
