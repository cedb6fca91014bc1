/*
 * Names of types in the metadata that a NativeAOT program carries for reflection (`__embedded_metadata`). All numbers but the signature are
 * compressed; a handle is the place of its record from the beginning on:
 *
 *   signature u32 | scopes
 *   scope:     flags, name, hash algorithm, four parts of the version, key (bytes), culture, root namespace, ...
 *   namespace: parent, name, types, forwarders, namespaces
 *   type:      flags, base, namespace, name, size, packing, outer type, nested types, ...
 */

/** Thrown where the bytes are no such metadata; reads beyond them throw a RangeError. */
export class NotNativeMetadata extends Error {}

export interface NativeType {
  /** `System.Private.CoreLib` */
  readonly assembly: string
  /** ``Ns.Outer`1+Inner`` */
  readonly name: string
}

interface Pending {
  readonly kind: 'namespace' | 'type'
  readonly handle: number
  readonly assembly: string
  /** What the name goes behind, with the sign between them. */
  readonly prefix: string
}

const signature = 0xdead_dffd
/** Runtimes refuse longer ones of a single type; nested and in a namespace they are longer. */
const mostNameBytes = 2048
const longestName = 4096

/** Every type that the metadata describes. */
export function* readNativeTypes(bytes: Buffer): Generator<NativeType> {
  if (bytes.readUInt32LE(0) !== signature) throw new NotNativeMetadata()
  const pending: Pending[] = new Cursor(bytes, 4).handles().map((handle) => readScope(bytes, handle))
  // In damaged bytes a record may be named by any number of others.
  const seen = new Set<number>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { kind, handle, assembly, prefix } = next
    if (seen.has(handle)) continue
    seen.add(handle)
    const cursor = new Cursor(bytes, handle)
    if (kind === 'namespace') {
      cursor.skip(1)
      const own = cursor.text()
      const types = cursor.handles()
      cursor.handles()
      const inside = own === '' ? prefix : `${prefix}${own}.`
      if (inside.length > longestName) continue
      for (const type of types) pending.push({ kind: 'type', handle: type, assembly, prefix: inside })
      for (const one of cursor.handles()) pending.push({ kind, handle: one, assembly, prefix: inside })
    } else {
      cursor.skip(3)
      const name = `${prefix}${cursor.text()}`
      if (name.length > longestName) continue
      yield { assembly, name }
      cursor.skip(3)
      for (const nested of cursor.handles()) pending.push({ kind, handle: nested, assembly, prefix: `${name}+` })
    }
  }
}

function readScope(bytes: Buffer, handle: number): Pending {
  const cursor = new Cursor(bytes, handle)
  cursor.skip(1)
  const assembly = cursor.text()
  cursor.skip(5)
  cursor.skipBytes(cursor.number())
  cursor.skip(1)
  return { kind: 'namespace', handle: cursor.number(), assembly, prefix: '' }
}

class Cursor {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** One to five bytes; the lowest bits of the first say how many. */
  number(): number {
    const at = this.#at
    const first = this.#bytes.readUInt8(at)
    for (let more = 0; more < 4; more++) {
      if ((first & (1 << more)) !== 0) continue
      this.#at = at + more + 1
      return this.#bytes.readUIntLE(at, more + 1) >>> (more + 1)
    }
    if ((first & 0x10) !== 0) throw new NotNativeMetadata()
    this.#at = at + 5
    return this.#bytes.readUInt32LE(at + 1)
  }

  skip(count: number): void {
    for (let one = 0; one < count; one++) this.number()
  }

  skipBytes(count: number): void {
    this.#at += count
  }

  handles(): readonly number[] {
    const count = this.number()
    if (count > this.#bytes.length - this.#at) throw new NotNativeMetadata()
    return Array.from({ length: count }, () => this.number())
  }

  /** A handle of a text; 0: empty. */
  text(): string {
    const handle = this.number()
    if (handle === 0) return ''
    const cursor = new Cursor(this.#bytes, handle)
    const length = cursor.number()
    if (length > mostNameBytes || cursor.#at + length > this.#bytes.length) throw new NotNativeMetadata()
    return this.#bytes.toString('utf8', cursor.#at, cursor.#at + length)
  }
}
