import { ByteCursor } from '../byte-cursor.ts'
import type { Damage } from '../damage.ts'
import { work } from '../work-steps.ts'
import { nettraceLimits, tagEndObject, tagNullReference } from '../limits.ts'
import type { TraceBuilder } from '../trace/trace-builder.ts'
import type { Framing } from './framing.ts'
import { ObjectReader } from './object-reader.ts'

/*
 * Objects of NetPerf (version 3) and nettrace (4, 5), after the preamble:
 *
 *   object* | u8 1
 *   object: u8 tag u8 tag u8 1 | i32 version | i32 minReader | i32 n, n ASCII | u8 6 | body | u8 6     tag: 4 netperf, 5 nettrace
 *   body of Trace: 48 bytes; of every other object: i32 size | 0..3 zeros to a stream offset divisible by 4 | size bytes
 *
 * Where the framing is lost (a tag or a size that cannot be), the next head of a known block is looked for; if the block it
 * starts is whole, reading goes on there. Bytes between are damage.
 */
export interface ObjectDialect {
  readonly container: 'netperf' | 'nettrace'
  readonly beginTag: number
  /** Highest `minReader` understood. */
  readonly knownVersion: number
}

interface ObjectHead {
  readonly name: string
  readonly version: number
  /** Up to and including the tag that closes the type object. */
  readonly bytes: number
}

const traceBodyBytes = 48
/** Longest head: three tags, three i32, the name, a tag. */
const maxHeadBytes = 16 + nettraceLimits.typeNameBytes
const maxKnownNames = 8

export class ObjectFraming implements Framing {
  readonly #builder: TraceBuilder
  readonly #dialect: ObjectDialect
  readonly #reader: ObjectReader
  readonly #cursor = new ByteCursor()
  #state: 'reading' | 'searching' | 'ended' | 'failed' = 'reading'
  /** Bytes by which a gap has moved everything after it, modulo 4. */
  #alignment = 0
  #searchedTo = 0
  readonly #names: string[] = []

  constructor(builder: TraceBuilder, dialect: ObjectDialect) {
    this.#builder = builder
    this.#dialect = dialect
    this.#reader = new ObjectReader(builder, dialect.container)
  }

  get state(): 'reading' | 'ended' | 'failed' {
    return this.#state === 'searching' ? 'reading' : this.#state
  }

  step(): boolean {
    if (this.#state === 'searching') return this.#search(false)
    if (this.#state !== 'reading') return false
    const { input } = this.#builder
    if (input.length === 0) return false
    if (input.bytes[input.start] === tagNullReference) {
      input.consume(1)
      this.#state = 'ended'
      return true
    }
    const head = this.#readHead(input.start)
    if (head === null) return this.#state !== 'reading'
    return this.#readBody(head)
  }

  salvage(): void {
    // What a search finds is a whole block and read as one; only what is left then can be a cut one.
    for (;;) {
      if (this.#state === 'searching' && !this.#search(true)) return
      while (this.step());
      if (this.#state !== 'searching') break
    }
    if (this.#state !== 'reading') return
    const { input } = this.#builder
    const head = this.#readHead(input.start)
    if (head === null || input.length < head.bytes + 4) return
    const contentStart = this.#contentStart(input.start + head.bytes)
    this.#reader.salvage(head.name, contentStart, input.end)
  }

  /** Null when more bytes are needed, or when this is no head (then the state has changed). */
  #readHead(start: number): ObjectHead | null {
    const { bytes, end } = this.#builder.input
    for (let index = 0; index < 3; index++) {
      const tag = index < 2 ? this.#dialect.beginTag : tagNullReference
      if (start + index >= end) return null
      const found = bytes[start + index]!
      if (found !== tag) return this.#lose(start + index, `tag ${tag}`, `tag ${found}`)
    }
    if (end - start < 15) return null
    this.#cursor.reset(bytes, start + 3, end)
    const version = this.#cursor.i32()
    const minReaderVersion = this.#cursor.i32()
    const nameBytes = this.#cursor.i32()
    if (nameBytes < 1 || nameBytes > nettraceLimits.typeNameBytes)
      return this.#lose(start + 11, `a name of 1 to ${nettraceLimits.typeNameBytes} bytes`, String(nameBytes))
    if (end - start < 16 + nameBytes) return null
    const name = this.#nameAt(start + 15, nameBytes)
    const closing = bytes[start + 15 + nameBytes]!
    if (closing !== tagEndObject) return this.#lose(start + 15 + nameBytes, 'tag 6', `tag ${closing}`)
    const refusal = this.#refusal(name, version, minReaderVersion)
    if (refusal !== null) {
      this.#state = 'failed'
      this.#report('unsupported', start + 3, name, refusal.expected, refusal.found)
      return null
    }
    return { name, version, bytes: 16 + nameBytes }
  }

  /** Names repeat from block to block: the blocks of a stream have four, and a string is made of each once. */
  #nameAt(start: number, byteCount: number): string {
    const { bytes } = this.#builder.input
    for (const known of this.#names) {
      if (known.length !== byteCount) continue
      let same = 0
      while (same < byteCount && known.charCodeAt(same) === bytes[start + same]) same++
      if (same === byteCount) return known
    }
    let name = ''
    for (let index = 0; index < byteCount; index++) name += String.fromCharCode(bytes[start + index]!)
    if (this.#names.length < maxKnownNames) this.#names.push(name)
    return name
  }

  #refusal(name: string, version: number, minReaderVersion: number): { expected: string; found: string } | null {
    const { container, knownVersion } = this.#dialect
    const oldest = container === 'netperf' ? 3 : 4
    const expected = `${container} version ${oldest} to ${knownVersion}`
    // The first versions were one object for the whole file.
    if (name.endsWith('.EventPipeFile')) return { expected, found: `version ${version}` }
    if (name === 'Trace' && version < oldest) return { expected, found: `version ${version}` }
    if (minReaderVersion > knownVersion) return { expected, found: `version ${minReaderVersion}` }
    return null
  }

  #readBody(head: ObjectHead): boolean {
    const { input } = this.#builder
    const bodyStart = input.start + head.bytes
    let contentStart = bodyStart
    let contentBytes = traceBodyBytes
    if (head.name !== 'Trace') {
      if (input.end - bodyStart < 4) return false
      contentBytes = input.view.getInt32(bodyStart, true)
      if (contentBytes < 0 || contentBytes > nettraceLimits.blockBytes) {
        const limit = `a block of at most ${nettraceLimits.blockBytes} bytes`
        this.#lose(bodyStart, limit, String(contentBytes), head.name)
        return true
      }
      contentStart = this.#contentStart(bodyStart)
    }
    const contentEnd = contentStart + contentBytes
    if (input.end < contentEnd + 1) return false
    const closing = input.bytes[contentEnd]!
    if (closing !== tagEndObject) {
      this.#lose(contentEnd, 'tag 6 after the block', `tag ${closing}`, head.name)
      return true
    }
    this.#reader.read(head.name, head.version, contentStart, contentEnd)
    input.consume(contentEnd + 1 - input.start)
    return true
  }

  /** Alignment counts from the first byte of the stream, not of the buffer; `%` because offsets pass 2^31. */
  #contentStart(bodyStart: number): number {
    const afterSize = this.#builder.input.offsetOf(bodyStart) + 4 - this.#alignment
    return bodyStart + 4 + ((4 - (afterSize % 4)) % 4)
  }

  /** The framing does not hold here: look for the next block that does. Without a trace header there is nothing to find. */
  #lose(position: number, expected: string, found: string, block = 'stream'): null {
    const canContinue = this.#builder.trace.header !== null
    this.#state = canContinue ? 'searching' : 'failed'
    this.#report('malformed', position, block, expected, found, canContinue)
    this.#searchedTo = 1
    return null
  }

  /**
   * Looks for the head of an object whose body ends in its closing tag. `isLast`: no more bytes will come. False when more
   * are needed.
   */
  #search(isLast: boolean): boolean {
    const { input } = this.#builder
    const { beginTag } = this.#dialect
    for (; input.start + this.#searchedTo < input.end; this.#searchedTo++) {
      const candidate = input.start + this.#searchedTo
      const { bytes } = input
      if (bytes[candidate] !== beginTag) continue
      const isComplete = input.end - candidate >= maxHeadBytes + 8
      if (!isComplete && !isLast) return this.#waitFor(this.#searchedTo)
      if (bytes[candidate + 1] !== beginTag || bytes[candidate + 2] !== tagNullReference) continue
      const match = this.#matchBlock(candidate, isLast)
      if (match === 'incomplete' && !isLast) return this.#waitFor(this.#searchedTo)
      if (typeof match !== 'object') continue
      this.#alignment = match.alignment
      input.consume(this.#searchedTo)
      this.#state = 'reading'
      return true
    }
    return this.#waitFor(this.#searchedTo)
  }

  /** Lets go of what is no head: only a block that may still turn out whole is held. */
  #waitFor(skippedBytes: number): false {
    this.#builder.input.consume(skippedBytes)
    this.#searchedTo -= skippedBytes
    return false
  }

  /** Which of the four alignments makes the block at `candidate` end in its closing tag. */
  #matchBlock(candidate: number, isFinal: boolean): { readonly alignment: number } | 'incomplete' | 'none' {
    work.steps++
    const { input } = this.#builder
    const nameBytes = input.end - candidate >= 15 ? input.view.getInt32(candidate + 11, true) : 0
    if (nameBytes > nettraceLimits.typeNameBytes) return 'none'
    let name = ''
    for (let index = 0; index < nameBytes; index++) name += String.fromCharCode(input.bytes[candidate + 15 + index]!)
    const bodyStart = candidate + 16 + nameBytes
    if (!resumableBlocks.has(name) || bodyStart + 4 > input.end) return 'none'
    const contentBytes = input.view.getInt32(bodyStart, true)
    if (contentBytes < 0 || contentBytes > nettraceLimits.blockBytes) return 'none'
    for (let padding = 0; padding < 4; padding++) {
      const contentEnd = bodyStart + 4 + padding + contentBytes
      // What follows the closing tag decides too, so without it nothing is sure until the stream has ended.
      if (contentEnd + 1 >= input.end && !isFinal) return 'incomplete'
      if (contentEnd >= input.end) return 'none'
      if (input.bytes[contentEnd] !== tagEndObject) continue
      const follows = input.bytes[contentEnd + 1]
      const isLast = contentEnd + 1 === input.end
      if (!isLast && follows !== this.#dialect.beginTag && follows !== tagNullReference) continue
      return { alignment: (input.offsetOf(bodyStart) + 4 + padding) % 4 }
    }
    return 'none'
  }

  #report(
    kind: Damage['kind'],
    position: number,
    block: string,
    expected: string,
    found: string,
    canContinue = false,
  ): void {
    const offset = this.#builder.input.offsetOf(position)
    this.#builder.report({ kind, offset, block, expected, found, canContinue })
  }
}

const resumableBlocks = new Set(['EventBlock', 'MetadataBlock', 'StackBlock', 'SPBlock'])
