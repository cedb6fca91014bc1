import { type Field, fixedBytes, typeCodes } from '../nettrace/payload/field-type.ts'
import type { PayloadSlots } from '../nettrace/payload/compile-payload.ts'

/** Whether a decoded payload ended where its layout says. */
export type PayloadFit = (slots: PayloadSlots, start: number, end: number) => boolean

/**
 * A stream has no check sums. What can be told of a payload is whether its texts and numbers fill it exactly: a damaged length or a
 * text without its closing zero moves everything behind it. Costs one addition, because it is counted from the last wanted
 * text on; null when the layout does not allow that (no text, or something of variable size behind the last one).
 */
export function payloadFit(fields: readonly Field[], wanted: readonly string[]): PayloadFit | null {
  let bytesBehind = 0
  for (const field of fields.toReversed()) {
    if (field.type.code === typeCodes.string) {
      const slot = wanted.indexOf(field.name)
      if (slot < 0) return null
      const tailBytes = bytesBehind
      // The closing zero of the text takes two bytes.
      return ({ isPresent, textEnd }, _start, end) => isPresent[slot] === 1 && textEnd[slot]! + 2 + tailBytes === end
    }
    const bytes = fixedBytes(field.type.code)
    if (bytes === null) return null
    bytesBehind += bytes
  }
  const bytesInAll = bytesBehind
  return (_slots, start, end) => end - start === bytesInAll
}
