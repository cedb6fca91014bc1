import { tagEndObject, tagNullReference } from '../limits.ts'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'

/** Head of an object of the FastSerialization containers (V3 to V5): its nested type object. `tag` differs between V3 and later. */
export function objectHead(tag: number, name: string, version: number, minReaderVersion: number): ByteBuilder {
  const head = new ByteBuilder().u8(tag).u8(tag).u8(tagNullReference).i32(version).i32(minReaderVersion)
  return head.i32(name.length).ascii(name).u8(tagEndObject)
}

/**
 * A whole block object: size, zeros up to a stream offset divisible by 4, content, end tag. `offset` is where the head will be,
 * counted from the first byte of the stream.
 */
export function blockObject(head: ByteBuilder, content: Uint8Array, offset: number): ByteBuilder {
  head.i32(content.length)
  while ((offset + head.length) % 4 !== 0) head.u8(0)
  return head.bytes(content).u8(tagEndObject)
}
