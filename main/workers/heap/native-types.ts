import { closeSync, readSync } from 'node:fs'
import path from 'node:path'
import { ElfFile, NotElf } from '../../foreign/elf-file.ts'
import { NotNativeMetadata, readNativeTypes } from '../../foreign/native-metadata.ts'
import { openRegularFile } from '../../foreign/open-regular.ts'
import type { NativeTypeFiles } from '../../heap/events/walk-types.ts'
import { type NativeTypeName, NativeTypeNames, tableSymbolPrefixes } from '../../heap/names/native-type-name.ts'

const metadataSymbol = '__embedded_metadata'

/**
 * Names of types of a NativeAOT program: its events tell only where in its image a type lies. The program's symbols say it, in itself or in the file
 * beside it that the build moves them to (`Shop.dbg`), where they are on this machine; both are only read. Files of another build are noticed by
 * what lies at those places.
 */
export class NativeTypes implements NativeTypeFiles {
  namesAt(commandLine: string, places: readonly number[]): ReadonlyMap<number, NativeTypeName> {
    const none = new Map<number, NativeTypeName>()
    const program = programOf(commandLine)
    if (program === null) return none
    try {
      return withElf(program, (elf) => namesIn(elf, program, places)) ?? none
    } catch (error) {
      const isExpected = error instanceof RangeError || error instanceof NotElf || error instanceof NotNativeMetadata
      if (!isExpected && (error as NodeJS.ErrnoException).code === undefined) throw error
      return none
    }
  }
}

function namesIn(elf: ElfFile, program: string, places: readonly number[]): Map<number, NativeTypeName> | null {
  const own = symbolsOf(elf)
  const found = own.tables.size > 0 ? own : symbolsBeside(elf, program)
  if (found === null || !isSameBuild(found.tables, places)) return null
  const metadata = found.metadata === null ? null : elf.bytesAt(found.metadata)
  const names = new NativeTypeNames(metadata === null ? [] : readNativeTypes(metadata))
  const known = new Map<number, NativeTypeName>()
  for (const place of places) {
    const symbol = found.tables.get(place)
    const name = symbol === undefined ? null : names.nameOf(symbol)
    if (name !== null) known.set(place, name)
  }
  return known
}

interface Symbols {
  /** Of types' tables by their places in the image. */
  readonly tables: ReadonlyMap<number, string>
  /** Address of the metadata. */
  readonly metadata: number | null
}

function symbolsOf(elf: ElfFile): Symbols {
  const tables = new Map<number, string>()
  let metadata: number | null = null
  for (const { name, address } of elf.symbols([...tableSymbolPrefixes, metadataSymbol])) {
    if (name === metadataSymbol) metadata = address
    else tables.set(address - elf.imageBase, name)
  }
  return { tables, metadata }
}

function symbolsBeside(elf: ElfFile, program: string): Symbols | null {
  const beside = path.join(path.dirname(program), elf.symbolFileName ?? `${path.basename(program)}.dbg`)
  return withElf(beside, (other) => (other.buildId === elf.buildId ? symbolsOf(other) : null))
}

/** Every type that lies among the program's tables is one of them. Types that it makes while it runs lie elsewhere. */
function isSameBuild(tables: ReadonlyMap<number, string>, places: readonly number[]): boolean {
  let [first, last] = [Infinity, -Infinity]
  for (const place of tables.keys()) {
    first = Math.min(first, place)
    last = Math.max(last, place)
  }
  return places.every((place) => tables.has(place) || place < first || place > last)
}

/** NativeAOT tells its program without arguments. A file on another machine would be asked for with this person's name. */
function programOf(commandLine: string): string | null {
  const text = commandLine.trim().replace(/^"([^"]*)"$/, '$1')
  return path.isAbsolute(text) && !/^[\\/]{2}/.test(text) ? text : null
}

function withElf<Value>(file: string, use: (elf: ElfFile) => Value | null): Value | null {
  const opened = openRegularFile(file)
  if (!opened.ok) return null
  const { fd, stats } = opened.value
  try {
    return use(
      new ElfFile((offset, length) => {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, stats.size - offset)))
        return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset))
      }),
    )
  } finally {
    closeSync(fd)
  }
}
