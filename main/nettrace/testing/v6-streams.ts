import { readAll } from './read-all.ts'
import { type V6Init, v6BlockKinds, V6Writer } from '../writer/v6-writer.ts'
import type { Field } from '../payload/field-type.ts'

/** What `write` writes, in the pieces in which it comes. */
export function streamOf(write: (writer: V6Writer) => void, init: Partial<V6Init> = {}): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  const writer = new V6Writer({
    syncUnixMs: 0,
    syncTicks: 0n,
    ticksPerSecond: 1000,
    pointerBytes: 8,
    ...init,
    write: (bytes) => pieces.push(bytes),
  })
  write(writer)
  return pieces
}

export const read = (write: (writer: V6Writer) => void, init: Partial<V6Init> = {}) => readAll(streamOf(write, init))

/** Of an event without a payload. */
export const type = { provider: 'P', eventId: 7, name: 'E', fields: [] as readonly Field[] }
export const guid = (last: number) => Uint8Array.from({ length: 16 }, (_, index) => (index === 15 ? last : 1))

/** What is said about one block of this kind and content. */
export function damageOf(
  kind: keyof typeof v6BlockKinds,
  content: Uint8Array,
  before: (writer: V6Writer) => void = () => undefined,
) {
  const { damage } = read((writer) => {
    before(writer)
    writer.flush()
    writer.block(v6BlockKinds[kind], content)
    writer.end(10)
  })
  return damage.map(({ block, expected, found }) => [block, expected, found])
}
