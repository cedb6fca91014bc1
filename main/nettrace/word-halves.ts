/*
 * Numbers of 64 bits as two of 32 bits, each signed: what a loop over millions of events can keep without an object for each.
 *
 * Not by `BigInt.asIntN(32, value)`: of a number that was put together in a loop (a varint), the compiler of Node 20 ends the whole program
 * with a RepresentationChangerError.
 */

export function lowHalf(value: bigint): number {
  return Number(value & 0xffffffffn) | 0
}

export function highHalf(value: bigint): number {
  return Number((value >> 32n) & 0xffffffffn) | 0
}

/** The number that both halves are, not negative. */
export function unsignedOf(low: number, high: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}
