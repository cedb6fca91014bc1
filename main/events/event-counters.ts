import type { EventType } from '../nettrace/event-type.ts'
import { utf16Text } from '../nettrace/byte-cursor.ts'
import { compilePayload, PayloadSlots } from '../nettrace/payload/compile-payload.ts'
import { type Field, typeCodes } from '../nettrace/payload/field-type.ts'
import type { EventHandler, OnMalformed } from './event-handler.ts'
import { payloadFit } from './payload-fit.ts'

/** Every counter class of a provider has its own event id; the name is what they share. */
export const eventCountersName = 'EventCounters'

const wanted = [
  'Name',
  'DisplayName',
  'Mean',
  'Count',
  'Min',
  'Max',
  'Increment',
  'IntervalSec',
  'Series',
  'Metadata',
  'DisplayUnits',
  'StandardDeviation',
] as const
const slotOf = Object.fromEntries(wanted.map((name, index) => [name, index])) as Record<(typeof wanted)[number], number>

/**
 * One EventCounters payload, reused for the next: numbers are read on arrival, texts only when asked for. The shape is told by
 * the presence of `Increment`, not by the id.
 */
export class EventCounterPayload {
  readonly #slots = new PayloadSlots(wanted.length)
  #bytes: Uint8Array = new Uint8Array(0)
  provider = ''

  get slots(): PayloadSlots {
    return this.#slots
  }
  get bytes(): Uint8Array {
    return this.#bytes
  }
  get isSum(): boolean {
    return this.#slots.isPresent[slotOf.Increment] === 1
  }
  get mean(): number {
    return this.#number(slotOf.Mean)
  }
  get count(): number {
    return this.#number(slotOf.Count)
  }
  get min(): number {
    return this.#number(slotOf.Min)
  }
  get max(): number {
    return this.#number(slotOf.Max)
  }
  get increment(): number {
    return this.#number(slotOf.Increment)
  }
  /** Measured length of the interval, seconds. */
  get intervalSec(): number {
    return this.#number(slotOf.IntervalSec)
  }
  /** Pace of the payload in milliseconds (`Interval=1000`), 0 when it does not say. */
  get paceMs(): number {
    const match = /^Interval=(\d{1,9})$/.exec(this.#text(slotOf.Series))
    return match ? Number(match[1]) : 0
  }
  get name(): string {
    return this.#text(slotOf.Name)
  }
  get displayName(): string {
    return this.#text(slotOf.DisplayName)
  }
  get metadata(): string {
    return this.#text(slotOf.Metadata)
  }
  get displayUnits(): string {
    return this.#text(slotOf.DisplayUnits)
  }
  /** Slot numbers of the texts that identify a counter within its provider. */
  static readonly nameSlot = slotOf.Name
  static readonly metadataSlot = slotOf.Metadata

  /** A payload without a name, or without either of the two shapes' values, is not a counter's. */
  get isUsable(): boolean {
    const { isPresent } = this.#slots
    return isPresent[slotOf.Name] === 1 && (this.isSum || isPresent[slotOf.Mean] === 1)
  }

  load(bytes: Uint8Array, provider: string): void {
    this.#bytes = bytes
    this.provider = provider
  }

  #number(slot: number): number {
    return this.#slots.isPresent[slot] === 1 ? this.#slots.number[slot]! : 0
  }

  #text(slot: number): string {
    const { isPresent, textStart, textEnd } = this.#slots
    return isPresent[slot] === 1 ? utf16Text(this.#bytes, textStart[slot]!, textEnd[slot]!) : ''
  }
}

/** Decodes by field name: the two shapes and any later order come through the stream's own metadata. */
export function eventCounterHandler(
  type: EventType,
  onPayload: (payload: EventCounterPayload, ticks: number) => void,
  onMalformed: OnMalformed,
): EventHandler {
  const fields = innermost(type.fields)
  const decode = compilePayload(fields, wanted)
  const fits = payloadFit(fields, wanted)
  const payload = new EventCounterPayload()
  return {
    handle(bytes, view, start, end, ticks) {
      decode(bytes, view, start, end, payload.slots)
      payload.load(bytes, type.provider)
      if (payload.isUsable && (fits === null || fits(payload.slots, start, end))) onPayload(payload, ticks)
      else onMalformed('a counter of the layout its metadata says', `${end - start} bytes of another shape`)
    },
  }
}

/** The fields lie in one object named `Payload`; nested objects take no bytes of their own. */
function innermost(fields: readonly Field[]): readonly Field[] {
  const only = fields.length === 1 ? fields[0]! : null
  return only?.type.code === typeCodes.object ? innermost(only.type.fields) : fields
}
