import type { EventType } from '../nettrace/event-type.ts'
import type { NamedValues, NativeEvent } from './native/native-event.ts'
import { nativeEnums, nativeProviders } from './native/native-tables.ts'

/** What naming needs of an event type. */
export type NamedType = Pick<EventType, 'provider' | 'eventId' | 'name' | 'opcode'>

const eventsByProvider: ReadonlyMap<string, ReadonlyMap<number, NativeEvent>> = new Map(
  nativeProviders.map((provider) => [provider.name, new Map(provider.events.map((event) => [event.id, event]))]),
)

/** Our table's entry for an event of the runtime or of a well-known library; undefined for everything else. */
export function nativeEvent(provider: string, eventId: number): NativeEvent | undefined {
  return eventsByProvider.get(provider)?.get(eventId)
}

const eventsByName: ReadonlyMap<string, NativeEvent> = new Map(
  nativeProviders.flatMap((provider) => provider.events.map((event) => [`${provider.name}/${event.name}`, event])),
)

/** The same by name, for libraries: their ids are given out as their code runs. */
export function libraryEvent(provider: string, name: string): NativeEvent | undefined {
  return eventsByName.get(`${provider}/${name}`)
}

export function namedValues(enumName: string): NamedValues | undefined {
  return nativeEnums[enumName]
}

const opcodeNames: Readonly<Record<number, string>> = {
  1: 'Start',
  2: 'Stop',
  3: 'DataCollectionStart',
  4: 'DataCollectionStop',
  5: 'Extension',
  6: 'Reply',
  7: 'Resume',
  8: 'Suspend',
  9: 'Transfer',
}

/**
 * Name as Microsoft's tools print it, Task/Opcode. The stream's own name comes first; an opcode that it only implies by a
 * `Start` or `Stop` at the end of the name counts, and that end is then not repeated.
 */
export function printedName(type: NamedType): string {
  if (type.name === '') return nativeEvent(type.provider, type.eventId)?.printedName ?? `EventID(${type.eventId})`
  const opcode = type.opcode === 0 ? impliedOpcode(type.name) : type.opcode
  const opcodeName = opcodeNames[opcode] ?? String(opcode)
  const isRepeated = (opcode === 1 || opcode === 2) && endsWith(type.name, opcodeName)
  const task = isRepeated ? type.name.slice(0, -opcodeName.length) : type.name
  return opcode === 0 ? task : `${task}/${opcodeName}`
}

/** 1 for a name that ends in `Start`, 2 in `Stop`, else 0. */
export function impliedOpcode(name: string): number {
  if (endsWith(name, 'Start')) return 1
  return endsWith(name, 'Stop') ? 2 : 0
}

function endsWith(name: string, ending: string): boolean {
  return name.slice(-ending.length).toLowerCase() === ending.toLowerCase()
}

/** Name for lists of our own: as printed, or the table's where Microsoft's tools have none. */
export function shownName(type: NamedType): string {
  if (type.name !== '') return printedName(type)
  const known = nativeEvent(type.provider, type.eventId)
  return known?.printedName ?? known?.name ?? printedName(type)
}
