import type { HeapType } from '../graph/heap-graph.ts'
import { WordPages } from '../events/word-pages.ts'
import { blockKinds, recordBytes, StreamError } from './dump-stream.ts'
import { asEnd, asInfo, asTexts, asTypeRows, type DumpInfo, type HeapEnd, parseJson } from './stream-json.ts'

/** More rows than any program has; a table of texts is the one thing here that costs objects. */
const mostRows = 4_000_000
/** 2^32 - 1 nodes is what a graph can number; pseudo nodes need some of them. */
const mostRecords = 2 ** 31

/** Collects the blocks of a heap into columns. Every count and row is checked as it comes; throws `StreamError`. */
export class DumpHeapReader {
  info: DumpInfo | null = null
  end: HeapEnd | null = null
  readonly types: Pick<HeapType, 'rawName' | 'module'>[] = []
  readonly names: string[] = []
  readonly addresses = new WordPages()
  readonly sizes = new WordPages()
  /** The object, low and high half of its bytes. */
  readonly largeSizes = new WordPages()
  readonly typeOf = new WordPages()
  readonly edgeCounts = new WordPages()
  readonly generations = new WordPages()
  /** Low and high half of the address. */
  readonly targets = new WordPages()
  readonly fields = new WordPages()
  /** Kind, low and high half of the address, row of the name. */
  readonly roots = new WordPages()
  announcedEdges = 0

  get objectCount(): number {
    return this.typeOf.length
  }

  block(kind: number, payload: DataView, offset: number): void {
    if (this.end !== null) throw new StreamError(offset, 'nothing behind the end', `block ${kind}`)
    switch (kind) {
      case blockKinds.info:
        this.info = asInfo(parseJson(payload, offset), offset)
        break
      case blockKinds.types:
        for (const [rawName, module] of asTypeRows(parseJson(payload, offset), offset))
          this.types.push({ rawName, module })
        this.#checkRows(this.types.length, offset)
        break
      case blockKinds.names:
        this.names.push(...asTexts(parseJson(payload, offset), offset))
        this.#checkRows(this.names.length, offset)
        break
      case blockKinds.objects:
        this.#objects(payload, offset)
        break
      case blockKinds.references:
        this.#references(payload, offset)
        break
      case blockKinds.roots:
        this.#roots(payload, offset)
        break
      case blockKinds.end:
        this.end = asEnd(parseJson(payload, offset), offset)
        this.#checkEnd(this.end, offset)
        break
      default:
        throw new StreamError(offset, 'a block of a heap', `kind ${kind}`)
    }
  }

  #objects(payload: DataView, offset: number): void {
    checkRecords(payload, recordBytes.objects, this.objectCount, offset)
    for (let at = 0; at < payload.byteLength; at += recordBytes.objects) {
      const type = payload.getUint32(at + 16, true)
      if (type >= this.types.length) throw new StreamError(offset + at, 'the row of a type', String(type))
      const sizeHigh = payload.getUint32(at + 12, true)
      const sizeLow = payload.getUint32(at + 8, true)
      if (sizeHigh > 0xffff) throw new StreamError(offset + at, 'the size of an object', `${sizeHigh} * 2^32`)
      if (sizeHigh > 0 || sizeLow === 0xffff_ffff) {
        this.largeSizes.push(this.objectCount)
        this.largeSizes.push(sizeLow)
        this.largeSizes.push(sizeHigh)
      }
      this.addresses.push(payload.getUint32(at, true))
      this.addresses.push(payload.getUint32(at + 4, true))
      this.sizes.push(sizeHigh > 0 ? 0xffff_ffff : sizeLow)
      const edgeCount = payload.getUint32(at + 20, true)
      this.announcedEdges += edgeCount
      this.edgeCounts.push(edgeCount)
      this.generations.push(payload.getUint8(at + 24))
      this.typeOf.push(type)
    }
  }

  #references(payload: DataView, offset: number): void {
    checkRecords(payload, recordBytes.references, this.fields.length, offset)
    for (let at = 0; at < payload.byteLength; at += recordBytes.references) {
      this.targets.push(payload.getUint32(at, true))
      this.targets.push(payload.getUint32(at + 4, true))
      this.fields.push(this.#name(payload.getUint32(at + 8, true), offset + at))
    }
  }

  #roots(payload: DataView, offset: number): void {
    checkRecords(payload, recordBytes.roots, this.roots.length / 4, offset)
    for (let at = 0; at < payload.byteLength; at += recordBytes.roots) {
      this.roots.push(payload.getUint8(at))
      this.roots.push(payload.getUint32(at + 1, true))
      this.roots.push(payload.getUint32(at + 5, true))
      this.roots.push(this.#name(payload.getUint32(at + 9, true), offset + at))
    }
  }

  #name(row: number, offset: number): number {
    if (row >= this.names.length) throw new StreamError(offset, 'the row of a name', String(row))
    return row
  }

  #checkRows(count: number, offset: number): void {
    if (count > mostRows) throw new StreamError(offset, `at most ${mostRows} rows`, String(count))
  }

  #checkEnd(end: HeapEnd, offset: number): void {
    const wrong = (
      [
        ['objects', end.objectCount, this.objectCount],
        ['references', end.referenceCount, this.fields.length],
        ['references of objects', end.referenceCount, this.announcedEdges],
        ['roots', end.rootCount, this.roots.length / 4],
      ] as const
    ).find(([, announced, found]) => announced !== found)
    if (wrong !== undefined) throw new StreamError(offset, `${wrong[1]} ${wrong[0]}`, String(wrong[2]))
  }
}

function checkRecords(payload: DataView, bytes: number, before: number, offset: number): void {
  if (payload.byteLength % bytes !== 0)
    throw new StreamError(offset, `records of ${bytes} bytes`, `${payload.byteLength} bytes`)
  if (before + payload.byteLength / bytes > mostRecords)
    throw new StreamError(offset, `at most ${mostRecords} records`, 'more')
}
