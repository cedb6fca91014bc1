/** Addresses of a stack as it lies in a trace, leaf first. Code lies below 2^53 in every process there is; a double holds it exactly. */
export function stackAddresses(view: DataView, start: number, end: number, pointerBytes: number): Float64Array {
  const addresses = new Float64Array(Math.floor((end - start) / pointerBytes))
  for (let index = 0; index < addresses.length; index += 1) {
    const at = start + index * pointerBytes
    addresses[index] = view.getUint32(at, true) + (pointerBytes === 8 ? view.getUint32(at + 4, true) * 2 ** 32 : 0)
  }
  return addresses
}
