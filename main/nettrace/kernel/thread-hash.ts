/** Odd number of 64 bits, as two halves, that ids of threads are multiplied by. */
export interface HashMultiplier {
  readonly low: number
  readonly high: number
}

/** Another one for each table: whoever writes a file cannot know which ids would meet in one slot. */
export function randomMultiplier(): HashMultiplier {
  return { low: (Math.random() * 2 ** 32) | 1, high: (Math.random() * 2 ** 32) | 0 }
}

/** The upper `bits` of `id * multiplier`, as the kernel computes them; in halves, since a BigInt costs ten times as much. */
export function hashOf(low: number, high: number, multiplier: HashMultiplier, bits: number): number {
  const carried = highOfProduct(low, multiplier.low >>> 0)
  const word = carried + Math.imul(low, multiplier.high) + Math.imul(high, multiplier.low)
  return (word >>> 0) >>> (32 - bits)
}

/** Upper 32 bits of the product of two 32-bit numbers. */
function highOfProduct(a: number, b: number): number {
  const aLow = a & 0xffff
  const aHigh = a >>> 16
  const bLow = b & 0xffff
  const bHigh = b >>> 16
  const middle = aHigh * bLow + Math.floor((aLow * bLow) / 65_536)
  const other = aLow * bHigh + (middle % 65_536)
  return aHigh * bHigh + Math.floor(middle / 65_536) + Math.floor(other / 65_536)
}
