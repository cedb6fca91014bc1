import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { withSize } from './v6-metadata-writer.ts'

export interface V6ThreadInit {
  readonly name?: string
  readonly processId?: bigint
  readonly threadId?: bigint
  readonly attributes?: readonly (readonly [string, string])[]
}

/** Row of a thread block: u16 size without itself | vu64 index | items: u8 kind, value. */
export function writeV6Thread(index: number, thread: V6ThreadInit): Uint8Array {
  const row = new ByteBuilder().varint(BigInt(index))
  if (thread.name !== undefined) row.u8(1).text6(thread.name)
  if (thread.processId !== undefined) row.u8(2).varint(thread.processId)
  if (thread.threadId !== undefined) row.u8(3).varint(thread.threadId)
  for (const [key, value] of thread.attributes ?? []) row.u8(4).text6(key).text6(value)
  return withSize(row.take())
}

/** One label of an event. Operation code, keywords, level and version stand in for those of the event's type. */
export type V6Label =
  | { readonly kind: 'activity' | 'related-activity' | 'trace'; readonly id: Uint8Array }
  | { readonly kind: 'span'; readonly id: bigint }
  | { readonly kind: 'text'; readonly key: string; readonly value: string }
  | { readonly kind: 'number'; readonly key: string; readonly value: bigint }
  | { readonly kind: 'opcode' | 'level' | 'version'; readonly value: number }
  | { readonly kind: 'keywords'; readonly value: bigint }

const labelKinds = {
  activity: 1,
  'related-activity': 2,
  trace: 3,
  span: 4,
  text: 5,
  number: 6,
  opcode: 7,
  keywords: 8,
  level: 9,
  version: 10,
} as const
const lastLabelBit = 128

/** Labels one after the other; the highest bit of a kind marks the last one of its list, so an empty list cannot be said. */
export function writeV6Labels(labels: readonly V6Label[]): Uint8Array {
  const builder = new ByteBuilder()
  for (const [index, label] of labels.entries()) {
    builder.u8(labelKinds[label.kind] | (index === labels.length - 1 ? lastLabelBit : 0))
    switch (label.kind) {
      case 'activity':
      case 'related-activity':
      case 'trace':
        builder.bytes(label.id)
        break
      case 'span':
        builder.i64(BigInt.asIntN(64, label.id))
        break
      case 'text':
        builder.text6(label.key).text6(label.value)
        break
      case 'number':
        builder.text6(label.key).signedVarint(label.value)
        break
      case 'keywords':
        builder.i64(BigInt.asIntN(64, label.value))
        break
      case 'opcode':
      case 'level':
      case 'version':
        builder.u8(label.value)
        break
    }
  }
  return builder.take()
}
