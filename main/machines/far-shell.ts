import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { farScript, requestLine, type FarRequest } from './far-script.ts'
import type { FarFileRequest } from './far-file-script.ts'
import type { FarLaunchRequest } from './far-launch-script.ts'
import { endOfReply, readReply, type FarReply } from './far-replies.ts'

/** Of one answer: a machine that sends more is not one that we can look at. */
const maxReplyBytes = 8 * 1024 * 1024
/** On their way at the same time. A new list looks at every process: one after the other, each would cost a round trip. */
const maxSent = 32

export type FarFault = 'ended' | 'too-long' | 'no-answer'

interface Waiting {
  readonly line: string
  readonly nonce: string
  readonly timeoutMs: number
  readonly settle: (result: Result<FarReply, FarFault>) => void
}

interface Sent extends Waiting {
  /** Null when it had to wait there for others: that says nothing of the link. */
  readonly sentMs: number | null
}

/**
 * The shell on the far side takes requests in turn, and answers in their order. An answer that does not come in time after the one before it
 * ends the shell for good, because what comes later could not be told apart.
 */
export class FarShell {
  readonly #input: Writable
  readonly #queue: Waiting[] = []
  readonly #sent: Sent[] = []
  readonly #onFault: (fault: FarFault) => void
  #timer: NodeJS.Timeout | null = null
  #chunks: Buffer[] = []
  #receivedBytes = 0
  #fault: FarFault | null = null
  /** Since when nothing has been heard that somebody waits for. */
  #waitsSinceMs: number | null = null
  /** Of the last request, in milliseconds. */
  lastRoundTripMs: number | null = null
  totalReceivedBytes = 0

  constructor(input: Writable, output: Readable, onFault: (fault: FarFault) => void, script = farScript) {
    this.#input = input
    this.#onFault = onFault
    input.on('error', () => this.#end('ended'))
    output.on('data', (bytes: Buffer) => this.#take(bytes))
    output.on('end', () => this.#end('ended'))
    output.on('error', () => this.#end('ended'))
    input.write(script)
  }

  ask(
    request: FarRequest | FarFileRequest | FarLaunchRequest,
    words: readonly (string | number)[],
    timeoutMs: number,
  ): Promise<Result<FarReply, FarFault>> {
    if (this.#fault !== null) return Promise.resolve(err(this.#fault))
    return new Promise((settle) => {
      const nonce = randomBytes(12).toString('hex')
      this.#queue.push({ line: requestLine(request, nonce, words), nonce, timeoutMs, settle })
      this.#next()
    })
  }

  /** How long the last answer took, or the one that is on its way already takes. */
  get answerMs(): number | null {
    const overdueMs = this.#waitsSinceMs === null ? 0 : performance.now() - this.#waitsSinceMs
    if (this.lastRoundTripMs === null) return this.#waitsSinceMs === null ? null : overdueMs
    return Math.max(this.lastRoundTripMs, overdueMs)
  }

  /** Whoever waits is answered; the process behind it is ended by its owner. */
  dispose(): void {
    this.#end('ended')
  }

  #next(): void {
    while (this.#sent.length < maxSent) {
      const next = this.#queue.shift()
      if (next === undefined) return
      const isAlone = this.#sent.length === 0
      this.#sent.push({ ...next, sentMs: isAlone ? performance.now() : null })
      if (isAlone) this.#startTimer()
      this.#input.write(next.line)
    }
  }

  #startTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    const [first] = this.#sent
    this.#waitsSinceMs = first === undefined ? null : performance.now()
    this.#timer = first === undefined ? null : setTimeout(() => this.#end('no-answer'), first.timeoutMs)
  }

  #take(bytes: Buffer): void {
    this.totalReceivedBytes += bytes.length
    let rest = bytes
    while (rest.length > 0) {
      const [current] = this.#sent
      // Before the first request: what the login prints.
      if (current === undefined) return
      const end = endOfReply(current.nonce)
      const before = this.#lastBytes(end.length - 1)
      const at = Buffer.concat([before, rest]).indexOf(end)
      const own = at < 0 ? rest : rest.subarray(0, at + end.length - before.length)
      this.#chunks.push(own)
      this.#receivedBytes += own.length
      if (this.#receivedBytes > maxReplyBytes) return this.#end('too-long')
      if (at < 0) return
      rest = rest.subarray(own.length)
      this.#settle(current)
    }
  }

  #settle(current: Sent): void {
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#receivedBytes = 0
    this.#sent.shift()
    if (current.sentMs !== null) this.lastRoundTripMs = performance.now() - current.sentMs
    this.#startTimer()
    current.settle(ok(readReply(whole, current.nonce)))
    this.#next()
  }

  #lastBytes(count: number): Buffer {
    const last: Buffer[] = []
    let have = 0
    for (let index = this.#chunks.length - 1; index >= 0 && have < count; index--) {
      const chunk = this.#chunks[index] ?? Buffer.alloc(0)
      last.unshift(chunk)
      have += chunk.length
    }
    const joined = Buffer.concat(last)
    return joined.subarray(Math.max(0, joined.length - count))
  }

  #end(fault: FarFault): void {
    if (this.#fault !== null) return
    this.#fault = fault
    if (this.#timer !== null) clearTimeout(this.#timer)
    for (const waiting of [...this.#sent.splice(0), ...this.#queue.splice(0)]) waiting.settle(err(fault))
    this.#onFault(fault)
  }
}
