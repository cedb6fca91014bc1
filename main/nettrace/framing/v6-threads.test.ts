import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { damageOf, read } from '../testing/v6-streams.ts'
import { v6BlockKinds } from '../writer/v6-writer.ts'

describe('threads of V6', () => {
  test('have a name, ids and attributes; what is not known of a row is left out', () => {
    const { trace, damage } = read((writer) => {
      const attributes = [['a', '1']] as const
      writer.addThread({ name: 'main', processId: 42n, threadId: 2n ** 60n + 1n, attributes })
      writer.addThread({})
      const row = new ByteBuilder().varint(9n).u8(3).varint(77n).u8(200).u8(1).take()
      writer.flush()
      writer.block(v6BlockKinds.thread, new ByteBuilder().u16(row.length).bytes(row).take())
      writer.end(1)
    })
    expect(damage).toEqual([])
    const known = trace.threads.map(({ name, processId, exactId, attributes }) => [
      name,
      processId,
      exactId,
      attributes,
    ])
    expect(known.slice(-3)).toEqual([
      ['main', 42, 2n ** 60n + 1n, [['a', '1']]],
      ['', null, 0n, []],
      ['', null, 77n, []],
    ])
  })

  test.each<[string, Uint8Array, string, string]>([
    ['a row that reaches over its block', Uint8Array.of(5, 0, 1, 3, 77), 'a row inside the block', '5 bytes'],
    ['a size that is cut', Uint8Array.of(5), 'a row inside the block', '1 bytes'],
    ['a row that is cut', Uint8Array.of(3, 0, 1, 1, 9), 'a complete thread', '3 bytes'],
  ])('with %s are damage', (_name, content, expected, found) => {
    expect(damageOf('thread', content)).toEqual([['ThreadBlock', expected, found]])
  })

  test('of an index that is taken are damage, also one that is removed without being there', () => {
    const taken = Uint8Array.of(1, 0, 1)
    expect(damageOf('thread', taken, (writer) => void writer.addThread({}))).toEqual([
      ['ThreadBlock', 'an unused thread index', '1'],
    ])
    expect(damageOf('removeThread', Uint8Array.of(7, 0))).toEqual([
      ['RemoveThreadBlock', 'a thread that is there', '7'],
    ])
    expect(damageOf('removeThread', Uint8Array.of(7))).toEqual([['RemoveThreadBlock', 'whole entries', '1 bytes']])
  })
})
