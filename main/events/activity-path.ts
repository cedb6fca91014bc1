/*
 * Activity ids of EventSource are no random guids but paths: who started whom. Twelve bytes of nibbles, high nibble first:
 *
 *   0        end
 *   1..10    an element of the path
 *   11       the element was too large for its place; a longer form follows and is written with `$`
 *   12..15   1 to 4 bytes follow (low byte first); in the second nibble of a byte they start with the next byte, in the
 *            first one the second nibble is the top of the number
 *
 * The last four bytes are a check sum of the three words before, on newer runtimes mixed with the process id.
 */
const checkSum = 0x599d99ad
const prefixNibble = 11
const firstLongNibble = 12
const pathBytes = 12

/** `//1/4/2`, or null when the id is no path (an ordinary guid, or of another process). */
export function activityPath(guid: Uint8Array, processId: number | null): string | null {
  const view = new DataView(guid.buffer, guid.byteOffset, guid.byteLength)
  const [first, second, third, check] = [0, 4, 8, 12].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ]
  const sum = (first + second + third + checkSum) >>> 0
  const isPath = check === sum || (processId !== null && (check ^ processId) >>> 0 === sum)
  return isPath ? decodePath(guid) : null
}

function decodePath(guid: Uint8Array): string | null {
  let path = '/'
  let position = 0
  let isSecond = false
  while (position < pathBytes) {
    let nibble = isSecond ? guid[position]! & 15 : guid[position]! >> 4
    if (nibble === 0) break
    if (nibble < prefixNibble) {
      path += `/${nibble}`
      if (isSecond) position++
      isSecond = !isSecond
      continue
    }
    let separator = '/'
    if (nibble === prefixNibble) {
      if (isSecond) position++
      isSecond = !isSecond
      if (position >= pathBytes) break
      nibble = isSecond ? guid[position]! & 15 : guid[position]! >> 4
      if (nibble < firstLongNibble) return null
      separator = '$'
    }
    const byteCount = nibble - firstLongNibble + 1
    let value = isSecond ? 0 : guid[position]! & 15
    position++
    if (position + byteCount > pathBytes) break
    for (let index = byteCount - 1; index >= 0; index--) value = value * 256 + guid[position + index]!
    position += byteCount
    isSecond = false
    path += `${separator}${value}`
  }
  return path
}

/** Path of the activity that started this one; null at the top. */
export function parentPath(path: string): string | null {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('$'))
  return at <= 1 ? null : path.slice(0, at)
}
