import { type Column, tableColumns } from './assembly-tables.ts'
import { NotAnAssembly, PeHeaders, readStreams } from './pe-headers.ts'

/*
 * The tables of a .NET assembly (ECMA-335):
 *
 *   PE -> data directory 14 -> CLI header -> metadata root 'BSJB' -> streams `#~` (tables) and `#Strings`
 */

const cliDirectory = 14
/** Runtimes refuse names of 1,024 bytes. In a damaged file one may be as long as the file, and every row may name it. */
const mostNameBytes = 2048

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
    const bytes = this.#bytes.subarray(from, from + mostNameBytes)
    const length = bytes.indexOf(0)
    if (length < 0) throw new NotAnAssembly()
    return bytes.toString('utf8', 0, length)
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
  const headers = new PeHeaders(bytes)
  const cli = headers.offsetOf(headers.directory(cliDirectory).address)
  return headers.offsetOf(bytes.readUInt32LE(cli + 8))
}
