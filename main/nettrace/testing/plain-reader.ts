/**
 * A second reader of all formats, for tests and benches only: the whole stream in memory, one event at a time, every number of 64 bits
 * a BigInt, written from the layouts and sharing no code with the product. Slow and plain on purpose. It expects a sound
 * stream and throws on any other; a stream that just stops is fine.
 */
export interface PlainType {
  readonly metadataId: number
  readonly provider: string
  readonly eventId: number
  readonly name: string
  readonly version: number
}

export interface PlainRow {
  readonly type: PlainType | null
  readonly sequence: number
  /** Operating-system ids, also in V6. */
  readonly thread: bigint
  readonly captureThread: bigint
  readonly processor: number
  /** Since the sync point. */
  readonly ticks: bigint
  /** Stream offset of the addresses, -1 for none; equal stacks of NetPerf are at the offset of the first. */
  readonly stackOffset: number
  readonly stackBytes: number
  /** Offset of 16 bytes, or -1 for none. */
  readonly activityOffset: number
  readonly relatedOffset: number
  readonly isSorted: boolean
  readonly payloadOffset: number
  readonly payloadBytes: number
}

export interface PlainResult {
  readonly eventCount: number
  readonly lostCount: number
  readonly types: readonly PlainType[]
  /** Number of events before each sequence point. */
  readonly sequencePoints: readonly number[]
  readonly isComplete: boolean
}

export function readPlain(bytes: Uint8Array, onEvent: (row: PlainRow) => void = () => undefined): PlainResult {
  return new PlainReader(bytes, onEvent).read()
}

interface StackPlace {
  readonly offset: number
  readonly bytes: number
}

const noStack: StackPlace = { offset: -1, bytes: 0 }

class PlainReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #onEvent: (row: PlainRow) => void
  readonly #types: PlainType[] = []
  readonly #typeById = new Map<number, PlainType>()
  readonly #stackById = new Map<number, StackPlace>()
  readonly #stackByText = new Map<string, StackPlace>()
  readonly #lastSequence = new Map<bigint, number>()
  readonly #threadByIndex = new Map<bigint, bigint>()
  readonly #labelsById = new Map<number, { readonly activity: number; readonly related: number }>()
  readonly #sequencePoints: number[] = []
  #position = 0
  #sync = 0n
  #eventCount = 0
  #lostCount = 0
  #isComplete = false
  #isV6 = false

  constructor(bytes: Uint8Array, onEvent: (row: PlainRow) => void) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#onEvent = onEvent
  }

  read(): PlainResult {
    try {
      if (this.#ascii(0, 8) !== 'Nettrace') {
        this.#position = 24
        this.#readObjects(true)
      } else if (this.#u32(8) === 0) {
        this.#position = 20
        this.#isV6 = true
        this.#readBlocks()
      } else {
        this.#position = 32
        this.#readObjects(false)
      }
    } catch (error) {
      // The end of the bytes: what came before counts.
      if (!(error instanceof RangeError)) throw error
    }
    return {
      eventCount: this.#eventCount,
      lostCount: this.#lostCount,
      types: this.#types,
      sequencePoints: this.#sequencePoints,
      isComplete: this.#isComplete,
    }
  }

  #readObjects(isNetperf: boolean): void {
    for (;;) {
      const tag = this.#u8(this.#position)
      if (tag === 1) {
        this.#isComplete = true
        return
      }
      const nameBytes = this.#u32(this.#position + 11)
      const name = this.#ascii(this.#position + 15, nameBytes)
      const body = this.#position + 16 + nameBytes
      if (name === 'Trace') {
        this.#sync = this.#view.getBigInt64(body + 16, true)
        this.#position = body + 49
        continue
      }
      const size = this.#u32(body)
      const start = Math.ceil((body + 4) / 4) * 4
      const end = start + size
      if (end + 1 > this.#bytes.length) throw new RangeError('cut')
      if (name === 'EventBlock' && isNetperf) this.#readNetperf(start, end)
      else if (name === 'EventBlock' || name === 'MetadataBlock') this.#readBlobs(start, end)
      else if (name === 'StackBlock') this.#readStacks(start)
      else if (name === 'SPBlock') this.#readSequencePoint(start)
      this.#position = end + 1
    }
  }

  #readNetperf(start: number, end: number): void {
    for (let at = start; at < end; at += 4 + this.#u32(at)) {
      const payloadBytes = this.#u32(at + 52)
      const stackAt = at + 56 + payloadBytes
      if (this.#u32(at + 4) === 0) {
        this.#defineType(at + 56)
        continue
      }
      const stackBytes = this.#u32(stackAt)
      const key = Array.from(this.#bytes.subarray(stackAt + 4, stackAt + 4 + stackBytes)).join()
      const stack = this.#stackByText.get(key) ?? { offset: stackAt + 4, bytes: stackBytes }
      this.#stackByText.set(key, stack)
      const thread = BigInt(this.#u32(at + 8))
      this.#emit({
        type: this.#typeById.get(this.#u32(at + 4)) ?? null,
        sequence: 0,
        thread,
        captureThread: thread,
        processor: 0,
        ticks: this.#view.getBigInt64(at + 12, true) - this.#sync,
        stackOffset: stackBytes === 0 ? -1 : stack.offset,
        stackBytes,
        activityOffset: this.#guidAt(at + 20),
        relatedOffset: this.#guidAt(at + 36),
        isSorted: true,
        payloadOffset: at + 56,
        payloadBytes,
      })
    }
  }

  /** Event blocks of V4 to V6, and metadata blocks of V4 and V5. */
  #readBlobs(start: number, end: number): void {
    const isCompressed = (this.#view.getUint16(start + 2, true) & 1) !== 0
    const first = start + this.#view.getUint16(start, true)
    if (isCompressed) this.#readCompressed(first, end)
    else this.#readUncompressed(first, end)
  }

  #readCompressed(start: number, end: number): void {
    let metadataId = 0n
    let sequence = 0n
    let capture = 0n
    let processor = 0n
    let thread = 0n
    let stack = 0n
    let ticks = 0n
    let activity = -1
    let related = -1
    let labels = 0n
    let payloadBytes = 0n
    this.#position = start
    while (this.#position < end) {
      const flags = this.#u8(this.#position++)
      if (flags & 1) metadataId = this.#varint()
      if (flags & 2) {
        sequence = BigInt.asUintN(32, sequence + this.#varint() + 1n)
        capture = this.#varint()
        processor = this.#varint()
      } else if (metadataId !== 0n) sequence = BigInt.asUintN(32, sequence + 1n)
      if (flags & 4) thread = this.#varint()
      if (flags & 8) stack = this.#varint()
      ticks = BigInt.asUintN(64, ticks + this.#varint())
      if (this.#isV6) {
        if (flags & 16) labels = this.#varint()
      } else {
        if (flags & 16) {
          activity = this.#guidAt(this.#position)
          this.#position += 16
        }
        if (flags & 32) {
          related = this.#guidAt(this.#position)
          this.#position += 16
        }
      }
      if (flags & 128) payloadBytes = this.#varint()
      const payloadOffset = this.#position
      this.#position += Number(payloadBytes)
      if (this.#position > end) throw new Error(`an event at ${payloadOffset} ends beyond its block`)
      if (metadataId === 0n && !this.#isV6) {
        this.#defineType(payloadOffset)
        continue
      }
      const listed = this.#labelsById.get(Number(labels))
      this.#emitWithSequence(
        {
          type: this.#typeById.get(Number(metadataId)) ?? null,
          sequence: Number(sequence),
          thread: this.#threadOf(thread),
          captureThread: this.#threadOf(capture),
          processor: Number(processor),
          ticks: BigInt.asIntN(64, ticks) - this.#sync,
          ...this.#stackOf(Number(stack)),
          activityOffset: this.#isV6 ? (listed?.activity ?? -1) : activity,
          relatedOffset: this.#isV6 ? (listed?.related ?? -1) : related,
          isSorted: (flags & 64) !== 0,
          payloadOffset,
          payloadBytes: Number(payloadBytes),
        },
        capture,
      )
    }
  }

  #readUncompressed(start: number, end: number): void {
    const u64 = (at: number) => this.#view.getBigUint64(at, true)
    for (let at = start; at < end; at += 4 + this.#u32(at)) {
      const header = this.#isV6 ? 52 : 80
      const metadataId = this.#u32(at + 4) & 0x7fffffff
      if (metadataId === 0) {
        this.#defineType(at + header)
        continue
      }
      const listed = this.#isV6 ? this.#labelsById.get(this.#u32(at + 44)) : undefined
      this.#emitWithSequence(
        {
          type: this.#typeById.get(metadataId) ?? null,
          sequence: this.#u32(at + 8),
          thread: this.#threadOf(u64(at + 12)),
          captureThread: this.#threadOf(u64(at + 20)),
          processor: this.#u32(at + 28),
          ticks: this.#view.getBigInt64(at + 36, true) - this.#sync,
          ...this.#stackOf(this.#u32(at + 32)),
          activityOffset: this.#isV6 ? (listed?.activity ?? -1) : this.#guidAt(at + 44),
          relatedOffset: this.#isV6 ? (listed?.related ?? -1) : this.#guidAt(at + 60),
          isSorted: this.#u32(at + 4) >>> 31 === 0,
          payloadOffset: at + header,
          payloadBytes: this.#u32(at + header - 4),
        },
        u64(at + 20),
      )
    }
  }

  #emitWithSequence(row: PlainRow, captureKey: bigint): void {
    const last = this.#lastSequence.get(captureKey) ?? 0
    const gap = (row.sequence - last - 1) | 0
    if (last !== 0 && gap > 0) this.#lostCount += gap
    this.#lastSequence.set(captureKey, row.sequence)
    this.#emit(row)
  }

  #emit(row: PlainRow): void {
    this.#eventCount++
    this.#onEvent(row)
  }

  #readStacks(start: number): void {
    const firstId = this.#u32(start)
    const count = this.#u32(start + 4)
    let at = start + 8
    for (let index = 0; index < count; index++) {
      const bytes = this.#u32(at)
      this.#stackById.set(firstId + index, { offset: at + 4, bytes })
      at += 4 + bytes
    }
  }

  #stackOf(id: number): { readonly stackOffset: number; readonly stackBytes: number } {
    const { offset, bytes } = (id === 0 ? undefined : this.#stackById.get(id)) ?? noStack
    return { stackOffset: offset, stackBytes: bytes }
  }

  #readSequencePoint(start: number): void {
    const count = this.#u32(start + 8)
    for (let index = 0; index < count; index++) {
      const at = start + 12 + index * 12
      this.#noteSequence(this.#view.getBigUint64(at, true), this.#u32(at + 8))
    }
    this.#stackById.clear()
    this.#sequencePoints.push(this.#eventCount)
  }

  #noteSequence(thread: bigint, sequence: number): void {
    const step = (sequence - (this.#lastSequence.get(thread) ?? 0)) | 0
    if (step <= 0) return
    this.#lostCount += step
    this.#lastSequence.set(thread, sequence)
  }

  #defineType(at: number): void {
    const metadataId = this.#u32(at)
    const provider = this.#text(at + 4)
    const eventId = this.#u32(provider.end)
    const name = this.#text(provider.end + 4)
    const version = this.#u32(name.end + 8)
    this.#addType({ metadataId, provider: provider.text, eventId, name: name.text, version })
  }

  #addType(type: PlainType): void {
    this.#types.push(type)
    this.#typeById.set(type.metadataId, type)
  }

  // V6 ------------------------------------------------------------------------------------------------------------------

  #readBlocks(): void {
    for (;;) {
      const head = this.#u32(this.#position)
      const start = this.#position + 4
      const end = start + (head & 0xffffff)
      if (end > this.#bytes.length) throw new RangeError('cut')
      switch (head >>> 24) {
        case 0:
          this.#isComplete = true
          return
        case 1:
          this.#sync = this.#view.getBigInt64(start + 16, true)
          break
        case 2:
          this.#readBlobs(start, end)
          break
        case 3:
          this.#readV6Metadata(start + 2 + this.#view.getUint16(start, true), end)
          break
        case 4:
          this.#readV6SequencePoint(start)
          break
        case 5:
          this.#readStacks(start)
          break
        case 6:
          this.#readV6Threads(start, end)
          break
        case 7:
          this.#position = start
          while (this.#position < end) {
            const index = this.#varint()
            this.#noteSequence(index, Number(this.#varint()))
            this.#threadByIndex.delete(index)
            this.#lastSequence.delete(index)
          }
          break
        case 8:
          this.#readV6Labels(start)
          break
        default:
      }
      this.#position = end
    }
  }

  #readV6Metadata(start: number, end: number): void {
    for (let at = start; at < end; at += 2 + this.#view.getUint16(at, true)) {
      this.#position = at + 2
      const metadataId = Number(this.#varint())
      const provider = this.#utf8()
      const eventId = Number(this.#varint())
      const name = this.#utf8()
      const fieldCount = this.#view.getUint16(this.#position, true)
      this.#position += 2
      for (let index = 0; index < fieldCount; index++) this.#position += 2 + this.#view.getUint16(this.#position, true)
      let version = 0
      const optionalEnd = this.#position + 2 + this.#view.getUint16(this.#position, true)
      this.#position += 2
      while (this.#position < optionalEnd) {
        const kind = this.#u8(this.#position++)
        if (kind === 9) version = this.#u8(this.#position)
        if (kind === 1 || kind === 8 || kind === 9) this.#position += 1
        else if (kind === 3) this.#position += 8
        else if (kind === 7) this.#position += 16
        else if (kind === 4 || kind === 5) this.#utf8()
        else if (kind === 6) {
          this.#utf8()
          this.#utf8()
        } else break
      }
      this.#addType({ metadataId, provider, eventId, name, version })
    }
  }

  #readV6Threads(start: number, end: number): void {
    for (let at = start; at < end; at += 2 + this.#view.getUint16(at, true)) {
      const rowEnd = at + 2 + this.#view.getUint16(at, true)
      this.#position = at + 2
      const index = this.#varint()
      let id = 0n
      while (this.#position < rowEnd) {
        const kind = this.#u8(this.#position++)
        if (kind === 1) this.#utf8()
        else if (kind === 2) this.#varint()
        else if (kind === 3) id = this.#varint()
        else if (kind === 4) {
          this.#utf8()
          this.#utf8()
        } else break
      }
      this.#threadByIndex.set(index, id)
    }
  }

  #readV6SequencePoint(start: number): void {
    const flags = this.#u32(start + 8)
    const count = this.#u32(start + 12)
    this.#position = start + 16
    for (let index = 0; index < count; index++) {
      const thread = this.#varint()
      this.#noteSequence(thread, Number(this.#varint()))
    }
    this.#stackById.clear()
    this.#labelsById.clear()
    if (flags & 1) {
      this.#threadByIndex.clear()
      this.#lastSequence.clear()
    }
    if (flags & 2) this.#typeById.clear()
    this.#sequencePoints.push(this.#eventCount)
  }

  #readV6Labels(start: number): void {
    const firstId = this.#u32(start)
    const count = this.#u32(start + 4)
    this.#position = start + 8
    for (let index = 0; index < count; index++) {
      let activity = -1
      let related = -1
      for (let isLast = false; !isLast;) {
        const kind = this.#u8(this.#position++)
        isLast = kind >= 128
        switch (kind & 127) {
          case 1:
            activity = this.#guidAt(this.#position)
            this.#position += 16
            break
          case 2:
            related = this.#guidAt(this.#position)
            this.#position += 16
            break
          case 3:
            this.#position += 16
            break
          case 4:
          case 8:
            this.#position += 8
            break
          case 5:
            this.#utf8()
            this.#utf8()
            break
          case 6:
            this.#utf8()
            this.#varint()
            break
          default:
            this.#position += 1
        }
      }
      this.#labelsById.set(firstId + index, { activity, related })
    }
  }

  #threadOf(key: bigint): bigint {
    return this.#isV6 ? (this.#threadByIndex.get(key) ?? 0n) : key
  }

  // Bytes ---------------------------------------------------------------------------------------------------------------

  #u8(at: number): number {
    return this.#view.getUint8(at)
  }
  #u32(at: number): number {
    return this.#view.getUint32(at, true)
  }

  #varint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#u8(this.#position++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
  }

  #guidAt(at: number): number {
    for (let index = 0; index < 16; index++) if (this.#u8(at + index) !== 0) return at
    return -1
  }

  #ascii(at: number, count: number): string {
    let text = ''
    for (let index = 0; index < count; index++) text += String.fromCharCode(this.#u8(at + index))
    return text
  }

  #text(at: number): { readonly text: string; readonly end: number } {
    let text = ''
    for (let position = at; ; position += 2) {
      const unit = this.#view.getUint16(position, true)
      if (unit === 0) return { text, end: position + 2 }
      text += String.fromCharCode(unit)
    }
  }

  /** ASCII is all that tests need of it. */
  #utf8(): string {
    const count = Number(this.#varint())
    this.#position += count
    return this.#ascii(this.#position - count, count)
  }
}
