/*
 * The checksum of POSIX `cksum`, for machines without `sha256sum`: CRC-32 with the polynomial 0x04C11DB7, highest bit first, over the bytes and
 * then over their count, lowest byte first; complemented.
 */

const table = Uint32Array.from({ length: 256 }, (_unused, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0)
  return value >>> 0
})

export class PosixCksum {
  #value = 0
  #count = 0

  update(bytes: Uint8Array): void {
    let value = this.#value
    for (const byte of bytes) value = step(value, byte)
    this.#value = value
    this.#count += bytes.length
  }

  /** Decimal, as `cksum` prints it. */
  digest(): string {
    let value = this.#value
    for (let left = this.#count; left > 0; left = Math.floor(left / 256)) value = step(value, left % 256)
    return `${~value >>> 0}`
  }
}

function step(value: number, byte: number): number {
  return (value << 8) ^ (table[((value >>> 24) ^ byte) & 0xff] ?? 0)
}
