import { blockKinds, streamMagic, streamVersion } from '../from-dump/dump-stream.ts'

/** Writes streams as `helpers/dump-reader` does, and wrong ones. */
export class DumpStreamWriter {
  readonly #parts: Uint8Array[] = []

  constructor(version: number = streamVersion) {
    this.#parts.push(Uint8Array.from([...streamMagic, version, 0, 0, 0]))
  }

  block(kind: number, payload: Uint8Array, announcedBytes = payload.length): this {
    const head = new DataView(new ArrayBuffer(5))
    head.setUint8(0, kind)
    head.setUint32(1, announcedBytes, true)
    this.#parts.push(new Uint8Array(head.buffer), payload)
    return this
  }

  json(kind: number, value: unknown): this {
    return this.block(
      kind,
      Uint8Array.from(JSON.stringify(value), (letter) => letter.charCodeAt(0)),
    )
  }

  info(changes: Readonly<Record<string, unknown>> = {}): this {
    return this.json(blockKinds.info, {
      processId: 42,
      pointerSize: 8,
      architecture: 'X64',
      runtimeVersion: '10.0.12',
      isServerCollection: false,
      missingBytes: 0,
      canWalkHeap: true,
      ...changes,
    })
  }

  /** Address, size, type, count of references, generation. */
  objects(...rows: readonly (readonly [bigint, bigint, number, number, number])[]): this {
    return this.#records(blockKinds.objects, 25, rows.length, (view, row) => {
      const [address, size, type, edges, generation] = rows[row]!
      view.setBigUint64(0, address, true)
      view.setBigUint64(8, size, true)
      view.setUint32(16, type, true)
      view.setUint32(20, edges, true)
      view.setUint8(24, generation)
    })
  }

  /** Target, field. */
  references(...rows: readonly (readonly [bigint, number])[]): this {
    return this.#records(blockKinds.references, 12, rows.length, (view, row) => {
      view.setBigUint64(0, rows[row]![0], true)
      view.setUint32(8, rows[row]![1], true)
    })
  }

  /** Kind, target, name. */
  roots(...rows: readonly (readonly [number, bigint, number])[]): this {
    return this.#records(blockKinds.roots, 13, rows.length, (view, row) => {
      view.setUint8(0, rows[row]![0])
      view.setBigUint64(1, rows[row]![1], true)
      view.setUint32(9, rows[row]![2], true)
    })
  }

  end(objectCount: number, referenceCount: number, rootCount: number): this {
    const free = { freeCount: 1, freeBytes: 24, unreadCount: 0 }
    return this.json(blockKinds.end, { objectCount, referenceCount, rootCount, ...free })
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.#parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of this.#parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  #records(kind: number, size: number, count: number, write: (view: DataView, row: number) => void): this {
    const bytes = new Uint8Array(count * size)
    for (let row = 0; row < count; row++) write(new DataView(bytes.buffer, row * size, size), row)
    return this.block(kind, bytes)
  }
}
