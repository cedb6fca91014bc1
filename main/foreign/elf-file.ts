/*
 * Sections and symbols of a program or library of Linux (ELF, 64 bits, little endian), and of the file that its symbols were moved to:
 *
 *   header -> section headers -> `.symtab` with `.strtab`, `.note.gnu.build-id`, `.gnu_debuglink`
 */

/** Thrown where the file is not what it should be. */
export class NotElf extends Error {}

/** Bytes of the file; fewer where it ends. */
export type ReadAt = (offset: number, length: number) => Buffer

interface Section {
  readonly name: string
  readonly kind: number
  readonly address: number
  readonly offset: number
  readonly sizeBytes: number
  readonly link: number
}

const headerBytes = 64
const sectionBytes = 64
const segmentBytes = 56
const symbolBytes = 24
const mostSections = 4096
const mostSegments = 256
/** A section that is read as a whole. */
const largestSectionBytes = 256 * 2 ** 20
/** The linker's names of generic types nest as deep as their arguments. */
const longestName = 4096
const kinds = { symbols: 2, withoutBytes: 8 } as const
const loadedSegment = 1

export class ElfFile {
  readonly #read: ReadAt
  readonly #sections: readonly Section[]
  /** Address that the beginning of the loaded image has before it is moved. */
  readonly imageBase: number

  constructor(read: ReadAt) {
    this.#read = read
    const header = this.#bytes(0, headerBytes)
    if (header.toString('latin1', 0, 4) !== '\x7fELF' || header[4] !== 2 || header[5] !== 1) throw new NotElf()
    this.#sections = this.#readSections(header)
    this.imageBase = this.#lowestAddress(header)
  }

  /** As hexadecimal digits, of one link of the program; null: it has none. */
  get buildId(): string | null {
    const note = this.#section('.note.gnu.build-id')
    if (note === null || note.kind === kinds.withoutBytes || note.sizeBytes < 16) return null
    const bytes = this.#bytes(note.offset, Math.min(note.sizeBytes, 1024))
    const from = 12 + Math.ceil(bytes.readUInt32LE(0) / 4) * 4
    return bytes.subarray(from, from + bytes.readUInt32LE(4)).toString('hex')
  }

  /** Name of the file that has the symbols, in the folder of this one; null: none is named. */
  get symbolFileName(): string | null {
    const link = this.#section('.gnu_debuglink')
    if (link === null || link.kind === kinds.withoutBytes) return null
    const bytes = this.#bytes(link.offset, Math.min(link.sizeBytes, longestName))
    const name = bytes.toString('utf8', 0, Math.max(0, bytes.indexOf(0)))
    return name === '' || name.includes('/') ? null : name
  }

  /** Symbols whose names begin with one of these; none where they were moved to another file. */
  *symbols(prefixes: readonly string[]): Generator<{ readonly name: string; readonly address: number }> {
    const table = this.#sections.find(({ kind }) => kind === kinds.symbols)
    const strings = table === undefined ? undefined : this.#sections[table.link]
    if (table === undefined || strings === undefined) return
    const [rows, names] = [this.#whole(table), this.#whole(strings)]
    const wanted = prefixes.map((prefix) => Buffer.from(prefix))
    for (let at = 0; at + symbolBytes <= rows.length; at += symbolBytes) {
      const from = rows.readUInt32LE(at)
      if (!wanted.some((prefix) => beginsWith(names, from, prefix))) continue
      const end = names.subarray(from, from + longestName).indexOf(0)
      if (end > 0) yield { name: names.toString('utf8', from, from + end), address: numberAt(rows, at + 8) }
    }
  }

  /** What lies at an address, up to the end of its section; null: nothing in the file. */
  bytesAt(address: number): Buffer | null {
    const section = this.#sections.find(
      (one) => one.address !== 0 && address >= one.address && address < one.address + one.sizeBytes,
    )
    if (section === undefined || section.kind === kinds.withoutBytes) return null
    return this.#whole(section).subarray(address - section.address)
  }

  #section(name: string): Section | null {
    return this.#sections.find((one) => one.name === name) ?? null
  }

  #whole({ kind, offset, sizeBytes }: Section): Buffer {
    if (kind === kinds.withoutBytes || sizeBytes > largestSectionBytes) throw new NotElf()
    return this.#bytes(offset, sizeBytes)
  }

  #bytes(offset: number, length: number): Buffer {
    const bytes = this.#read(offset, length)
    if (bytes.length < length) throw new NotElf()
    return bytes
  }

  #readSections(header: Buffer): readonly Section[] {
    const count = header.readUInt16LE(60)
    if (header.readUInt16LE(58) !== sectionBytes || count > mostSections) throw new NotElf()
    const rows = this.#bytes(numberAt(header, 40), count * sectionBytes)
    const found = Array.from({ length: count }, (_, index) => {
      const at = index * sectionBytes
      return {
        nameAt: rows.readUInt32LE(at),
        kind: rows.readUInt32LE(at + 4),
        address: numberAt(rows, at + 16),
        offset: numberAt(rows, at + 24),
        sizeBytes: numberAt(rows, at + 32),
        link: rows.readUInt32LE(at + 40),
      }
    })
    const strings = found[header.readUInt16LE(62)]
    if (strings === undefined) throw new NotElf()
    const names = this.#bytes(strings.offset, Math.min(strings.sizeBytes, mostSections * 64))
    return found.map(({ nameAt, ...section }) => {
      const end = names.indexOf(0, nameAt)
      return { ...section, name: end < 0 ? '' : names.toString('latin1', nameAt, end) }
    })
  }

  #lowestAddress(header: Buffer): number {
    const count = header.readUInt16LE(56)
    if (header.readUInt16LE(54) !== segmentBytes || count > mostSegments) throw new NotElf()
    const rows = this.#bytes(numberAt(header, 32), count * segmentBytes)
    let lowest = Infinity
    for (let at = 0; at < rows.length; at += segmentBytes)
      if (rows.readUInt32LE(at) === loadedSegment) lowest = Math.min(lowest, numberAt(rows, at + 16))
    return lowest === Infinity ? 0 : lowest
  }
}

/** Not beyond the end, where nothing is equal to anything. */
function beginsWith(bytes: Buffer, from: number, prefix: Buffer): boolean {
  return prefix.every((byte, at) => bytes[from + at] === byte)
}

function numberAt(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw new NotElf()
  return value
}
