import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { CodeIndex } from '../../code/code-index.ts'
import { FunctionTable } from '../../code/function-table.ts'
import { MethodTable } from '../../code/method-table.ts'
import { ModuleTable } from '../../code/module-table.ts'
import { FunctionTree, type WantedNodes } from './function-tree.ts'
import { StackTree } from './stack-tree.ts'
import { methodCode, pushStack } from '../testing/picture.ts'

const codeBytes = 0x100
const methodCount = 6

/** Two addresses of each method. */
function addressOf(number: number): number {
  return 0x1000 + Math.floor(number / 2) * codeBytes + (number % 2) * 16
}

function treesOf(stackList: readonly (readonly number[])[], isWanted: (stack: number) => boolean) {
  const methods = new MethodTable()
  for (let method = 0; method < methodCount; method++)
    methods.add(methodCode(methods, `Shop.M${method}()`, 0x1000 + method * codeBytes, { size: codeBytes }))
  const stacks = new StackTree()
  for (const [index, stack] of stackList.entries()) pushStack(stacks, stack.map(addressOf), index + 1)
  const wanted = new Uint8Array(stacks.count)
  for (const index of stackList.keys())
    for (let node = isWanted(index) ? stacks.nodeOf(index + 1) : 0; node !== 0; node = stacks.parentOf(node))
      wanted[node] = 1
  const count = wanted.reduce((sum, node) => sum + node, 0)
  const treeOf = (nodes: WantedNodes | null): FunctionTree =>
    new FunctionTree(stacks, new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods)), nodes)
  const pathIn = (tree: FunctionTree, index: number): string[] => {
    const path: string[] = []
    for (let node = tree.nodeAt(stacks.nodeOf(index + 1), 0); node !== 0; node = tree.parentOf(node))
      path.unshift(tree.functions.get(tree.functionOf(node)).name)
    return path
  }
  return { whole: treeOf(null), part: treeOf({ isWanted: wanted, count }), pathIn }
}

const someStacks = array(array(integer({ min: 0, max: methodCount * 2 - 1 }), { maxLength: 12 }), { maxLength: 30 })

test('stacks that are asked for later have the same functions as in a tree of all of them', () => {
  assert(
    property(someStacks, array(integer({ min: 0, max: 29 })), (stacks, wanted) => {
      const { whole, part, pathIn } = treesOf(stacks, (stack) => wanted.includes(stack))
      for (const index of stacks.keys()) expect(pathIn(part, index)).toEqual(pathIn(whole, index))
      expect(part.count).toBe(whole.count)
    }),
  )
})

test('a tree has only the stacks that are wanted until others are asked for', () => {
  const stacks = [
    [0, 2, 4],
    [0, 6, 8, 10],
  ]
  const { part } = treesOf(stacks, (stack) => stack === 0)
  expect(part.count).toBe(4)
  part.mapRest()
  expect(part.count).toBe(7)
})

test('parents have smaller numbers, also those that came later', () => {
  const { part } = treesOf(
    [
      [0, 2],
      [0, 4, 6],
      [0, 2, 8],
    ],
    (stack) => stack === 0,
  )
  part.mapRest()
  for (let node = 1; node < part.count; node++) expect(part.parentOf(node)).toBeLessThan(node)
})
