import { type PayloadField, PayloadRecord } from '../../events/payload/payload-value.ts'
import type { NamedShape } from '../../events/payload/value-shape.ts'

/** Deeper ones are reached by `text` only. */
const deepest = 4

/** Fields of a payload with those inside of them: what counters report is one field with others in it. */
export function nestedFields(fields: readonly PayloadField[], depth = 0): readonly PayloadField[] {
  if (depth >= deepest || !fields.some(({ value }) => value instanceof PayloadRecord)) return fields
  return fields.flatMap((field) =>
    field.value instanceof PayloadRecord ? [field, ...nestedFields(field.value.fields, depth + 1)] : [field],
  )
}

/** The same of a layout. */
export function nestedNames(fields: readonly NamedShape[], depth = 0): readonly string[] {
  return fields.flatMap(({ name, shape }) =>
    shape.kind === 'object' && depth < deepest ? [name, ...nestedNames(shape.fields, depth + 1)] : [name],
  )
}
