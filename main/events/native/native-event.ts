import type { NamedShape } from '../payload/value-shape.ts'

/** One event of our tables. */
export interface NativeEvent {
  readonly id: number
  /** The manifest's own name, without the version (`MethodLoadVerbose`). */
  readonly name: string
  /** Task/Opcode as Microsoft's tools print it (`Method/LoadVerbose`), null where they have no name for it. */
  readonly printedName: string | null
  readonly fields: readonly NamedShape[]
}

export interface NativeProvider {
  readonly name: string
  readonly guid: string
  readonly events: readonly NativeEvent[]
}

/** Names of values; `isFlags`: bits that may be combined. */
export interface NamedValues {
  readonly isFlags: boolean
  readonly values: Readonly<Record<number, string>>
}

export function provider(name: string, guid: string, events: readonly NativeEvent[]): NativeProvider {
  return { name, guid, events }
}

export function event(
  id: number,
  name: string,
  printedName: string | null,
  fields: readonly NamedShape[] = [],
): NativeEvent {
  return { id, name, printedName, fields }
}
