import { assert } from '../../../shared/base/assert.ts'
import { work } from '../work-steps.ts'
import type { DecodeKernel } from '../kernel/decode-kernel.ts'

const firstCapacity = 2 ** 18
/** Room in front of a piece: more than a block of any runtime, which are 100 KiB at most. */
const pieceMargin = 2 ** 17
/** Of a copy. */
const bytesPerStep = 8

/** Memory of the kernel for bytes of the stream to come. */
export interface InputPiece {
  readonly address: number
  readonly bytes: Uint8Array
}

/**
 * Bytes of a stream that are not consumed yet, contiguous in the kernel's memory. `start` and `end` are positions in
 * `kernel.bytes`; `streamOffset` is the absolute offset of `start` in the stream and may pass 2^32.
 */
export class StreamInput {
  readonly #kernel: DecodeKernel
  #region: number
  #capacity: number
  /** Where the memory ends that `start` and `end` are in: the region, or a piece. */
  #limit: number
  #start: number
  #end: number
  #streamOffset = 0

  constructor(kernel: DecodeKernel) {
    this.#kernel = kernel
    this.#capacity = firstCapacity
    this.#region = kernel.allocate(firstCapacity)
    this.#limit = this.#region + firstCapacity
    this.#start = this.#region
    this.#end = this.#region
  }

  get bytes(): Uint8Array {
    return this.#kernel.bytes
  }
  get view(): DataView {
    return this.#kernel.view
  }
  get start(): number {
    return this.#start
  }
  get end(): number {
    return this.#end
  }
  get length(): number {
    return this.#end - this.#start
  }
  get streamOffset(): number {
    return this.#streamOffset
  }

  /** Stream offset of a position. */
  offsetOf(position: number): number {
    return this.#streamOffset + position - this.#start
  }

  /** Room for `byteCount` more bytes, to be filled by the caller and then `commit`ted; valid until then. */
  reserve(byteCount: number): Uint8Array {
    const length = this.length
    if (this.#end + byteCount > this.#limit) {
      if (length + byteCount > this.#capacity || length * 2 > this.#capacity) {
        // Powers of two, so that a block that arrives byte by byte is copied a logarithmic number of times, and half of it free, so that
        // what is held for long is not copied for every few bytes that come.
        this.#capacity = 2 ** Math.ceil(Math.log2(Math.max(length * 2, length + byteCount)))
        this.#region = this.#kernel.allocate(this.#capacity)
      }
      this.#moveTo(this.#region)
      this.#limit = this.#region + this.#capacity
    }
    return this.#kernel.bytes.subarray(this.#end, this.#end + byteCount)
  }

  commit(byteCount: number): void {
    this.#end += byteCount
  }

  /**
   * Room for pieces of the stream, one right behind the other and each longer than `pieceMargin`. They stay the caller's; fill and
   * `append` them in turn, around and around. There have to be three: what is left may begin in the piece before the last one.
   */
  makePieces(byteCount: number, count: number): readonly InputPiece[] {
    assert(count >= 3 && byteCount >= pieceMargin, 'a piece that is filled has nothing in it that is still to be read')
    const first = this.#kernel.allocate(pieceMargin + byteCount * count) + pieceMargin
    return Array.from({ length: count }, (_, index) => {
      const address = first + index * byteCount
      return { address, bytes: this.#kernel.bytes.subarray(address, address + byteCount) }
    })
  }

  /**
   * The next bytes of the stream are the first ones of a piece, and are read in place: what is left of the bytes before them,
   * usually part of a block, is copied in front unless it is there already.
   */
  append(piece: InputPiece, byteCount: number): void {
    const length = this.length
    if (length > pieceMargin) {
      const room = this.reserve(byteCount)
      this.#kernel.copy(room.byteOffset, piece.address, byteCount)
      return this.commit(byteCount)
    }
    if (piece.address !== this.#end) this.#moveTo(piece.address - length)
    this.#end += byteCount
    this.#limit = this.#end
  }

  consume(byteCount: number): void {
    this.#start += byteCount
    this.#streamOffset += byteCount
  }

  clear(): void {
    this.consume(this.length)
  }

  /** What comes next stood at this place of the stream; what is held is none of it. */
  skipTo(streamOffset: number): void {
    this.clear()
    this.#streamOffset = streamOffset
  }

  #moveTo(region: number): void {
    const length = this.length
    work.steps += Math.ceil(length / bytesPerStep)
    this.#kernel.copy(region, this.#start, length)
    this.#start = region
    this.#end = region + length
  }
}
