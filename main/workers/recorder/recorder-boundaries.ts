/*
 * Where the blocks of a nettrace or netperf stream end, found without looking into them, so that a recording that breaks off can
 * say how far it is whole. Framing (docs/formats/nettrace.md):
 *
 *     ["Nettrace"]  i32 20  "!FastSerialization.1"  object*  01
 *     object   05 05 01 i32 version i32 minReader i32 n, n bytes of name, 06, body, 06      (04 in place of 05: netperf)
 *     body     of "Trace": 48 bytes; of others: i32 size, zeros up to a multiple of 4 of the whole stream, size bytes
 */

const startLength = 24
const objectHeadLength = 15
const traceBodyLength = 48
/** As the reader accepts it; longer names are damage. */
const maxNameLength = 38

type Step = 'magic' | 'start' | 'tag' | 'head' | 'name' | 'size' | 'end-object' | 'over' | 'lost'

/** Follows one stream, fed in pieces of any size. Costs a few dozen bytes per block, never its content. */
export class StreamBoundaries {
  #step: Step = 'magic'
  /** Bytes of the current step; filled up to what it needs. */
  readonly #bytes = new Uint8Array(64)
  #have = 0
  #need = 8
  #skip = 0
  #offset = 0
  #nameLength = 0
  #name = ''
  #blockStart = 0
  readonly #onBlock: (name: string, start: number, end: number) => void
  #lastWholeBlockOffset = 0

  /** `onBlock`: for each block that is whole; the name is that of its object. */
  constructor(onBlock: (name: string, start: number, end: number) => void = () => undefined) {
    this.#onBlock = onBlock
  }

  /** Bytes from the start of the stream after which no block is cut; 0 until the first one is whole. */
  get lastWholeBlockOffset(): number {
    return this.#lastWholeBlockOffset
  }

  /** The end marker was seen: nothing is missing. */
  get isComplete(): boolean {
    return this.#step === 'over'
  }

  /** The framing made no sense (damage, or a format of another kind): offsets no longer move. */
  get isLost(): boolean {
    return this.#step === 'lost'
  }

  push(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length && this.#step !== 'over' && this.#step !== 'lost') {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, bytes.length - at)
        this.#skip -= skipped
        this.#offset += skipped
        at += skipped
        continue
      }
      const taken = Math.min(this.#need - this.#have, bytes.length - at)
      this.#bytes.set(bytes.subarray(at, at + taken), this.#have)
      this.#have += taken
      this.#offset += taken
      at += taken
      if (this.#have === this.#need) this.#advance()
    }
  }

  /** All bytes of the current step are there. */
  #advance(): void {
    switch (this.#step) {
      case 'magic':
        // Netperf has no magic: the 8 bytes are the beginning of its start.
        if (this.#text(0, 8) === 'Nettrace') return this.#expect('start', startLength)
        this.#step = 'start'
        this.#need = startLength
        return
      case 'start':
        if (this.#i32(0) !== 20 || this.#text(4, 24) !== '!FastSerialization.1') return this.#lose()
        return this.#expect('tag', 1)
      case 'tag':
        if (this.#bytes[0] === 1) return this.#complete()
        this.#blockStart = this.#offset - 1
        if (this.#bytes[0] !== 4 && this.#bytes[0] !== 5) return this.#lose()
        return this.#expect('head', objectHeadLength - 1)
      case 'head':
        this.#nameLength = this.#i32(10)
        if (this.#nameLength < 1 || this.#nameLength > maxNameLength) return this.#lose()
        return this.#expect('name', this.#nameLength + 1)
      case 'name':
        if (this.#bytes[this.#nameLength] !== 6) return this.#lose()
        this.#name = this.#text(0, this.#nameLength)
        if (this.#name !== 'Trace') return this.#expect('size', 4)
        this.#skip = traceBodyLength
        return this.#expect('end-object', 1)
      case 'size': {
        const size = this.#i32(0)
        if (size < 0) return this.#lose()
        this.#skip = size + ((4 - (this.#offset % 4)) % 4)
        return this.#expect('end-object', 1)
      }
      case 'end-object':
        if (this.#bytes[0] !== 6) return this.#lose()
        this.#lastWholeBlockOffset = this.#offset
        this.#onBlock(this.#name, this.#blockStart, this.#offset)
        return this.#expect('tag', 1)
      case 'over':
      case 'lost':
        return
    }
  }

  #complete(): void {
    this.#lastWholeBlockOffset = this.#offset
    this.#step = 'over'
  }

  #lose(): void {
    this.#step = 'lost'
  }

  #expect(step: Step, need: number): void {
    this.#step = step
    this.#need = need
    this.#have = 0
  }

  #i32(at: number): number {
    return new DataView(this.#bytes.buffer).getInt32(at, true)
  }

  #text(from: number, to: number): string {
    return String.fromCharCode(...this.#bytes.subarray(from, to))
  }
}
