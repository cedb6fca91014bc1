import { ByteBuilder } from '../../../../shared/base/byte-builder.ts'
import { ByteCursor } from '../../../nettrace/byte-cursor.ts'
import { withSize } from '../../../nettrace/writer/v6-metadata-writer.ts'
import type { Redactor } from './redactor.ts'

/** Longer than any block: every character of a text counts here. */
const limitChars = 2 ** 24
const owner = { provider: 'nettrace' }

/** Content of a Trace block of V6 with masked values of its attributes: clock and pointer size, then pairs. */
export function maskV6Header(content: Uint8Array, redactor: Redactor): Uint8Array {
  const cursor = new ByteCursor(content)
  cursor.skip(36)
  const count = cursor.u32()
  const masked = new ByteBuilder().bytes(content.subarray(0, 40))
  for (let index = 0; index < count && !cursor.isExhausted; index++) maskPair(cursor, masked, 'Trace', redactor)
  return cursor.isExhausted ? content : masked.take()
}

/** Content of a Thread block: rows of u16 size, vu64 index, items (layout in v6-threads.ts). */
export function maskV6Threads(content: Uint8Array, redactor: Redactor): Uint8Array {
  const cursor = new ByteCursor(content)
  const blocks = new ByteBuilder()
  while (cursor.remaining >= 2) {
    const rowBytes = cursor.u16()
    const rowEnd = cursor.position + rowBytes
    if (rowEnd > content.length) break
    blocks.bytes(withSize(maskThread(new ByteCursor(content.subarray(cursor.position, rowEnd)), redactor)))
    cursor.skip(rowBytes)
  }
  return blocks.take()
}

function maskThread(cursor: ByteCursor, redactor: Redactor): Uint8Array {
  const row = new ByteBuilder().varint(cursor.varint64())
  while (cursor.remaining > 0 && !cursor.isExhausted) {
    const kind = cursor.u8()
    if (kind === 1) {
      const name = cursor.utf8(limitChars)
      row.u8(kind).text6(redactor.text({ ...owner, event: 'Thread', field: 'Name' }, name))
    } else if (kind === 2 || kind === 3) row.u8(kind).varint(cursor.varint64())
    else if (kind === 4) maskPair(cursor, row.u8(kind), 'Thread', redactor)
    // An item of another kind has no length: what is behind it cannot be looked at.
    else break
  }
  return row.take()
}

/** Content of a LabelList block (layout in v6-labels.ts). What cannot be read ends it. */
export function maskV6Labels(content: Uint8Array, redactor: Redactor): Uint8Array {
  const cursor = new ByteCursor(content)
  const masked = new ByteBuilder().u32(cursor.u32()).u32(cursor.u32())
  while (cursor.remaining > 0 && !cursor.isExhausted) {
    const start = cursor.position
    const kind = cursor.u8()
    const label = kind & 127
    if (label === 5) maskPair(cursor, masked.u8(kind), 'Label', redactor)
    else {
      if (label === 6) {
        cursor.utf8(0)
        cursor.varint64()
      } else cursor.skip(label <= 3 ? 16 : label === 4 || label === 8 ? 8 : 1)
      masked.bytes(content.subarray(start, cursor.position))
    }
  }
  return masked.take()
}

function maskPair(cursor: ByteCursor, to: ByteBuilder, event: string, redactor: Redactor): void {
  const key = cursor.utf8(limitChars)
  const value = cursor.utf8(limitChars)
  to.text6(key).text6(redactor.text({ ...owner, event, field: key }, value))
}
