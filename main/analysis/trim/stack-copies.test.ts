import { expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { StackCopies } from './stack-copies.ts'

const blockOffset = 1000

/** A stack block, and a source that has it at its place. */
function defined(firstId: number, ...stacks: readonly (readonly number[])[]) {
  const block = new ByteBuilder().u32(firstId).u32(stacks.length)
  for (const stack of stacks) block.u32(stack.length).bytes(Uint8Array.from(stack))
  const bytes = block.take()
  const asked: (readonly [number, number])[] = []
  const copies = new StackCopies({
    size: 1e6,
    read: (offset, count) => {
      asked.push([offset, count])
      return bytes.subarray(offset - blockOffset, offset - blockOffset + count)
    },
  })
  copies.define(bytes, blockOffset)
  return { copies, asked }
}

const expected = (firstId: number, ...stacks: readonly (readonly number[])[]) => {
  const block = new ByteBuilder().u32(firstId).u32(stacks.length)
  for (const stack of stacks) block.u32(stack.length).bytes(Uint8Array.from(stack))
  return block.take()
}

test('stacks that are used get new numbers in the order of their use, once each', () => {
  const { copies, asked } = defined(50, [1, 2], [], [3])
  expect(copies.take()).toBeNull()
  expect([copies.use(52), copies.use(50), copies.use(52)]).toEqual([1, 2, 1])
  expect(copies.pendingBytes).toBe(4 + 1 + 4 + 2)
  expect([copies.use(0), copies.use(49), copies.use(53)]).toEqual([0, 0, 0])
  expect(copies.take()).toEqual(expected(1, [3], [1, 2]))
  expect([copies.pendingBytes, copies.take(), asked]).toEqual([0, null, []])
  expect([copies.use(51), copies.use(50)]).toEqual([3, 2])
  expect(copies.take()).toEqual(expected(3, []))
})

test('of a block that ends before its last stack, those before it are there', () => {
  for (const more of [0, 3]) {
    const block = new ByteBuilder().u32(50).u32(3).u32(2).bytes(Uint8Array.of(1, 2)).u32(1).bytes(Uint8Array.of(3))
    const bytes = block.bytes(new Uint8Array(more)).take()
    const copies = new StackCopies({ size: 1e6, read: (offset, count) => bytes.subarray(offset, offset + count) })
    copies.define(bytes, 0)
    expect([copies.use(50), copies.use(51), copies.use(52)]).toEqual([1, 2, 0])
  }
})

test('stacks of an earlier block are read from the source again', () => {
  const { copies, asked } = defined(50, [1, 2], [3, 4, 5])
  const next = new ByteBuilder().u32(60).u32(1).u32(1).bytes(Uint8Array.of(9)).take()
  copies.define(next, 9000)
  expect([copies.use(51), copies.use(60)]).toEqual([1, 2])
  expect(asked).toEqual([[blockOffset + 8 + 4 + 2 + 4, 3]])
  expect(copies.take()).toEqual(expected(1, [3, 4, 5], [9]))
})

test('a sequence point ends the life of all numbers', () => {
  const { copies } = defined(50, [1], [2])
  copies.use(51)
  copies.take()
  copies.clear()
  expect(copies.use(51)).toBe(0)
  copies.define(new ByteBuilder().u32(50).u32(1).u32(1).bytes(Uint8Array.of(7)).take(), 5000)
  expect(copies.use(50)).toBe(1)
  expect(copies.take()).toEqual(expected(1, [7]))
})

test('a block that is cut has the stacks before its cut', () => {
  const { copies } = defined(50)
  copies.define(Uint8Array.of(1, 0, 0), 0)
  const cut = new ByteBuilder().u32(70).u32(9).u32(2).bytes(Uint8Array.of(1, 2)).u32(5).bytes(Uint8Array.of(3)).take()
  copies.define(cut, 0)
  expect([copies.use(70), copies.use(71), copies.use(72)]).toEqual([1, 0, 0])
})

test('numbers of 32 bits are told apart to the last', () => {
  const { copies } = defined(2 ** 32 - 1, [1])
  expect(copies.use(2 ** 32 - 1)).toBe(1)
})

test('no stack has the number 0, even where a block begins with it', () => {
  const { copies } = defined(0, [1], [2])
  expect([copies.use(0), copies.use(1)]).toEqual([0, 1])
})

test('bytes behind the last stack of a block are no stack', () => {
  const bytes = new ByteBuilder().u32(50).u32(1).u32(1).bytes(Uint8Array.of(1)).u32(1).bytes(Uint8Array.of(2)).take()
  const copies = new StackCopies({ size: 1e6, read: (offset, count) => bytes.subarray(offset, offset + count) })
  copies.define(bytes, 0)
  expect([copies.use(50), copies.use(51)]).toEqual([1, 0])
})
