import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { DumpFileFacts } from '../../../shared/model/dump.ts'
import { readForeignRange } from '../../foreign/foreign-files.ts'
import type { ForeignFailure } from '../../foreign/foreign-question.ts'

/*
 * Is a file the dump it should be, and is all of it there? Only headers and tables are read, not the memory in it.
 *
 *   ELF core   0x7F 'ELF' class data version ... e_type = 4; program headers: each segment is p_offset .. p_offset + p_filesz
 *   minidump   'MDMP' version streams directory; each stream is rva .. rva + size, the memory lists name more
 *   Mach-O     0xFEEDFACF ... filetype = 4; LC_SEGMENT_64: fileoff .. fileoff + filesize
 */

/** Program headers and load commands beyond this are damage, not a dump. */
const maxTableBytes = 64 * 1024 * 1024
const elfCoreType = 4
/** e_phnum when there are more than 65,534: the count is in the first section header. */
const manyHeaders = 0xffff
const machoCoreType = 4
const loadSegment64 = 0x19
const memory64ListStream = 9
const memoryListStream = 5

/** As much as there is of a stretch of the file, with the size of the whole. */
export type ReadRange<Failure> = (
  offset: number,
  maxBytes: number,
) => Promise<Result<{ readonly bytes: Uint8Array; readonly sizeBytes: number }, Failure>>

export function readDumpFacts(file: string): Promise<Result<DumpFileFacts, ForeignFailure>> {
  return readDumpFactsBy((offset, maxBytes) => readForeignRange(file, offset, maxBytes))
}

export async function readDumpFactsBy<Failure>(read: ReadRange<Failure>): Promise<Result<DumpFileFacts, Failure>> {
  const start = await read(0, 4096)
  if (!start.ok) return start
  const { bytes, sizeBytes } = start.value
  const dump = new DumpBytes(read)
  const head = viewOf(bytes)
  const found = (await elfEnd(dump, head)) ?? (await minidumpEnd(dump, head)) ?? (await machoEnd(dump, head))
  if (dump.failure !== null) return err(dump.failure)
  if (found === null) return ok({ format: 'unknown', sizeBytes, expectedBytes: null, isComplete: false })
  const { format, expectedBytes } = found
  return ok({ format, sizeBytes, expectedBytes, isComplete: expectedBytes !== null && expectedBytes <= sizeBytes })
}

/** Stretches of one file. What cannot be read is empty, and the reason is kept. */
class DumpBytes<Failure> {
  readonly #read: ReadRange<Failure>
  failure: Failure | null = null

  constructor(read: ReadRange<Failure>) {
    this.#read = read
  }

  /** Null when the file ends before the table does, or the table is larger than any real one. */
  async table(offset: number, sizeBytes: number): Promise<DataView | null> {
    if (sizeBytes > maxTableBytes) return null
    const view = await this.at(offset, sizeBytes)
    return view.byteLength === sizeBytes ? view : null
  }

  /** As much as there is. */
  async at(offset: number, sizeBytes: number): Promise<DataView> {
    if (!Number.isSafeInteger(offset)) return new DataView(new ArrayBuffer(0))
    const read = await this.#read(offset, sizeBytes)
    if (!read.ok) this.failure ??= read.error
    return read.ok ? viewOf(read.value.bytes) : new DataView(new ArrayBuffer(0))
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** `expectedBytes` null: the tables themselves are cut. */
type Found = Pick<DumpFileFacts, 'format' | 'expectedBytes'> | null

async function elfEnd(dump: DumpBytes<unknown>, head: DataView): Promise<Found> {
  if (head.byteLength < 52 || head.getUint32(0) !== 0x7f454c46) return null
  const is64 = head.getUint8(4) === 2
  const little = head.getUint8(5) === 1
  if (head.getUint16(16, little) !== elfCoreType || (is64 && head.byteLength < 64)) return null
  const word = (view: DataView, at: number): number =>
    is64 ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little)
  const tableOffset = word(head, is64 ? 32 : 28)
  const entryBytes = head.getUint16(is64 ? 54 : 42, little)
  let count = head.getUint16(is64 ? 56 : 44, little)
  if (count === manyHeaders) {
    const section = await dump.at(word(head, is64 ? 40 : 32), 64)
    if (section.byteLength < (is64 ? 48 : 32)) return { format: 'elf-core', expectedBytes: null }
    count = section.getUint32(is64 ? 44 : 28, little)
  }
  // An entry reaches to the size of its segment at least.
  const isTable = count > 0 && entryBytes >= (is64 ? 40 : 20)
  const table = isTable ? await dump.table(tableOffset, entryBytes * count) : null
  if (table === null) return { format: 'elf-core', expectedBytes: null }
  let end = tableOffset + entryBytes * count
  for (let index = 0; index < count; index++) {
    const at = index * entryBytes
    end = Math.max(end, word(table, at + (is64 ? 8 : 4)) + word(table, at + (is64 ? 32 : 16)))
  }
  return { format: 'elf-core', expectedBytes: end }
}

async function minidumpEnd(dump: DumpBytes<unknown>, head: DataView): Promise<Found> {
  if (head.byteLength < 32 || head.getUint32(0) !== 0x4d444d50) return null
  const count = head.getUint32(8, true)
  const directory = await dump.table(head.getUint32(12, true), count * 12)
  if (directory === null || count === 0) return { format: 'minidump', expectedBytes: null }
  let end = head.getUint32(12, true) + count * 12
  /** There is one list of each kind: a damaged file may name the same stretch any number of times. */
  const lists = new Set<number>()
  for (let index = 0; index < count; index++) {
    const type = directory.getUint32(index * 12, true)
    const size = directory.getUint32(index * 12 + 4, true)
    const at = directory.getUint32(index * 12 + 8, true)
    end = Math.max(end, at + size)
    if (type !== memory64ListStream && type !== memoryListStream) continue
    const list = lists.has(type) ? null : await dump.table(at, size)
    lists.add(type)
    if (list === null) return { format: 'minidump', expectedBytes: null }
    end = Math.max(end, type === memory64ListStream ? memory64End(list) : memoryListEnd(list))
  }
  return { format: 'minidump', expectedBytes: end }
}

/** u64 count, u64 offset of the first range, then (u64 address, u64 size) each; the ranges follow one another. */
function memory64End(list: DataView): number {
  if (list.byteLength < 16) return Infinity
  const count = Number(list.getBigUint64(0, true))
  let end = Number(list.getBigUint64(8, true))
  if (16 + count * 16 > list.byteLength) return Infinity
  for (let index = 0; index < count; index++) end += Number(list.getBigUint64(16 + index * 16 + 8, true))
  return end
}

/** u32 count, then (u64 address, u32 size, u32 offset) each. */
function memoryListEnd(list: DataView): number {
  if (list.byteLength < 4) return Infinity
  const count = list.getUint32(0, true)
  if (4 + count * 16 > list.byteLength) return Infinity
  let end = 0
  for (let index = 0; index < count; index++) {
    const at = 4 + index * 16
    end = Math.max(end, list.getUint32(at + 12, true) + list.getUint32(at + 8, true))
  }
  return end
}

async function machoEnd(dump: DumpBytes<unknown>, head: DataView): Promise<Found> {
  if (head.byteLength < 32 || head.getUint32(0, true) !== 0xfeedfacf) return null
  if (head.getUint32(12, true) !== machoCoreType) return null
  const count = head.getUint32(16, true)
  const commandsBytes = head.getUint32(20, true)
  const commands = await dump.table(32, commandsBytes)
  if (commands === null || count === 0) return { format: 'macho-core', expectedBytes: null }
  let end = 32 + commandsBytes
  let at = 0
  for (let index = 0; index < count && at + 8 <= commands.byteLength; index++) {
    const size = commands.getUint32(at + 4, true)
    if (size < 8) return { format: 'macho-core', expectedBytes: null }
    if (commands.getUint32(at, true) === loadSegment64 && at + 56 <= commands.byteLength)
      end = Math.max(end, Number(commands.getBigUint64(at + 40, true)) + Number(commands.getBigUint64(at + 48, true)))
    at += size
  }
  return { format: 'macho-core', expectedBytes: end }
}
