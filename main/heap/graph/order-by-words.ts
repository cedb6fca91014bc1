import { work } from '../../nettrace/work-steps.ts'

const digitBits = 16
const digits = 2 ** digitBits

/**
 * Items by numbers of 64 bits, the lowest first; equal ones keep their order. Four passes over sixteen bits each, so that it takes no more than so many
 * times longer for so many more items. The array that is handed in is used up.
 *
 * @param words pairs of low and high half, by item
 */
export function orderByWords(words: Uint32Array, items: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  let order = items
  let next = new Uint32Array(items.length)
  const places = new Uint32Array(digits + 1)
  for (let digit = 0; digit < 4; digit++) {
    const word = digit >>> 1
    const shift = (digit & 1) * digitBits
    places.fill(0)
    for (const item of order) places[((words[item * 2 + word]! >>> shift) & (digits - 1)) + 1]!++
    // All have the same: nothing changes its place.
    if (places.includes(order.length, 1)) continue
    for (let value = 1; value < places.length; value++) places[value]! += places[value - 1]!
    for (const item of order) next[places[(words[item * 2 + word]! >>> shift) & (digits - 1)]!++] = item
    ;[order, next] = [next, order]
  }
  work.steps += items.length * 4
  return order
}

/** The highest first, equal ones by item. Not for numbers below zero. */
export function orderByFloats(values: Float64Array, items: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  // Floats from zero on are in the order of their bits.
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
  return orderByWords(words, items.sort().reverse()).reverse()
}
