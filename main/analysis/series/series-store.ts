import { must } from '../../../shared/base/assert.ts'
import { chunkTimes, columnOf, type DecodedColumn, type SealedChunk, unpackPart } from './chunk.ts'
import type { BytePacker } from './column-codec.ts'
import { Track } from './track.ts'

/** Where packed chunks go when memory is full. Implemented over files by the worker. */
export interface ChunkStorage {
  /** Keeps a copy: the caller uses `bytes` again. Null when it could not be kept; the samples are then dropped and counted. */
  append(bytes: Uint8Array): StoredAt | null
  read(at: StoredAt, offset: number, byteCount: number): Uint8Array
  /** Frees the oldest file; chunks in it are gone. Null when there is none left. */
  dropOldest(): number | null
  readonly usedBytes: number
}

export interface StoredAt {
  readonly file: number
  readonly offset: number
}

export interface StoreLimits {
  readonly maxMemoryBytes: number
  /** Holds instead of `maxMemoryBytes` once storage has refused a chunk; `maxMemoryBytes` when not given. */
  readonly maxMemoryBytesAlone?: number
  readonly maxDiskBytes: number
}

export interface StoreFill {
  readonly keptSinceMs: number | null
  readonly memoryBytes: number
  readonly diskBytes: number
  readonly droppedSampleCount: number
}

interface KeptChunk extends Omit<SealedChunk, 'bytes'> {
  bytes: Uint8Array | null
  at: StoredAt | null
  readonly byteCount: number
}

/** Index of a chunk in memory beside its bytes: two numbers per series and the object itself. */
const indexBytesPerSeries = 8
const indexBytesPerChunk = 300
/** Below this the snap distance never falls, whatever the pace: counters of one provider leave within a millisecond. */
const largestSnapMs = 25
/** 24 h at 1 s are 85 chunks of a track. */
const cachedTimes = 128

/**
 * All samples of a LiveId: open tracks in memory, sealed chunks packed in memory, older ones on disk, the oldest dropped and
 * counted. Lossless while kept. Costs per sample: one map look-up and two writes; packing runs once per 1024 rows.
 */
export class SeriesStore {
  readonly #limits: StoreLimits
  readonly #packer: BytePacker
  readonly #storage: ChunkStorage | null
  readonly #tracks = new Map<number, Track>()
  #nextTrack = 0
  /** Oldest first: those on disk, then those in memory. */
  #chunks: KeptChunk[] = []
  #chunkBytes = 0
  #indexBytes = 0
  #openBytes = 0
  #firstInMemory = 0
  #droppedSampleCount = 0
  #hasStorageFailed = false
  #sampleCount = 0
  #lastTimeMs: number | null = null
  /** A query visits series after series, each over the same chunks. */
  readonly #timesCache = new Map<KeptChunk, Float64Array>()
  #snapMs = largestSnapMs

  constructor(limits: StoreLimits, packer: BytePacker, storage: ChunkStorage | null) {
    this.#limits = limits
    this.#packer = packer
    this.#storage = storage
  }

  get lastTimeMs(): number | null {
    return this.#lastTimeMs
  }
  get sampleCount(): number {
    return this.#sampleCount
  }

  newTrack(): number {
    const track = new Track(this.#nextTrack++)
    this.#tracks.set(track.index, track)
    return track.index
  }

  /** No more samples will come (a session ended): packs what is open and frees its memory. */
  closeTrack(index: number): void {
    const track = this.#tracks.get(index)
    if (track === undefined) return
    if (track.tickCount > 0) this.#seal(track)
    this.#tracks.delete(index)
    this.#measureOpen()
  }

  /** Samples of one track within a quarter of this (at most 25 ms) belong to one publication. 0 = recorded pace. */
  setInterval(intervalMs: number): void {
    this.#snapMs = Math.min(largestSnapMs, (intervalMs > 0 ? intervalMs : 100) / 4)
  }

  /** Returns the time under which the sample is kept. */
  add(trackIndex: number, seriesIndex: number, timeMs: number, value: number): number {
    const track = must(this.#tracks.get(trackIndex), 'samples go to an open track')
    if (track.isFull && track.needsTick(seriesIndex, timeMs, this.#snapMs)) this.#seal(track)
    this.#sampleCount++
    const keptMs = track.add(seriesIndex, timeMs, value, this.#snapMs)
    if (this.#lastTimeMs === null || keptMs > this.#lastTimeMs) this.#lastTimeMs = keptMs
    return keptMs
  }

  fill(): StoreFill {
    this.#measureOpen()
    let kept = Number.POSITIVE_INFINITY
    for (const chunk of this.#chunks) kept = Math.min(kept, chunk.firstTimeMs)
    for (const track of this.#tracks.values()) if (track.tickCount > 0) kept = Math.min(kept, track.firstTimeMs)
    return {
      keptSinceMs: Number.isFinite(kept) ? kept : null,
      memoryBytes: this.#memoryBytes(),
      diskBytes: this.#storage?.usedBytes ?? 0,
      droppedSampleCount: this.#droppedSampleCount,
    }
  }

  /** Calls back with the pieces of a series in the range, oldest first per track; times inside a piece ascend. */
  forEachPiece(seriesIndex: number, fromMs: number, toMs: number, visit: (piece: DecodedColumn) => void): void {
    for (const chunk of this.#chunks) {
      if (chunk.lastTimeMs < fromMs || chunk.firstTimeMs > toMs) continue
      const column = columnOf(chunk, seriesIndex)
      if (column < 0) continue
      const start = chunk.offsets[column]!
      const part = this.#read(chunk, start, chunk.offsets[column + 1]! - start)
      visit(cut(unpackPart(part, this.#timesOf(chunk), this.#packer), fromMs, toMs))
    }
    for (const track of this.#tracks.values()) {
      const column = track.column(seriesIndex)
      if (column === undefined || column.count === 0) continue
      const timeMs = new Float64Array(column.count)
      const times = track.times
      for (let index = 0; index < column.count; index++) timeMs[index] = times[column.ticks[index]!]!
      visit(cut({ timeMs, value: column.values.slice(0, column.count) }, fromMs, toMs))
    }
  }

  #timesOf(chunk: KeptChunk): Float64Array {
    let times = this.#timesCache.get(chunk)
    if (times === undefined) {
      times = chunkTimes({ ...chunk, bytes: emptyBytes }, this.#read(chunk, 0, chunk.offsets[0]!), this.#packer)
      const oldest = this.#timesCache.keys().next().value
      if (this.#timesCache.size >= cachedTimes && oldest !== undefined) this.#timesCache.delete(oldest)
      this.#timesCache.set(chunk, times)
    }
    return times
  }

  #read(chunk: KeptChunk, offset: number, byteCount: number): Uint8Array {
    if (chunk.bytes !== null) return chunk.bytes.subarray(offset, offset + byteCount)
    return this.#storage!.read(chunk.at!, offset, byteCount)
  }

  #seal(track: Track): void {
    const sealed = track.seal(this.#packer)
    const chunk: KeptChunk = { ...sealed, at: null, byteCount: sealed.bytes.length }
    this.#chunks.push(chunk)
    this.#chunkBytes += chunk.byteCount
    this.#indexBytes += indexBytesPerChunk + sealed.seriesIndexes.length * indexBytesPerSeries
    this.#measureOpen()
    while (this.#memoryBytes() > this.#memoryLimit() && this.#firstInMemory < this.#chunks.length)
      this.#moveOut(this.#chunks[this.#firstInMemory]!)
    // Copied only now: at a fast pace a chunk is larger than what memory has left, and has gone to a file already.
    if (chunk.bytes !== null) chunk.bytes = chunk.bytes.slice()
  }

  #measureOpen(): void {
    this.#openBytes = 0
    for (const track of this.#tracks.values()) this.#openBytes += track.memoryBytes
  }

  #memoryLimit(): number {
    const { maxMemoryBytes, maxMemoryBytesAlone } = this.#limits
    return this.#hasStorageFailed ? (maxMemoryBytesAlone ?? maxMemoryBytes) : maxMemoryBytes
  }

  #memoryBytes(): number {
    return this.#chunkBytes + this.#indexBytes + this.#openBytes
  }

  /** The oldest chunk in memory goes to disk; when that is full, the oldest file makes room; without disk it is dropped. */
  #moveOut(chunk: KeptChunk): void {
    while (!this.#fitsOnDisk(chunk)) {
      const file = this.#storage?.dropOldest() ?? null
      if (file === null) break
      this.#forget((kept) => kept.at?.file === file)
    }
    const fits = this.#fitsOnDisk(chunk)
    const at = fits ? (this.#storage?.append(chunk.bytes!) ?? null) : null
    if (at === null) {
      this.#hasStorageFailed ||= fits
      // Memory may have room for it, now that it is alone.
      if (this.#memoryBytes() > this.#memoryLimit()) this.#forget((kept) => kept === chunk)
    } else {
      chunk.at = at
      chunk.bytes = null
      this.#chunkBytes -= chunk.byteCount
      this.#firstInMemory++
    }
  }

  #fitsOnDisk(chunk: KeptChunk): boolean {
    return this.#storage !== null && this.#storage.usedBytes + chunk.byteCount <= this.#limits.maxDiskBytes
  }

  #forget(isGone: (chunk: KeptChunk) => boolean): void {
    const kept: KeptChunk[] = []
    for (const chunk of this.#chunks) {
      if (!isGone(chunk)) {
        kept.push(chunk)
        continue
      }
      this.#droppedSampleCount += chunk.sampleCount
      this.#timesCache.delete(chunk)
      this.#indexBytes -= indexBytesPerChunk + chunk.seriesIndexes.length * indexBytesPerSeries
      if (chunk.bytes === null) this.#firstInMemory--
      else this.#chunkBytes -= chunk.byteCount
    }
    this.#chunks = kept
  }
}

const emptyBytes = new Uint8Array(0)

function cut(column: DecodedColumn, fromMs: number, toMs: number): DecodedColumn {
  const { timeMs, value } = column
  let start = 0
  let end = timeMs.length
  while (start < end && timeMs[start]! < fromMs) start++
  while (end > start && timeMs[end - 1]! > toMs) end--
  if (start === 0 && end === timeMs.length) return column
  return { timeMs: timeMs.subarray(start, end), value: value.subarray(start, end) }
}
