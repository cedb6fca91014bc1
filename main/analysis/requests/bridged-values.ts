import { utf16Text } from '../../nettrace/byte-cursor.ts'

/** A specification asks for a few dozen values; more is made to keep us busy. */
const mostPairs = 256

/**
 * Values by name from the argument list of a bridged event: a 16-bit count, then names and texts in UTF-16, each ended by a zero.
 * A list that is cut off gives what lies before.
 */
export function bridgedValues<Name extends string>(
  bytes: Uint8Array,
  start: number,
  end: number,
  wanted: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {}
  if (start + 2 > end) return found
  const pairCount = Math.min(bytes[start]! | (bytes[start + 1]! << 8), mostPairs)
  let place = start + 2
  for (let pair = 0; pair < pairCount; pair++) {
    const keyEnd = textEnd(bytes, place, end)
    const valueEnd = keyEnd < 0 ? -1 : textEnd(bytes, keyEnd + 2, end)
    if (valueEnd < 0) break
    const name = wanted.find((one) => isText(bytes, place, keyEnd, one))
    if (name !== undefined) found[name] = utf16Text(bytes, keyEnd + 2, valueEnd)
    place = valueEnd + 2
  }
  return found
}

/** Place of the zero that ends the text; -1: none. */
function textEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let place = start; place + 1 < end; place += 2) if (bytes[place] === 0 && bytes[place + 1] === 0) return place
  return -1
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length * 2) return false
  for (let index = 0; index < text.length; index++) {
    const unit = bytes[start + index * 2]! | (bytes[start + index * 2 + 1]! << 8)
    if (unit !== text.charCodeAt(index)) return false
  }
  return true
}
