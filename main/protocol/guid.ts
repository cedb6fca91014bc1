/**
 * GUIDs as the protocol carries them: the in-memory order of Windows.
 *
 *     0        4     6     8
 *     u32 LE   u16   u16   8 bytes as written
 */
export const guidSizeBytes = 16

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Where byte n of the wire is found in the text's byte order. */
const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]

export function isGuid(text: string): boolean {
  return pattern.test(text)
}

/** 16 bytes to `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`, lower case. */
export function guidToText(bytes: Uint8Array): string {
  const hex = order.map((index) => (bytes[index] ?? 0).toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The text must satisfy `isGuid`. */
export function guidToBytes(text: string): Uint8Array {
  const hex = text.replaceAll('-', '')
  const bytes = new Uint8Array(guidSizeBytes)
  for (let index = 0; index < guidSizeBytes; index++) {
    const from = (order[index] ?? 0) * 2
    bytes[index] = Number.parseInt(hex.slice(from, from + 2), 16)
  }
  return bytes
}
