import type { HeapTypeTable } from '../graph/heap-type-table.ts'
import type { NativeTypeName } from '../names/native-type-name.ts'
import { arrayFlag, imageBaseFlag, type TypeRecord, type TypeRecords } from './type-records.ts'

export interface WalkTypes {
  /** Row in the graph of each number of `TypeRecords`. */
  readonly rows: Uint32Array
  /** 1: no event describes the type. */
  readonly isUnknown: Uint8Array
  /** 1: described, and its name is not told. */
  readonly isUnnamed: Uint8Array
}

/** Looks up what a nested type lies in: its own name is all that the events have. */
export interface OuterTypes {
  /** `Ns.Outer+Middle`; empty: not nested, or nobody knows. `name` is the type's own, with the number of its own type parameters. */
  outerName(modulePath: string, token: number, name: string): string
}

/** Looks up types that the events tell the places of, and nothing else (NativeAOT). */
export interface NativeTypeFiles {
  /** By place in the image; those that nobody knows are left out. */
  namesAt(commandLine: string, places: readonly number[]): ReadonlyMap<number, NativeTypeName>
}

/** Where names are found that are not in the events; null: nowhere. */
export interface TypeFiles {
  readonly outerTypes: OuterTypes | null
  readonly nativeTypes: NativeTypeFiles | null
}

export interface TypesOfEvents {
  readonly records: TypeRecords
  readonly modulePath: ModulePath
  readonly commandLine: string
}

export type ModulePath = (low: number, high: number) => string

/** Arrays of arrays without a name of their own; deeper ones are called by their number. */
const deepest = 8

/** Rows for all types that nodes have or events describe. */
export function walkTypes(
  { records, modulePath, commandLine }: TypesOfEvents,
  table: HeapTypeTable,
  { outerTypes, nativeTypes }: TypeFiles,
): WalkTypes {
  const names = new TypeNames(records, modulePath, outerTypes)
  const native = nativeNames(records, commandLine, nativeTypes)
  const rows = new Uint32Array(records.count)
  const isUnknown = new Uint8Array(records.count)
  const isUnnamed = new Uint8Array(records.count)
  for (let type = 1; type < records.count; type++) {
    const record = records.get(type)
    if (record === undefined) {
      isUnknown[type] = 1
      // Its name must not begin like that of a pseudo node, and stays the same from capture to capture of one process.
      rows[type] = table.row(`Unknown type 0x${records.idOf(type).toString(16)}`, '')
      continue
    }
    const known = isNative(record) ? native.get(record.token) : undefined
    if (known !== undefined) {
      rows[type] = table.row(known.rawName, known.module)
      continue
    }
    if (record.name === '') isUnnamed[type] = 1
    const module = modulePath(record.moduleLow, record.moduleHigh)
    rows[type] = table.row(names.nameOf(record, 0), module)
  }
  return { rows, isUnknown, isUnnamed }
}

function nativeNames(records: TypeRecords, commandLine: string, files: NativeTypeFiles | null) {
  const places: number[] = []
  for (let type = 1; type < records.count; type++) {
    const record = records.get(type)
    if (record !== undefined && isNative(record)) places.push(record.token)
  }
  return places.length === 0 || files === null ? new Map<number, NativeTypeName>() : files.namesAt(commandLine, places)
}

function isNative({ name, flags }: TypeRecord): boolean {
  return name === '' && (flags & imageBaseFlag) !== 0
}

export class TypeNames {
  readonly #records: TypeRecords
  readonly #modulePath: ModulePath
  readonly #outerTypes: OuterTypes | null

  constructor(records: TypeRecords, modulePath: ModulePath, outerTypes: OuterTypes | null) {
    this.#records = records
    this.#modulePath = modulePath
    this.#outerTypes = outerTypes
  }

  nameOf(record: TypeRecord, depth: number): string {
    const element = record.parameters.length === 1 ? this.#records.get(record.parameters[0]!) : undefined
    if ((record.flags & arrayFlag) !== 0 && element !== undefined && depth < deepest)
      return `${this.nameOf(element, depth + 1)}${rankOf(record)}`
    if (record.name !== '') return this.#withOuter(record)
    // NativeAOT tells where in its image a type lies, and nothing else: the same in every run of one build.
    const kind = (record.flags & imageBaseFlag) === 0 ? 'Unnamed type' : 'Native type'
    return `${kind} 0x${record.token.toString(16)}`
  }

  /** A nested type has no namespace of its own. */
  #withOuter({ name, token, moduleLow, moduleHigh }: TypeRecord): string {
    const bracket = name.indexOf('[')
    const own = bracket < 0 ? name : name.slice(0, bracket)
    if (this.#outerTypes === null || token === 0 || /[.+]/.test(own.replace(/<.*>/, ''))) return name
    const outer = this.#outerTypes.outerName(this.#modulePath(moduleLow, moduleHigh), token, own)
    return outer === '' ? name : `${outer}+${name}`
  }
}

/** 0: of one dimension, from zero. Runtimes up to .NET Core 3.1 have it in the name alone. */
function rankOf({ flags, name }: TypeRecord): string {
  const rank = (flags >>> 8) & 0x3f
  return rank === 0 ? (/\[[,*]*\]$/.exec(name)?.[0] ?? '[]') : `[${','.repeat(rank - 1)}]`
}
