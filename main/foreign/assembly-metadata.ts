import { type Column, tableColumns } from './assembly-tables.ts'

/*
 * The tables of a .NET assembly (ECMA-335):
 *
 *   PE -> data directory 14 -> CLI header -> metadata root 'BSJB' -> streams `#~` (tables) and `#Strings`
 */

/** Thrown by everything here where the file is not what it should be. */
export class NotAnAssembly extends Error {}

interface Table {
  readonly offset: number
  readonly count: number
  readonly rowBytes: number
  /** Offset in the row and bytes of each column. */
  readonly columns: readonly { readonly at: number; readonly bytes: number }[]
}

/** Rows count from 1, as tokens and indexes do. Reads beyond the file throw a RangeError. */
export class AssemblyMetadata {
  readonly #bytes: Buffer
  readonly #strings: number
  readonly #tables: readonly Table[]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const root = metadataRoot(bytes)
    const streams = readStreams(bytes, root)
    const tables = streams.get('#~')
    const strings = streams.get('#Strings')
    if (tables === undefined || strings === undefined) throw new NotAnAssembly()
    this.#strings = strings
    this.#tables = readTables(bytes, tables)
  }

  rowCount(table: number): number {
    return this.#tables[table]!.count
  }

  value(table: number, row: number, column: number): number {
    const { offset, count, rowBytes, columns } = this.#tables[table]!
    if (row < 1 || row > count) throw new NotAnAssembly()
    const { at, bytes } = columns[column]!
    return this.#bytes.readUIntLE(offset + (row - 1) * rowBytes + at, bytes)
  }

  text(table: number, row: number, column: number): string {
    const from = this.#strings + this.value(table, row, column)
    const to = this.#bytes.indexOf(0, from)
    return this.#bytes.toString('utf8', from, to < 0 ? from : to)
  }
}

function readTables(bytes: Buffer, start: number): readonly Table[] {
  const heapSizes = bytes.readUInt8(start + 6)
  const valid = bytes.readBigUInt64LE(start + 8)
  const counts: number[] = []
  let at = start + 24
  for (let table = 0; table < 64; table++) {
    const isThere = (valid >> BigInt(table)) & 1n
    counts.push(isThere ? bytes.readUInt32LE(at) : 0)
    if (isThere) at += 4
  }
  const most = (tables: readonly number[]): number => Math.max(...tables.map((table) => counts[table] ?? 0))
  const bytesOf = (column: Column): number => {
    if (typeof column === 'number') return column
    if (column === 'text') return heapSizes & 1 ? 4 : 2
    if (column === 'guid') return heapSizes & 2 ? 4 : 2
    if (column === 'blob') return heapSizes & 4 ? 4 : 2
    if ('table' in column) return most([column.table]) < 0x1_0000 ? 2 : 4
    // The lower bits say which table it points into.
    return most(column.coded.tables) < 2 ** (16 - column.coded.bits) ? 2 : 4
  }
  return tableColumns.map((columns, number) => {
    let rowBytes = 0
    const placed = columns.map((column) => {
      const width = bytesOf(column)
      rowBytes += width
      return { at: rowBytes - width, bytes: width }
    })
    const count = counts[number]!
    const table = { offset: at, count, rowBytes, columns: placed }
    at += count * rowBytes
    if (at > bytes.length) throw new NotAnAssembly()
    return table
  })
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
