import type { Socket } from 'node:net'
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { CollectRequest, ProviderRequest } from './collect-request.ts'
import { isEmptyRequest, wantsEvent } from './collect-request.ts'
import type { EventListener } from './event-bus.ts'
import { processInfoType, type EventType } from './event-types.ts'
import type { Fault } from './faults.ts'
import type { StreamEncoder } from './stream-encoder.ts'

/** The runtime's streaming thread looks for events ten times a second. */
const flushMs = 100

interface PendingEvent {
  readonly type: EventType
  readonly payload: Uint8Array
  readonly timeMs: number
}

/** One event session: collects what it asked for and writes it to the connection it was opened on. */
export class ScriptedSession implements EventListener, Disposable {
  readonly id: bigint
  readonly #request: CollectRequest
  readonly #socket: Socket
  readonly #encoder: StreamEncoder
  readonly #fault: Fault | null
  readonly #now: () => number
  readonly #flushTimer: Disposable
  readonly #onGone: (session: ScriptedSession) => void
  #pending: PendingEvent[] = []
  #writtenBytes = 0
  #isOver = false
  #isDamaged = false
  #isFrozen = false

  constructor(options: {
    readonly id: bigint
    readonly request: CollectRequest
    readonly socket: Socket
    readonly encoder: StreamEncoder
    readonly fault: Fault | null
    readonly now: () => number
    readonly onGone: (session: ScriptedSession) => void
  }) {
    this.id = options.id
    this.#request = options.request
    this.#socket = options.socket
    this.#encoder = options.encoder
    this.#fault = options.fault
    this.#now = options.now
    this.#onGone = options.onGone
    const timer = setInterval(() => this.#flush(this.#now()), flushMs)
    this.#flushTimer = toDisposable(() => clearInterval(timer))
    this.#socket.on('close', () => this.#leave())
  }

  /** Writes the stream's head; called once, right after the OK message. */
  begin(): void {
    if (this.#fault?.kind === 'stream-replayed') this.#send(Buffer.from(this.#fault.bytes, 'base64'))
    else if (!this.#saysNothingItself) this.#send(this.#encoder.head())
  }

  /** Nothing of the scripted application goes into it. */
  get #saysNothingItself(): boolean {
    return this.#fault?.kind === 'stream-silent' || this.#fault?.kind === 'stream-replayed'
  }

  get isEmpty(): boolean {
    return isEmptyRequest(this.#request)
  }

  provider(name: string): ProviderRequest | null {
    return this.#request.providers.find((provider) => provider.name.toLowerCase() === name.toLowerCase()) ?? null
  }

  wants(type: EventType): boolean {
    if (this.#isOver || this.#isFrozen || this.#saysNothingItself) return false
    // The ProcessInfo event goes into every session, asked for or not.
    if (type === processInfoType) return true
    return this.#request.providers.some((provider) => provider.name === type.provider && wantsEvent(provider, type))
  }

  write(type: EventType, payload: Uint8Array, timeMs: number): void {
    this.#pending.push({ type, payload, timeMs })
  }

  /** What StopTracing does: everything collected so far, the last sequence point, the end marker, then EOF. */
  async stop(): Promise<void> {
    if (this.#isOver) return
    this.#flush(Number.POSITIVE_INFINITY)
    if (!this.#saysNothingItself) this.#send(this.#encoder.end())
    this.#leave()
    await new Promise<void>((resolve) => this.#socket.end(resolve))
  }

  /** Open, and silent from here on. */
  freeze(): void {
    this.#isFrozen = true
    this.#flushTimer.dispose()
  }

  dispose(): void {
    this.#leave()
    this.#socket.destroy()
  }

  #flush(untilMs: number): void {
    if (this.#isOver || this.#pending.length === 0) return
    const ready = this.#pending.filter((event) => event.timeMs <= untilMs).sort((a, b) => a.timeMs - b.timeMs)
    if (ready.length === 0) return
    this.#pending = this.#pending.filter((event) => event.timeMs > untilMs)
    for (const event of ready) this.#encoder.add(event.type, event.payload, event.timeMs)
    this.#send(this.#encoder.flush())
  }

  #send(bytes: Uint8Array): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    const before = this.#writtenBytes
    this.#writtenBytes += bytes.length
    if (this.#fault?.kind === 'stream-cut' && this.#writtenBytes >= this.#fault.afterBytes) {
      this.#socket.end(bytes.subarray(0, this.#fault.afterBytes - before))
      this.#leave()
      return
    }
    if (this.#fault?.kind === 'stream-damaged') {
      this.#socket.write(this.#damaged(bytes, this.#fault))
      return
    }
    this.#socket.write(bytes)
  }

  #damaged(bytes: Uint8Array, fault: Extract<Fault, { kind: 'stream-damaged' }>): Uint8Array {
    const blockAt = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(fault.block)
    if (this.#isDamaged || blockAt < 0) return bytes
    this.#isDamaged = true
    const from = blockAt + fault.offset
    return Uint8Array.from(bytes).fill(0xff, from, from + fault.bytes)
  }

  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#flushTimer.dispose()
    this.#onGone(this)
  }
}
