import { NotAnAssembly, PeHeaders } from '../../foreign/pe-headers.ts'

/*
 * What the file of a profiler is, by its own bytes: that of an ELF file from e_type (u16 at 16; 3 = shared object) and e_machine (u16 at
 * 18), that of a PE file from its headers and its table of exports (count of names at 24, address of their addresses at 32).
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
const exportDirectory = 0
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
  const headers = unlessDamaged(() => new PeHeaders(bytes))
  if (headers === null) return null
  return {
    isSharedLibrary: headers.isLibrary,
    architecture: peMachines[headers.machine] ?? null,
    hasEntryPoint: isWhole ? (unlessDamaged(() => exportsEntryPoint(bytes, headers)) ?? false) : null,
  }
}

function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError || error instanceof NotAnAssembly) return null
    throw error
  }
}

/** More names than this are damage, not a library. */
const maxNames = 100_000

function exportsEntryPoint(bytes: Buffer, headers: PeHeaders): boolean {
  const table = headers.offsetOf(headers.directory(exportDirectory).address)
  const count = Math.min(bytes.readUInt32LE(table + 24), maxNames)
  const pointers = headers.offsetOf(bytes.readUInt32LE(table + 32))
  for (let index = 0; index < count; index++) {
    const from = headers.offsetOf(bytes.readUInt32LE(pointers + 4 * index))
    if (bytes.toString('latin1', from, from + entryPoint.length + 1) === `${entryPoint}\0`) return true
  }
  return false
}
