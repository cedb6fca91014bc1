/** Bits 40 to 63 of `id * 0x9e3779b97f4a7c15`, as the kernel computes them; in halves, since a BigInt costs ten times as much. */
export function hashOf(low: number, high: number): number {
  const word = (highOfProduct(low, 0x7f4a7c15) + Math.imul(low, 0x9e3779b9) + Math.imul(high, 0x7f4a7c15)) >>> 0
  return word >>> 8
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
