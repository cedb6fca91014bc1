import { rundownProvider, runtimeProvider } from '../../shared/model/runtime-providers.ts'
import { eventPipeProvider } from './process-facts.ts'

/** What is needed of a type of event to tell what it says about code. */
interface EventId {
  readonly provider: string
  readonly eventId: number
}

/** What an event says about a method: it came, it was there all along, or it went. */
export type MethodChange = 'load' | 'present' | 'unload'

const runtimeMethods: Readonly<Record<number, MethodChange>> = {
  137: 'present',
  138: 'present',
  139: 'present',
  140: 'present',
  141: 'load',
  142: 'unload',
  143: 'load',
  144: 'unload',
}
const rundownMethodIds = new Set([141, 142, 143, 144])
const rundownEndId = 146
const runtimeModuleIds = new Set([149, 150, 151, 152, 153])
const rundownModuleIds = new Set([151, 152, 153, 154])
/** Besides methods and modules: types, what precompiled code starts with, tiers of a method, lines, assemblies, domains, the runtime itself. */
const runtimeNameIds = new Set([15, 72, 154, 155, 156, 157, 159, 187, 190])
/** Of recordings of a whole machine: its processes, mappings and symbols. */
const machineProvider = 'Universal.System'

/** Null: it says nothing about a method. */
export function methodChangeOf({ provider, eventId }: EventId): MethodChange | null {
  if (provider === runtimeProvider) return runtimeMethods[eventId] ?? null
  return provider === rundownProvider && rundownMethodIds.has(eventId) ? 'present' : null
}

export function isRundownOfNamedMethod({ provider, eventId }: EventId): boolean {
  return provider === rundownProvider && (eventId === 143 || eventId === 144)
}

/** Any event that describes a module, in one of several layouts. */
export function isModuleEvent({ provider, eventId }: EventId): boolean {
  if (provider === runtimeProvider) return runtimeModuleIds.has(eventId)
  return provider === rundownProvider && rundownModuleIds.has(eventId)
}

/** ModuleLoad and its two rundown twins, which all have one layout. */
export function isModuleLoad({ provider, eventId }: EventId): boolean {
  if (provider === runtimeProvider) return eventId === 152
  return provider === rundownProvider && (eventId === 153 || eventId === 154)
}

/** Which IL each part of jitted code was made of: behind the event of the code when it is compiled, before it in a rundown. */
export function ilMapPlaceOf({ provider, eventId }: EventId): 'after-code' | 'before-code' | null {
  if (provider === runtimeProvider) return eventId === 190 ? 'after-code' : null
  return provider === rundownProvider && (eventId === 149 || eventId === 150) ? 'before-code' : null
}

/** Last event of a complete rundown. */
export function isRundownEnd({ provider, eventId }: EventId): boolean {
  return provider === rundownProvider && eventId === rundownEndId
}

/** An event that other events need to be understood, whenever it was written: names of code and types, and facts of the process. */
export function isNameEvent(type: EventId): boolean {
  const { provider, eventId } = type
  if (provider === rundownProvider || provider === eventPipeProvider || provider === machineProvider) return true
  if (provider !== runtimeProvider) return false
  return runtimeNameIds.has(eventId) || methodChangeOf(type) !== null || isModuleEvent(type)
}
