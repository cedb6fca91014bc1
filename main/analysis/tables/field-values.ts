import type { TraceCell } from '../../../shared/model/trace/trace-tables.ts'
import { work } from '../../nettrace/work-steps.ts'
import { type PayloadField, valueText } from '../../events/payload/payload-value.ts'
import { nestedFields } from '../event-filter/nested-fields.ts'
import type { EventRows } from './event-rows.ts'
import type { Payloads } from './payload-texts.ts'

/** Longer ones are cut: a command may be a book. */
const charLimit = 2000

/** Single fields of payloads, by name whatever the case; the columns of one row are read from the file once. */
export class FieldValues {
  readonly #rows: EventRows
  readonly #payloads: Payloads
  #known: { readonly offset: number; readonly fields: readonly PayloadField[] } | null = null

  constructor(rows: EventRows, payloads: Payloads) {
    this.#rows = rows
    this.#payloads = payloads
  }

  /** Of the event at a row of `rows.segment`; null: it has no such field. */
  of(at: number, name: string): TraceCell {
    const wanted = name.toLowerCase()
    const found = this.#fieldsAt(at).find((field) => field.name.toLowerCase() === wanted)
    if (found === undefined) return null
    const text = valueText(found.value, found.shape)
    const number = typeof found.value === 'number' || typeof found.value === 'bigint' ? Number(found.value) : null
    // What has a name of its own, or more digits than a number keeps, stays a text.
    return number !== null && text === String(number) ? number : text.slice(0, charLimit)
  }

  #fieldsAt(at: number): readonly PayloadField[] {
    const { segment } = this.#rows
    const offset = segment.payloadStreamOffset(at)
    if (this.#known?.offset === offset) return this.#known.fields
    const place = {
      typeIndex: segment.typeIndex[at]!,
      payloadOffset: offset,
      payloadLength: segment.payloadLength[at]!,
    }
    work.steps += place.payloadLength
    const fields = nestedFields(this.#payloads.fieldsOf(place))
    this.#known = { offset, fields }
    return fields
  }
}
