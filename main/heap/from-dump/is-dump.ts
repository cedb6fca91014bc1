/** Bytes from the beginning of a file that `isDumpHead` looks at. */
export const dumpHeadBytes = 20

const elfCore = 4
const machoCore = 4

/** Whether a file begins as an ELF core, a minidump or a Mach-O core. */
export function isDumpHead(head: Uint8Array): boolean {
  if (head.length < dumpHeadBytes) return false
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  switch (view.getUint32(0)) {
    // 0x7F 'ELF'
    case 0x7f45_4c46:
      return view.getUint16(16, head[5] !== 2) === elfCore
    // 'MDMP'
    case 0x4d44_4d50:
      return true
    // 0xFEEDFACF, little-endian
    case 0xcffa_edfe:
      return view.getUint32(12, true) === machoCore
    default:
      return false
  }
}
