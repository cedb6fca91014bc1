/** A 64-bit little-endian core with one segment of `filled` bytes at 0x1000. */
export function elfCore(filled: number, type = 4): Buffer {
  const bytes = Buffer.alloc(0x1000 + filled)
  bytes.write('\x7fELF', 'latin1')
  bytes.set([2, 1, 1], 4)
  bytes.writeUInt16LE(type, 16)
  bytes.writeBigUInt64LE(64n, 32)
  bytes.writeUInt16LE(56, 54)
  bytes.writeUInt16LE(1, 56)
  bytes.writeUInt32LE(1, 64)
  bytes.writeBigUInt64LE(0x1000n, 64 + 8)
  bytes.writeBigUInt64LE(BigInt(filled), 64 + 32)
  return bytes
}
