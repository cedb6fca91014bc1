/*
 * Whether an assembly has the one thing a runtime looks for in a startup hook: a type `StartupHook` without a namespace that has a
 * static method `Initialize`. Reads just enough of the file (ECMA-335): PE header, CLI header, metadata root, and of the tables
 * those up to MethodDef. A name that merely occurs in the file is not enough: names share their endings in the heap, and a runtime
 * that runs dies of an assembly without the type.
 *
 *   PE -> data directory 14 -> CLI header -> metadata root 'BSJB' -> streams `#~` (tables) and `#Strings`
 *   tables in order: 0 Module, 1 TypeRef, 2 TypeDef, 3 FieldPtr, 4 Field, 5 MethodPtr, 6 MethodDef
 */

const staticFlag = 0x10

/** False for anything else: other files, damaged ones. Never throws. */
export function hasStartupHook(bytes: Buffer): boolean {
  try {
    return new Metadata(bytes).hasStaticMethod('StartupHook', 'Initialize')
  } catch (error) {
    // A read past the end, or a table that is not where it should be.
    if (error instanceof RangeError || error instanceof NotAnAssembly) return false
    throw error
  }
}

class NotAnAssembly extends Error {}

interface Table {
  readonly offset: number
  readonly rowBytes: number
  readonly count: number
}

class Metadata {
  readonly #bytes: Buffer
  readonly #strings: number
  readonly #stringBytes: number
  readonly #typeRefBytes: number
  readonly #fieldIndexBytes: number
  readonly #methodIndexBytes: number
  readonly #types: Table
  readonly #methods: Table

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const root = metadataRoot(bytes)
    const streams = readStreams(bytes, root)
    const tables = streams.get('#~')
    const strings = streams.get('#Strings')
    if (tables === undefined || strings === undefined) throw new NotAnAssembly()
    this.#strings = strings
    const heapSizes = bytes.readUInt8(tables + 6)
    const valid = bytes.readBigUInt64LE(tables + 8)
    const counts: number[] = []
    let at = tables + 24
    for (let table = 0; table < 64; table++) {
      const isThere = (valid >> BigInt(table)) & 1n
      counts.push(isThere ? bytes.readUInt32LE(at) : 0)
      if (isThere) at += 4
    }
    const rows = (table: number): number => counts[table] ?? 0
    const indexBytes = (...tableNumbers: readonly number[]): number =>
      Math.max(...tableNumbers.map(rows)) < 0x1_0000 ? 2 : 4
    // Two bits of a coded index say which table it points into.
    const codedBytes = (...tableNumbers: readonly number[]): number =>
      Math.max(...tableNumbers.map(rows)) < 0x4000 ? 2 : 4
    const stringBytes = heapSizes & 1 ? 4 : 2
    const guidBytes = heapSizes & 2 ? 4 : 2
    const blobBytes = heapSizes & 4 ? 4 : 2
    this.#stringBytes = stringBytes
    this.#typeRefBytes = codedBytes(2, 1, 0x1b)
    this.#fieldIndexBytes = indexBytes(4)
    this.#methodIndexBytes = indexBytes(6)
    const rowBytes = [
      2 + stringBytes + 3 * guidBytes,
      codedBytes(0, 0x1a, 0x23, 1) + 2 * stringBytes,
      4 + 2 * stringBytes + this.#typeRefBytes + this.#fieldIndexBytes + this.#methodIndexBytes,
      this.#fieldIndexBytes,
      2 + stringBytes + blobBytes,
      this.#methodIndexBytes,
      8 + stringBytes + blobBytes + indexBytes(8),
    ]
    const found: Table[] = []
    for (const [table, size] of rowBytes.entries()) {
      found.push({ offset: at, rowBytes: size, count: rows(table) })
      at += size * rows(table)
    }
    const [, , types, , , , methods] = found
    if (!types || !methods || at > bytes.length) throw new NotAnAssembly()
    this.#types = types
    this.#methods = methods
  }

  hasStaticMethod(typeName: string, methodName: string): boolean {
    const { count } = this.#types
    for (let row = 0; row < count; row++) {
      const at = this.#types.offset + row * this.#types.rowBytes + 4
      if (this.#text(at) !== typeName || this.#text(at + this.#stringBytes) !== '') continue
      // The methods of a type go up to those of the next one; indexes begin at 1.
      const first = this.#methodList(row)
      const end = row + 1 < count ? this.#methodList(row + 1) : this.#methods.count + 1
      for (let method = first; method < end; method++) if (this.#isStatic(method, methodName)) return true
    }
    return false
  }

  #methodList(row: number): number {
    const at =
      this.#types.offset +
      row * this.#types.rowBytes +
      4 +
      2 * this.#stringBytes +
      this.#typeRefBytes +
      this.#fieldIndexBytes
    return this.#bytes.readUIntLE(at, this.#methodIndexBytes)
  }

  #isStatic(method: number, name: string): boolean {
    if (method < 1 || method > this.#methods.count) return false
    const at = this.#methods.offset + (method - 1) * this.#methods.rowBytes
    return (this.#bytes.readUInt16LE(at + 6) & staticFlag) !== 0 && this.#text(at + 8) === name
  }

  #text(at: number): string {
    const from = this.#strings + this.#bytes.readUIntLE(at, this.#stringBytes)
    const to = this.#bytes.indexOf(0, from)
    return this.#bytes.toString('utf8', from, to < 0 ? from : to)
  }
}

/** Offset of the metadata in the file. */
function metadataRoot(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 2) !== 'MZ') throw new NotAnAssembly()
  const pe = bytes.readUInt32LE(0x3c)
  if (bytes.toString('latin1', pe, pe + 4) !== 'PE\0\0') throw new NotAnAssembly()
  const sectionCount = bytes.readUInt16LE(pe + 6)
  const optionalBytes = bytes.readUInt16LE(pe + 20)
  const optional = pe + 24
  // PE32+ has wider fields before its directories.
  const directories = optional + (bytes.readUInt16LE(optional) === 0x20b ? 112 : 96)
  const sections = optional + optionalBytes
  const offsetOf = (address: number): number => {
    for (let index = 0; index < sectionCount; index++) {
      const at = sections + index * 40
      const start = bytes.readUInt32LE(at + 12)
      const size = Math.max(bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 16))
      if (address >= start && address < start + size) return address - start + bytes.readUInt32LE(at + 20)
    }
    throw new NotAnAssembly()
  }
  const cli = offsetOf(bytes.readUInt32LE(directories + 14 * 8))
  const root = offsetOf(bytes.readUInt32LE(cli + 8))
  if (bytes.toString('latin1', root, root + 4) !== 'BSJB') throw new NotAnAssembly()
  return root
}

function readStreams(bytes: Buffer, root: number): ReadonlyMap<string, number> {
  const versionBytes = bytes.readUInt32LE(root + 12)
  const count = bytes.readUInt16LE(root + 18 + versionBytes)
  const streams = new Map<string, number>()
  let at = root + 20 + versionBytes
  for (let index = 0; index < count; index++) {
    const end = bytes.indexOf(0, at + 8)
    if (end < 0) throw new NotAnAssembly()
    const name = bytes.toString('latin1', at + 8, end)
    streams.set(name, root + bytes.readUInt32LE(at))
    // Names are padded to four bytes, their NUL included.
    at += 8 + Math.ceil((name.length + 1) / 4) * 4
  }
  return streams
}
