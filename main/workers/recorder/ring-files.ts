import fs from 'node:fs'
import path from 'node:path'
import { bearsItsName } from '../trace/file-identity.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { definitionsName, type KeptPiece, recordHeadBytes, segmentName } from './kept-pieces.ts'
import { StreamBoundaries } from './recorder-boundaries.ts'
import type { TraceTarget, WriteSync } from './trace-target.ts'

/*
 * The last stretch of one stream, in files that begin and end at sequence points, where stacks begin anew:
 *
 *     definitions.part     | 0000000000.part | 0004194304.part | 0008388608.part (is written)
 *     head and types of    |      ^ removed when the one behind it began before the stretch that is kept
 *     removed files
 *
 * A runtime writes a sequence point after about 10 MB of its buffers (docs/formats/nettrace.md), so that a quiet stream is one file.
 */

export interface RingBounds {
  readonly lastMs: number
  /** On the disk; the file that is written is never removed. */
  readonly maxBytes: number
}

interface Segment {
  readonly file: string
  readonly offset: number
  byteCount: number
  readonly startMs: number
  /** Whole blocks that later ones refer to whatever lies between, by their place in the stream. */
  readonly definitions: { readonly offset: number; readonly byteCount: number }[]
}

/** Nothing but the head of the stream and types of events: thousands of types take some hundred KB. */
const maxDefinitionBytes = 64 * 1024 * 1024
/** What a sound stream may hold between two sequence points, and much more. */
const mostBetweenCuts = 256 * 1024 * 1024
/** Smaller ones are not worth a file. */
const leastSegmentBytes = 64 * 1024
/** Behind what is asked for: events reach us up to so much later than they happened. */
const slackMs = 2000

/** Owns the folder. Everything the file system says is thrown. */
export class RingFiles implements TraceTarget {
  readonly #folder: string
  readonly #bounds: RingBounds
  readonly #now: () => number
  readonly #writeSync: WriteSync
  readonly #boundaries = new StreamBoundaries((name, start, end) => this.#take(name, start, end))
  readonly #segments: Segment[] = []
  readonly #definitions: KeptPiece[] = []
  /** Ends of sequence points that have been looked at and not yet been written. */
  readonly #cuts: number[] = []
  readonly #found: { readonly offset: number; readonly byteCount: number }[] = []
  #fd = -1
  #definitionsFd = -1
  #writtenBytes = 0
  #lookedBytes = 0
  #holders = 0
  #hasDropped = false

  constructor(
    folder: string,
    bounds: RingBounds,
    now: () => number = () => performance.now(),
    writeSync: WriteSync = fs.writeSync,
  ) {
    this.#folder = folder
    this.#bounds = bounds
    this.#now = now
    this.#writeSync = writeSync
  }

  /** Of what is on the disk. */
  get byteCount(): number {
    return this.#segments.reduce((sum, { byteCount }) => sum + byteCount, 0) + this.#definitionBytes
  }

  /** How far back it goes. */
  get heldMs(): number {
    const [first] = this.#segments
    return first === undefined ? 0 : this.#now() - first.startMs
  }

  /** Something has been removed: it no longer goes back to the beginning. */
  get hasDropped(): boolean {
    return this.#hasDropped
  }

  open(): void {
    fs.mkdirSync(this.#folder, { mode: 0o700 })
    this.#definitionsFd = fs.openSync(this.#pathOf(definitionsName), 'wx', 0o600)
    this.#begin()
  }

  write(bytes: Uint8Array, from: number): number {
    const unseen = this.#lookedBytes - this.#writtenBytes
    if (unseen < bytes.length - from) {
      this.#lookedBytes += bytes.length - from - unseen
      this.#boundaries.push(bytes.subarray(from + unseen))
    }
    const open = this.#segments.at(-1)!
    if (open.byteCount > this.#bounds.maxBytes + mostBetweenCuts)
      throw Object.assign(new Error('a stream that cannot be cut'), { code: 'no sequence point' })
    const cut = this.#cuts[0] ?? Number.POSITIVE_INFINITY
    const count = Math.min(bytes.length - from, cut - this.#writtenBytes)
    const written = this.#writeSync(this.#fd, bytes, from, count)
    this.#writtenBytes += written
    open.byteCount += written
    this.#noteDefinitions(open)
    if (this.#writtenBytes === cut) this.#cutHere(open)
    return written
  }

  isThere(): boolean {
    return bearsItsName(this.#fd, this.#segments.at(-1)!.file)
  }

  /** It is read again at once, and its rest is removed: a power cut takes the recorder along. */
  sync(): void {
    fs.fdatasyncSync(this.#fd)
  }

  close(): void {
    fs.closeSync(this.#fd)
    fs.closeSync(this.#definitionsFd)
  }

  /** By their place in the stream: what was defined before, then what is kept. */
  pieces(): readonly KeptPiece[] {
    const segments = this.#segments.map(({ file, offset, byteCount }) => ({ file, at: 0, offset, byteCount }))
    return [...this.#definitions, ...segments].filter(({ byteCount }) => byteCount > 0)
  }

  /** What a reader needs that joins now: everything that was defined, and the file that is written. */
  tail(): readonly KeptPiece[] {
    const older = this.#segments.slice(0, -1)
    const defined = older.flatMap(({ file, offset, definitions }) =>
      definitions.map((one) => ({ file, at: one.offset - offset, ...one })),
    )
    const open = this.#segments.slice(-1).map(({ file, offset, byteCount }) => ({ file, at: 0, offset, byteCount }))
    return [...this.#definitions, ...defined, ...open].filter(({ byteCount }) => byteCount > 0)
  }

  /** What is kept now stays until `release`. */
  hold(): readonly KeptPiece[] {
    this.#holders++
    return this.pieces()
  }

  release(): void {
    this.#holders--
  }

  get #definitionBytes(): number {
    const last = this.#definitions.at(-1)
    return last === undefined ? 0 : last.at + last.byteCount
  }

  /** The head and types are noted with the file they lie in when they have been written. */
  #take(name: string, start: number, end: number): void {
    if (name === 'SPBlock') this.#cuts.push(end)
    else if (name === 'Trace' || name === 'MetadataBlock')
      this.#found.push({ offset: name === 'Trace' ? 0 : start, byteCount: end - (name === 'Trace' ? 0 : start) })
  }

  #noteDefinitions(segment: Segment): void {
    for (let [next] = this.#found; next !== undefined; [next] = this.#found) {
      if (next.offset + next.byteCount > this.#writtenBytes) return
      segment.definitions.push(next)
      this.#found.shift()
    }
  }

  #cutHere(segment: Segment): void {
    this.#cuts.shift()
    if (segment.byteCount < leastSegmentBytes) return
    const before = this.#fd
    this.#begin()
    fs.closeSync(before)
    this.#drop()
  }

  #begin(): void {
    const file = this.#pathOf(segmentName(this.#writtenBytes))
    this.#fd = fs.openSync(file, 'wx', 0o600)
    this.#segments.push({ file, offset: this.#writtenBytes, byteCount: 0, startMs: this.#now(), definitions: [] })
  }

  #drop(): void {
    while (this.#holders === 0 && this.#segments.length > 1) {
      const isOld = this.#now() - this.#segments[1]!.startMs > this.#bounds.lastMs + slackMs
      if (!isOld && this.byteCount <= this.#bounds.maxBytes) return
      const [first] = this.#segments
      this.#keepDefinitions(first!)
      this.#segments.shift()
      this.#hasDropped = true
      fs.rmSync(first!.file, { force: true })
    }
  }

  #keepDefinitions({ file, offset, definitions }: Segment): void {
    if (definitions.length === 0) return
    const from = fs.openSync(file, 'r')
    try {
      for (const definition of definitions) {
        const at = this.#definitionBytes
        if (at + definition.byteCount > maxDefinitionBytes)
          throw Object.assign(new Error('more types of events than there can be'), { code: 'EFBIG' })
        const bytes = new Uint8Array(definition.byteCount)
        fs.readSync(from, bytes, 0, bytes.length, definition.offset - offset)
        const record = new ByteBuilder().f64(definition.offset).u32(bytes.length).bytes(bytes).take()
        for (let done = 0; done < record.length;)
          done += this.#writeSync(this.#definitionsFd, record, done, record.length - done)
        this.#definitions.push({ file: this.#pathOf(definitionsName), at: at + recordHeadBytes, ...definition })
      }
    } finally {
      fs.closeSync(from)
    }
  }

  #pathOf(name: string): string {
    return path.join(this.#folder, name)
  }
}
