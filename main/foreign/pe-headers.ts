/*
 * What every reader of assemblies and their symbols begins with: the headers of a PE file, and the root of metadata (ECMA-335), which is
 * the same in an assembly and in a portable PDB.
 */

/** Thrown by readers of assemblies and symbols where the file is not what it should be; reads beyond the file throw a RangeError. */
export class NotAnAssembly extends Error {}

const sectionBytes = 40
const libraryFlag = 0x2000
/** Loaders refuse more. All are looked through for every address, of which a damaged file names any number. */
const mostSections = 96

/** Of a file of which at least the beginning is there. */
export class PeHeaders {
  /** Of the processor. */
  readonly machine: number
  readonly isLibrary: boolean
  readonly #bytes: Buffer
  readonly #directories: number
  readonly #sections: number
  readonly #sectionCount: number

  constructor(bytes: Buffer) {
    if (bytes.toString('latin1', 0, 2) !== 'MZ') throw new NotAnAssembly()
    const pe = bytes.readUInt32LE(0x3c)
    if (bytes.toString('latin1', pe, pe + 4) !== 'PE\0\0') throw new NotAnAssembly()
    this.#bytes = bytes
    this.machine = bytes.readUInt16LE(pe + 4)
    this.isLibrary = (bytes.readUInt16LE(pe + 22) & libraryFlag) !== 0
    this.#sectionCount = bytes.readUInt16LE(pe + 6)
    if (this.#sectionCount > mostSections) throw new NotAnAssembly()
    const optionalBytes = bytes.readUInt16LE(pe + 20)
    const optional = pe + 24
    // PE32+ has wider fields before its directories.
    this.#directories = optional + (bytes.readUInt16LE(optional) === 0x20b ? 112 : 96)
    this.#sections = optional + optionalBytes
  }

  directory(number: number): { readonly address: number; readonly sizeBytes: number } {
    const at = this.#directories + number * 8
    return { address: this.#bytes.readUInt32LE(at), sizeBytes: this.#bytes.readUInt32LE(at + 4) }
  }

  /** Where in the file an address lies that is relative to the loaded image. */
  offsetOf(address: number): number {
    for (let index = 0; index < this.#sectionCount; index++) {
      const at = this.#sections + index * sectionBytes
      const start = this.#bytes.readUInt32LE(at + 12)
      const size = Math.max(this.#bytes.readUInt32LE(at + 8), this.#bytes.readUInt32LE(at + 16))
      if (address >= start && address < start + size) return address - start + this.#bytes.readUInt32LE(at + 20)
    }
    throw new NotAnAssembly()
  }
}

/** Offsets in the file of the streams below a metadata root. */
export function readStreams(bytes: Buffer, root: number): ReadonlyMap<string, number> {
  if (bytes.toString('latin1', root, root + 4) !== 'BSJB') throw new NotAnAssembly()
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
