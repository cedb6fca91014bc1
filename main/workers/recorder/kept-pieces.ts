import fs from 'node:fs'
import path from 'node:path'
import type { Disposable } from '../../../shared/base/disposable.ts'
import type { JoinedStream } from '../../analysis/trim/join-traces.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'

/** A stretch of whole blocks of a stream, and where its bytes lie. */
export interface KeptPiece {
  readonly file: string
  /** In the file. */
  readonly at: number
  /** In the stream. */
  readonly offset: number
  readonly byteCount: number
}

/** What a flight recorder has kept of one session: in pieces, or as it lies in the folder of one that did not come to its end. */
export type KeptStream = { readonly keeps: 'range' | 'names' } & (
  { readonly pieces: readonly KeptPiece[] } | { readonly folder: string }
)

export const definitionsName = 'definitions.part'
/** Of a definition in its file: f64 offset in the stream | u32 byte count. */
export const recordHeadBytes = 12
const segmentPattern = /^(\d{12})\.part$/
const mostSegments = 100_000

/** Of the file of a stretch that begins at this offset of the stream. */
export function segmentName(offset: number): string {
  return `${String(offset).padStart(12, '0')}.part`
}

/** What a recorder that did not come to its end has left in its folder. Throws what the file system says. */
export function readPieces(folder: string): readonly KeptPiece[] {
  const names = fs.readdirSync(folder).filter((name) => segmentPattern.test(name))
  const segments = names.slice(0, mostSegments).map((name) => {
    const file = path.join(folder, name)
    const found = fs.lstatSync(file)
    return { file, at: 0, offset: Number(segmentPattern.exec(name)![1]), byteCount: found.isFile() ? found.size : 0 }
  })
  segments.sort((a, b) => a.offset - b.offset)
  const [first] = segments
  const definitions = readDefinitions(path.join(folder, definitionsName))
  return [...definitions.filter(({ offset }) => first === undefined || offset < first.offset), ...segments].filter(
    ({ byteCount }) => byteCount > 0,
  )
}

function readDefinitions(file: string): readonly KeptPiece[] {
  const found = fs.lstatSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true) return []
  const pieces: KeptPiece[] = []
  const fd = fs.openSync(file, 'r')
  const head = new DataView(new ArrayBuffer(recordHeadBytes))
  try {
    let end = 0
    for (let at = 0; at + recordHeadBytes <= found.size;) {
      if (fs.readSync(fd, head, 0, recordHeadBytes, at) < recordHeadBytes) break
      const piece = {
        file,
        at: at + recordHeadBytes,
        offset: head.getFloat64(0, true),
        byteCount: head.getUint32(8, true),
      }
      at = piece.at + piece.byteCount
      // The last one may be cut; an order of its own would send a reader back.
      if (at > found.size || !(piece.offset >= end)) break
      end = piece.offset + piece.byteCount
      pieces.push(piece)
    }
  } finally {
    fs.closeSync(fd)
  }
  return pieces
}

/** Stretches that follow each other without a gap are one. `pieces`: ordered by offset. */
export function stretchesOf(pieces: readonly KeptPiece[]): JoinedStream['stretches'] {
  const stretches: { from: number; to: number }[] = []
  for (const { offset, byteCount } of pieces) {
    const last = stretches.at(-1)
    if (last?.to === offset) last.to = offset + byteCount
    else stretches.push({ from: offset, to: offset + byteCount })
  }
  return stretches
}

/** What is left of a stream, read at the offsets it had. Nothing is read across a gap. */
export class KeptSource implements RangeSource, Disposable {
  readonly size: number
  readonly #pieces: readonly KeptPiece[]
  readonly #files = new Map<string, number>()
  #newest = 0

  constructor(pieces: readonly KeptPiece[]) {
    this.#pieces = pieces
    const last = pieces.at(-1)
    this.size = last === undefined ? 0 : last.offset + last.byteCount
  }

  /** Throws what the file system says. */
  read(offset: number, byteCount: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(byteCount, this.size - offset)))
    let have = 0
    while (have < bytes.length) {
      const count = this.#readPiece(offset + have, bytes.subarray(have))
      if (count === 0) break
      have += count
    }
    return bytes.subarray(0, have)
  }

  dispose(): void {
    for (const file of this.#files.values()) fs.closeSync(file)
    this.#files.clear()
  }

  #readPiece(offset: number, into: Uint8Array): number {
    const piece = this.#pieceAt(offset)
    if (piece === null) return 0
    const from = offset - piece.offset
    const count = Math.min(into.length, piece.byteCount - from)
    return fs.readSync(this.#open(piece.file), into, 0, count, piece.at + from)
  }

  #pieceAt(offset: number): KeptPiece | null {
    const has = (piece: KeptPiece | undefined): boolean =>
      piece !== undefined && offset >= piece.offset && offset < piece.offset + piece.byteCount
    if (!has(this.#pieces[this.#newest])) this.#newest = this.#pieces.findIndex(has)
    return this.#pieces[this.#newest] ?? null
  }

  #open(path: string): number {
    const known = this.#files.get(path)
    if (known !== undefined) return known
    const file = fs.openSync(path, 'r')
    this.#files.set(path, file)
    return file
  }
}
