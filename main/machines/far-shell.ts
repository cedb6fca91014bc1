import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { farScript, requestLine, type FarRequest } from './far-script.ts'
import type { FarFileRequest } from './far-file-script.ts'
import { endOfReply, readReply, type FarReply } from './far-replies.ts'

/** Of one answer: a machine that sends more is not one that we can look at. */
const maxReplyBytes = 8 * 1024 * 1024

export type FarFault = 'ended' | 'too-long' | 'no-answer'

interface Waiting {
  readonly line: string
  readonly nonce: string
  readonly timeoutMs: number
  readonly settle: (result: Result<FarReply, FarFault>) => void
}

/**
 * The shell on the far side: one request at a time, each with its answer. An answer that does not come in time ends the shell for good,
 * because what comes later could not be told apart.
 */
export class FarShell {
  readonly #input: Writable
  readonly #queue: Waiting[] = []
  readonly #onFault: (fault: FarFault) => void
  #current: Waiting | null = null
  #timer: NodeJS.Timeout | null = null
  #chunks: Buffer[] = []
  #receivedBytes = 0
  #sentMs = 0
  #fault: FarFault | null = null
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
    request: FarRequest | FarFileRequest,
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

  /** Whoever waits is answered; the process behind it is ended by its owner. */
  dispose(): void {
    this.#end('ended')
  }

  #next(): void {
    if (this.#current !== null) return
    const next = this.#queue.shift()
    if (next === undefined) return
    this.#current = next
    this.#chunks = []
    this.#receivedBytes = 0
    this.#sentMs = performance.now()
    this.#timer = setTimeout(() => this.#end('no-answer'), next.timeoutMs)
    this.#input.write(next.line)
  }

  #take(bytes: Buffer): void {
    this.totalReceivedBytes += bytes.length
    const current = this.#current
    // Before the first request: what the login prints.
    if (current === null) return
    this.#chunks.push(bytes)
    this.#receivedBytes += bytes.length
    if (this.#receivedBytes > maxReplyBytes) return this.#end('too-long')
    const end = endOfReply(current.nonce)
    if (!this.#lastBytes(end.length).equals(end)) return
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#current = null
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.lastRoundTripMs = performance.now() - this.#sentMs
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
    this.#current?.settle(err(fault))
    this.#current = null
    for (const waiting of this.#queue.splice(0)) waiting.settle(err(fault))
    this.#onFault(fault)
  }
}
