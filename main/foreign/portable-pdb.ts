import { NotAnAssembly, readStreams } from './pe-headers.ts'
import { type SequencePoint, readSequencePoints } from './sequence-points.ts'
import { readCompressed } from './compressed-number.ts'

/*
 * A portable PDB, as far as lines need it:
 *
 *   metadata root 'BSJB' -> streams #Pdb (id of the build: GUID and stamp), #~ (tables), #Blob
 *   table 0x30 Document: Name blob · HashAlgorithm guid · Hash blob · Language guid
 *   table 0x31 MethodDebugInformation, a row for each method: Document · SequencePoints blob
 */

const documentTable = 0x30
const idBytes = 16
const methodTokens = 0x0600_0000
/** Longer paths are none; parts may be told many times over. */
const mostPathChars = 4096
const mostPathParts = 512

interface Table {
  readonly offset: number
  readonly count: number
  readonly rowBytes: number
}

/** Errors as in `pe-headers.ts`. */
export class PortablePdb {
  /** Of the build, as hex digits: the same that the module names. */
  readonly id: string
  readonly #bytes: Buffer
  readonly #blobs: number
  readonly #blobIndexBytes: number
  readonly #documentIndexBytes: number
  readonly #documents: Table
  readonly #methods: Table

  constructor(bytes: Buffer) {
    const streams = readStreams(bytes, 0)
    const [head, tables, blobs] = ['#Pdb', '#~', '#Blob'].map((name) => streams.get(name))
    if (head === undefined || tables === undefined || blobs === undefined) throw new NotAnAssembly()
    if (head + idBytes > bytes.length) throw new NotAnAssembly()
    this.#bytes = bytes
    this.#blobs = blobs
    this.id = bytes.toString('hex', head, head + idBytes)
    const heapSizes = bytes.readUInt8(tables + 6)
    const valid = bytes.readBigUInt64LE(tables + 8)
    // What a module has stands in the module.
    if ((valid & ((1n << BigInt(documentTable)) - 1n)) !== 0n) throw new NotAnAssembly()
    const counts: number[] = []
    let at = tables + 24
    for (let table = documentTable; table < 64; table++) {
      const isThere = ((valid >> BigInt(table)) & 1n) === 1n
      counts.push(isThere ? bytes.readUInt32LE(at) : 0)
      if (isThere) at += 4
    }
    const [documentCount = 0, methodCount = 0] = counts
    const guidBytes = heapSizes & 2 ? 4 : 2
    this.#blobIndexBytes = heapSizes & 4 ? 4 : 2
    this.#documentIndexBytes = documentCount < 0x1_0000 ? 2 : 4
    this.#documents = { offset: at, count: documentCount, rowBytes: 2 * (this.#blobIndexBytes + guidBytes) }
    const methodsAt = at + documentCount * this.#documents.rowBytes
    this.#methods = {
      offset: methodsAt,
      count: methodCount,
      rowBytes: this.#documentIndexBytes + this.#blobIndexBytes,
    }
    if (methodsAt + methodCount * this.#methods.rowBytes > bytes.length) throw new NotAnAssembly()
  }

  /** In the order of IL offsets; empty: the method has no lines, or the token is of none. */
  pointsOf(methodToken: number): readonly SequencePoint[] {
    const row = methodToken - methodTokens
    if (row < 1 || row > this.#methods.count) return []
    const at = this.#methods.offset + (row - 1) * this.#methods.rowBytes
    const document = this.#bytes.readUIntLE(at, this.#documentIndexBytes)
    const blob = this.#bytes.readUIntLE(at + this.#documentIndexBytes, this.#blobIndexBytes)
    return blob === 0 ? [] : readSequencePoints(this.#blob(blob), document)
  }

  /** Path of a source file as the compiler saw it. */
  documentPath(row: number): string {
    const { offset, count, rowBytes } = this.#documents
    if (row < 1 || row > count) throw new NotAnAssembly()
    const name = this.#blob(this.#bytes.readUIntLE(offset + (row - 1) * rowBytes, this.#blobIndexBytes))
    if (name.length === 0) return ''
    const separator = name[0] === 0 ? '' : String.fromCodePoint(name[0]!)
    const parts: string[] = []
    let chars = 0
    for (let at = 1; at < name.length && parts.length < mostPathParts && chars < mostPathChars;) {
      const { value, next } = readCompressed(name, at)
      // No part.
      parts.push(value === 0 ? '' : this.#blob(value).toString('utf8', 0, mostPathChars))
      chars += parts.at(-1)!.length + separator.length
      at = next
    }
    return parts.join(separator).slice(0, mostPathChars)
  }

  #blob(index: number): Buffer {
    const { value: length, next } = readCompressed(this.#bytes, this.#blobs + index)
    if (next + length > this.#bytes.length) throw new NotAnAssembly()
    return this.#bytes.subarray(next, next + length)
  }
}
