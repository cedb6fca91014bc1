import { array, assert, bigInt, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import type { Trace } from '../../../nettrace/trace/trace.ts'
import { StackTree } from './stack-tree.ts'
import { pushStack } from '../testing/picture.ts'

function pathOf(tree: StackTree, stackIndex: number): number[] {
  const path: number[] = []
  for (let node = tree.nodeOf(stackIndex); node !== 0; node = tree.parentOf(node)) path.unshift(tree.addressOf(node))
  return path
}

test('every stack is found again, however long it waits, and equal stacks share their node', () => {
  const address = bigInt(0n, 20n).map((value) => Number(value) + 0x7f12_3456_0000)
  // None waits, all of them do, the first ones do.
  const waitingBytes = constantFrom(0, 2 ** 20, 1000)
  assert(
    property(array(array(address, { maxLength: 30 }), { maxLength: 80 }), waitingBytes, (stacks, mostWaitingBytes) => {
      const tree = new StackTree(mostWaitingBytes)
      for (const [index, stack] of stacks.entries()) pushStack(tree, stack, index + 1)
      for (const [index, stack] of stacks.entries()) expect(pathOf(tree, index + 1)).toEqual(stack)
      const distinct = new Set(stacks.flatMap((stack) => stack.map((_, depth) => stack.slice(0, depth + 1).join())))
      expect(tree.count).toBe(distinct.size + 1)
    }),
  )
})

test('stacks that wait come into the tree before those that come later', () => {
  const tree = new StackTree(2 ** 30)
  const long = Array.from({ length: 600_000 }, (_, depth) => 0x1000 + depth * 16)
  pushStack(tree, [0x1000], 1)
  // Longer than what is kept in one piece.
  pushStack(tree, long, 2)
  pushStack(tree, [0x1000, 0x2000], 3)
  tree.begin()
  pushStack(tree, [0x3000], 4)
  expect([1, 3, 4].map((index) => pathOf(tree, index))).toEqual([[0x1000], [0x1000, 0x2000], [0x3000]])
  expect(tree.count).toBe(1 + long.length + 2)
})

test('a node with very many children still finds each of them', () => {
  const tree = new StackTree()
  const children = 5000
  for (let round = 0; round < 3; round++)
    for (let child = 0; child < children; child++)
      pushStack(tree, [0x1000, 0x2000 + child * 16, 0x9000], round * children + child + 1)
  expect(tree.count).toBe(2 + 2 * children)
  expect(pathOf(tree, 2 * children + 4242)).toEqual([0x1000, 0x2000 + 4241 * 16, 0x9000])
})

test('stacks of a 32-bit process share their nodes as well', () => {
  const tree = new StackTree()
  tree.onStart({ header: { pointerBytes: 4 } } as Trace)
  tree.onHeader()
  const stacks = [
    [0x1000, 0x2000, 0xfffff000],
    [0x1000, 0x2000, 0x3000],
    [0x1000, 0x2000],
    [0x1000, 0x4000, 0x3000],
  ]
  for (const [index, stack] of stacks.entries()) {
    const words = Uint32Array.from(stack.toReversed())
    tree.onStack(new Uint8Array(words.buffer), new DataView(words.buffer), 0, words.byteLength, index + 1)
  }
  expect(stacks.map((_, index) => pathOf(tree, index + 1))).toEqual(stacks)
  expect(tree.count).toBe(7)
})

test('a stack of thousands of frames may branch off from the previous one anywhere', () => {
  const deep = Array.from({ length: 5000 }, (_, index) => 0x7f00_0000 + (index % 700) * 16)
  const stacks = [deep.slice(0, 900), deep, deep.slice(0, 4000), [...deep.slice(0, 2500), 1, 2], deep, [...deep, 3]]
  const tree = new StackTree()
  for (const [index, stack] of stacks.entries()) pushStack(tree, stack, index + 1)
  expect(stacks.map((_, index) => pathOf(tree, index + 1))).toEqual(stacks)
  expect(tree.count).toBe(1 + 5000 + 2 + 1)
})

test('addresses of a kernel stay exact', () => {
  const tree = new StackTree()
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, 0xffff_ffff_8123_4567n, true)
  tree.onStack(bytes, new DataView(bytes.buffer), 0, 8, 1)
  expect(BigInt.asUintN(64, BigInt(tree.addressOf(tree.nodeOf(1))))).toBe(0xffff_ffff_8123_4567n)
})
