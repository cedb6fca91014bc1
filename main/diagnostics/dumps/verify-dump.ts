import fs from 'node:fs'
import type { DumpFileFacts } from '../../../shared/model/dump.ts'

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

/** Throws only on I/O errors. */
export function readDumpFacts(file: string): DumpFileFacts {
  const fd = fs.openSync(file, 'r')
  try {
    const sizeBytes = fs.fstatSync(fd).size
    const head = readAt(fd, 0, 4096)
    const found = elfEnd(fd, head) ?? minidumpEnd(fd, head) ?? machoEnd(fd, head)
    if (found === null) return { format: 'unknown', sizeBytes, expectedBytes: null, isComplete: false }
    const { format, expectedBytes } = found
    return { format, sizeBytes, expectedBytes, isComplete: expectedBytes !== null && expectedBytes <= sizeBytes }
  } finally {
    fs.closeSync(fd)
  }
}

/** `expectedBytes` null: the tables themselves are cut. */
type Found = Pick<DumpFileFacts, 'format' | 'expectedBytes'> | null

function elfEnd(fd: number, head: DataView): Found {
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
    const section = readAt(fd, word(head, is64 ? 40 : 32), 64)
    if (section.byteLength < (is64 ? 48 : 32)) return { format: 'elf-core', expectedBytes: null }
    count = section.getUint32(is64 ? 44 : 28, little)
  }
  const table = readTable(fd, tableOffset, entryBytes * count)
  if (table === null || count === 0) return { format: 'elf-core', expectedBytes: null }
  let end = tableOffset + entryBytes * count
  for (let index = 0; index < count; index++) {
    const at = index * entryBytes
    end = Math.max(end, word(table, at + (is64 ? 8 : 4)) + word(table, at + (is64 ? 32 : 16)))
  }
  return { format: 'elf-core', expectedBytes: end }
}

function minidumpEnd(fd: number, head: DataView): Found {
  if (head.byteLength < 32 || head.getUint32(0) !== 0x4d444d50) return null
  const count = head.getUint32(8, true)
  const directory = readTable(fd, head.getUint32(12, true), count * 12)
  if (directory === null || count === 0) return { format: 'minidump', expectedBytes: null }
  let end = head.getUint32(12, true) + count * 12
  for (let index = 0; index < count; index++) {
    const type = directory.getUint32(index * 12, true)
    const size = directory.getUint32(index * 12 + 4, true)
    const at = directory.getUint32(index * 12 + 8, true)
    end = Math.max(end, at + size)
    if (type !== memory64ListStream && type !== memoryListStream) continue
    const list = readTable(fd, at, size)
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

function machoEnd(fd: number, head: DataView): Found {
  if (head.byteLength < 32 || head.getUint32(0, true) !== 0xfeedfacf) return null
  if (head.getUint32(12, true) !== machoCoreType) return null
  const count = head.getUint32(16, true)
  const commandsBytes = head.getUint32(20, true)
  const commands = readTable(fd, 32, commandsBytes)
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

/** Null when the file ends before the table does, or the table is larger than any real one. */
function readTable(fd: number, offset: number, sizeBytes: number): DataView | null {
  if (!Number.isSafeInteger(offset) || sizeBytes > maxTableBytes) return null
  const view = readAt(fd, offset, sizeBytes)
  return view.byteLength === sizeBytes ? view : null
}

/** As much as there is. */
function readAt(fd: number, offset: number, sizeBytes: number): DataView {
  const bytes = new Uint8Array(sizeBytes)
  let length = 0
  while (length < sizeBytes) {
    const count = fs.readSync(fd, bytes, length, sizeBytes - length, offset + length)
    if (count === 0) break
    length += count
  }
  return new DataView(bytes.buffer, 0, length)
}
