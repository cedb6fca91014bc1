import type { Framing } from '../framing/framing.ts'
import { ObjectFraming } from '../framing/object-framing.ts'
import { V6Framing } from '../framing/v6-framing.ts'
import type { Damage } from '../damage.ts'
import {
  knownTraceVersion,
  magicBytes,
  nettraceLimits,
  serializationName,
  tagBeginObject,
  tagBeginPrivateObject,
} from '../limits.ts'
import { work } from '../work-steps.ts'
import type { InputPiece } from '../framing/stream-input.ts'
import type { SegmentSpill } from './segment-store.ts'
import type { Trace } from './trace.ts'
import { TraceBuilder } from './trace-builder.ts'
import type { TraceListener } from './trace-listener.ts'
import { segmentRows } from './trace-segment.ts'

export interface TraceReaderOptions {
  /** False: only the newest segment is kept (live views read each event once). Default: true. */
  readonly keepsSegments?: boolean
  readonly rowsPerSegment?: number
  /** Takes the columns that do not fit into `memoryBudgetBytes`. Without it everything stays in memory. */
  readonly spill?: SegmentSpill
  readonly memoryBudgetBytes?: number
}

/** Live views touch no more memory than this many rows. */
const liveRows = 16_384
/** What is pushed is taken in pieces of this size, so that a whole file in one array is not held twice. */
const pieceBytes = 2 ** 20
const netperfVersion = 3
const v6Major = 6

/**
 * Bytes of a trace in, cut anywhere; a `Trace` with columns out. One reader for live sessions and files: push what there is,
 * `end` when no more will come.
 *
 *   Nettrace | i32 20 | !FastSerialization.1   V4, V5: objects
 *   i32 20 | !FastSerialization.1              NetPerf V3: objects
 *   Nettrace | u32 0 | u32 major | u32 minor   V6: blocks
 *
 * States: preamble -> a framing -> ended (end marker) | failed (framing lost for good, or too much work). Bytes after either are
 * counted and dropped.
 */
export class TraceReader {
  readonly #builder: TraceBuilder
  #framing: Framing | null = null
  #state: 'reading' | 'ended' | 'failed' = 'reading'
  #droppedByteCount = 0
  #steps = 0

  constructor(listener: TraceListener, options: TraceReaderOptions = {}) {
    const keepsSegments = options.keepsSegments ?? true
    const rowsPerSegment = options.rowsPerSegment ?? (keepsSegments ? segmentRows : liveRows)
    const budgetBytes = options.memoryBudgetBytes ?? Number.POSITIVE_INFINITY
    const spill = options.spill ?? null
    this.#builder = new TraceBuilder(listener, { keepsSegments, rowsPerSegment, budgetBytes, spill })
  }

  get trace(): Trace {
    return this.#builder.trace
  }
  get state(): 'reading' | 'ended' | 'failed' {
    return this.#state
  }
  /** Bytes of the stream taken in and understood so far. */
  get readByteCount(): number {
    return this.#builder.input.streamOffset - this.#droppedByteCount
  }
  /** Bytes that came after the end, or after the framing was lost for good. */
  get droppedByteCount(): number {
    return this.#droppedByteCount
  }
  /** Bytes held back because their block is not complete. */
  get heldByteCount(): number {
    return this.#builder.input.length
  }

  /** Takes the next bytes of the stream. The chunk may be reused after the call. */
  push(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const piece = chunk.subarray(start, Math.min(chunk.length, start + pieceBytes))
      this.reserve(piece.length).set(piece)
      this.commit(piece.length)
    }
  }

  /** Room for the next bytes of the stream, for a source that can read into it: saves a copy. Fill, then `commit`. */
  reserve(byteCount: number): Uint8Array {
    return this.#builder.input.reserve(byteCount)
  }

  commit(byteCount: number): void {
    this.#builder.input.commit(byteCount)
    this.read()
  }

  /** Memory for a source to fill: pieces to be `append`ed in turn, around and around; see `StreamInput`. */
  makePieces(byteCount: number, count: number): readonly InputPiece[] {
    return this.#builder.input.makePieces(byteCount, count)
  }

  /** Takes the first bytes of a piece as the next ones of the stream, to be `read`. */
  append(piece: InputPiece, byteCount: number): void {
    this.#builder.input.append(piece, byteCount)
  }

  /**
   * Leaves out what lies between: what is pushed next stood at this offset. Only between two blocks, and only in front of a stretch that
   * begins at a sequence point. What is left out is not counted as lost.
   */
  skipTo(streamOffset: number): void {
    this.#builder.input.skipTo(streamOffset)
    this.#builder.threads.isJoined = true
  }

  read(): void {
    const stepsBefore = work.steps
    while (this.#step());
    this.#steps += work.steps - stepsBefore
    if (this.#state === 'reading') this.#isAffordable()
    if (this.#state !== 'reading') this.#drop()
    this.trace.readByteCount = this.readByteCount
  }

  /**
   * No more bytes will come. Events of a block that was cut off are kept as far as they are whole. Returns whether the stream
   * had its end marker; a killed process leaves none, and that is not damage.
   */
  end(): boolean {
    if (this.#state === 'reading') {
      if (this.#framing === null) this.#refuseShort()
      else {
        this.#framing.salvage()
        while (this.#step());
      }
    }
    this.#drop()
    if (this.#state === 'ended' && this.#droppedByteCount > 0) this.#reportTrailing()
    if (this.#state !== 'ended') this.#state = 'failed'
    this.trace.isComplete = this.#state === 'ended'
    return this.trace.isComplete
  }

  /**
   * Gives the memory of all columns to the next reader of this thread: first use of fresh memory is half the cost of
   * reading a file. The trace must not be used any more.
   */
  dispose(): void {
    this.trace.segments.length = 0
    this.#builder.dispose()
  }

  /** Work of a listener that looks at payloads of this stream later. False: it is too much, which is reported, and no more should be done. */
  charge(steps: number): boolean {
    this.#steps += steps
    return this.#isAffordable()
  }

  /** What the listener does with the events counts as well. */
  #isAffordable(): boolean {
    const { input } = this.#builder
    const { stepsPerByte, freeSteps } = nettraceLimits
    const receivedBytes = input.streamOffset + input.length
    if (this.#steps <= freeSteps + stepsPerByte * receivedBytes) return true
    const expected = `at most ${stepsPerByte} steps of work per byte`
    return this.#refuse('too-costly', input.streamOffset, expected, String(Math.round(this.#steps / receivedBytes)))
  }

  #reportTrailing(): void {
    const offset = this.readByteCount
    const found = `${this.#droppedByteCount} more bytes`
    this.#builder.report({ kind: 'malformed', offset, block: 'stream', expected: 'the end', found, canContinue: false })
  }

  #step(): boolean {
    if (this.#state !== 'reading') return false
    if (this.#framing === null) return this.#readPreamble()
    const hasMoved = this.#framing.step()
    this.#state = this.#framing.state
    return hasMoved
  }

  #drop(): void {
    const { input } = this.#builder
    this.#droppedByteCount += input.length
    input.clear()
  }

  /** Byte by byte, so that a stream that is no trace is refused at its first wrong byte. */
  #readPreamble(): boolean {
    const { bytes, start, end, view } = this.#builder.input
    const name = `\x14\0\0\0${serializationName}`
    const hasMagic = this.#matches(start, magicBytes)
    if (hasMagic === 'more') return false
    if (hasMagic === 'no') {
      const isNetperf = this.#matches(start, name)
      if (isNetperf === 'yes') return this.#begin(name.length, 'netperf')
      if (isNetperf === 'no') this.#refuse('malformed', 0, 'the head of a trace', hex(bytes[start]!))
      return false
    }
    const afterMagic = start + magicBytes.length
    if (end - afterMagic >= 4 && view.getUint32(afterMagic, true) === 0) {
      if (end - afterMagic < 12) return false
      const major = view.getUint32(afterMagic + 4, true)
      const minor = view.getUint32(afterMagic + 8, true)
      if (major !== v6Major)
        return this.#refuse('unsupported', magicBytes.length + 4, 'nettrace version 3 to 6', `version ${major}`)
      this.#builder.input.consume(magicBytes.length + 12)
      this.#framing = new V6Framing(this.#builder, minor)
      return true
    }
    const isNamed = this.#matches(afterMagic, name)
    if (isNamed === 'yes') return this.#begin(magicBytes.length + name.length, 'nettrace')
    if (isNamed === 'no' && (bytes[afterMagic] !== 0 || end - afterMagic >= 4))
      this.#refuse('malformed', magicBytes.length, 'the head of a nettrace stream', hex(bytes[afterMagic]!))
    return false
  }

  #begin(preambleBytes: number, container: 'netperf' | 'nettrace'): true {
    this.#builder.input.consume(preambleBytes)
    const isNetperf = container === 'netperf'
    this.#framing = new ObjectFraming(this.#builder, {
      container,
      beginTag: isNetperf ? tagBeginObject : tagBeginPrivateObject,
      knownVersion: isNetperf ? netperfVersion : knownTraceVersion,
    })
    return true
  }

  #matches(position: number, text: string): 'yes' | 'no' | 'more' {
    const { bytes, end } = this.#builder.input
    for (let index = 0; index < text.length; index++) {
      if (position + index >= end) return 'more'
      if (bytes[position + index] !== text.charCodeAt(index)) return 'no'
    }
    return 'yes'
  }

  #refuse(kind: Damage['kind'], offset: number, expected: string, found: string): false {
    this.#state = 'failed'
    this.#builder.report({ kind, offset, block: 'stream', expected, found, canContinue: false })
    return false
  }

  #refuseShort(): void {
    const { length } = this.#builder.input
    const found = length === 0 ? 'the end of the file' : `the end after ${length} bytes`
    this.#refuse('malformed', length, 'the head of a trace', found)
  }
}

function hex(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`
}
