/*
 * What the file of a profiler is, by its own bytes.
 *
 *   ELF   0x7F 'ELF', e_type (u16 at 16; 3 = shared object), e_machine (u16 at 18)
 *   PE    'MZ', offset of 'PE\0\0' (u32 at 60); behind it machine (u16), sections (u16), ..., size of the optional header (u16 at 16),
 *         characteristics (u16 at 18; 0x2000 = library), the optional header (magic 0x10B: 32 bits, 0x20B: 64 bits) with the address and
 *         size of the table of exports, then sections of 40 bytes
 */

export interface LibraryFile {
  readonly isSharedLibrary: boolean
  /** Null for a processor that .NET does not run on. */
  readonly architecture: string | null
  /** Whether the function that every profiler has is in it; null when the bytes do not reach so far. */
  readonly hasEntryPoint: boolean | null
}

const entryPoint = 'DllGetClassObject'
const elfSharedObject = 3
const elfMachines: Readonly<Record<number, string>> = { 3: 'x86', 40: 'arm32', 62: 'x64', 183: 'arm64' }
const peLibrary = 0x2000
const peMachines: Readonly<Record<number, string>> = { 0x14c: 'x86', 0x1c4: 'arm32', 0x8664: 'x64', 0xaa64: 'arm64' }

/** From the whole file, or (`isWhole` false) from its first bytes. Null for what is neither an ELF nor a PE file. */
export function parseLibrary(bytes: Buffer, isWhole: boolean): LibraryFile | null {
  return parseElf(bytes, isWhole) ?? parsePe(bytes, isWhole)
}

function parseElf(bytes: Buffer, isWhole: boolean): LibraryFile | null {
  if (bytes.length < 20 || bytes.readUInt32BE(0) !== 0x7f454c46) return null
  return {
    isSharedLibrary: bytes.readUInt16LE(16) === elfSharedObject,
    architecture: elfMachines[bytes.readUInt16LE(18)] ?? null,
    hasEntryPoint: isWhole ? bytes.includes(Buffer.from(`\0${entryPoint}\0`, 'latin1')) : null,
  }
}

function parsePe(bytes: Buffer, isWhole: boolean): LibraryFile | null {
  if (bytes.length < 64 || bytes.readUInt16LE(0) !== 0x5a4d) return null
  const head = bytes.readUInt32LE(60)
  if (head + 24 > bytes.length || bytes.readUInt32LE(head) !== 0x4550) return null
  return {
    isSharedLibrary: (bytes.readUInt16LE(head + 22) & peLibrary) !== 0,
    architecture: peMachines[bytes.readUInt16LE(head + 4)] ?? null,
    hasEntryPoint: isWhole ? exportNames(bytes, head).includes(entryPoint) : null,
  }
}

/** More names than this are damage, not a library. */
const maxNames = 100_000

function exportNames(bytes: Buffer, head: number): readonly string[] {
  const at = fileOffsets(bytes, head)
  const optional = head + 24
  const table = at(word(bytes, optional + ((word(bytes, optional) & 0xffff) === 0x20b ? 112 : 96)))
  const count = Math.min(word(bytes, table + 24), maxNames)
  const pointers = at(word(bytes, table + 32))
  const names: string[] = []
  for (let index = 0; index < count; index++) {
    const from = at(word(bytes, pointers + 4 * index))
    const end = bytes.indexOf(0, from)
    if (from < 0 || end < 0) break
    // Longer ones are none of ours.
    if (end - from === entryPoint.length) names.push(bytes.toString('latin1', from, end))
  }
  return names
}

/** Where an address of the loaded library lies in the file; NaN: nowhere. */
function fileOffsets(bytes: Buffer, head: number): (address: number) => number {
  const count = bytes.readUInt16LE(head + 6)
  const first = head + 24 + (word(bytes, head + 20) & 0xffff)
  return (address) => {
    for (let index = 0; index < count; index++) {
      const section = first + 40 * index
      const start = word(bytes, section + 12)
      if (address >= start && address < start + word(bytes, section + 16))
        return address - start + word(bytes, section + 20)
    }
    return Number.NaN
  }
}

/** 0 outside of the file. */
function word(bytes: Buffer, at: number): number {
  return at >= 0 && at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0
}
