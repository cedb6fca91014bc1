import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { CodeIndex } from '../../code/code-index.ts'
import { FunctionTable } from '../../code/function-table.ts'
import { MethodTable } from '../../code/method-table.ts'
import { ModuleTable } from '../../code/module-table.ts'
import { FunctionTree, type WantedNodes } from './function-tree.ts'
import { StackTree } from './stack-tree.ts'
import { methodCode, picture, pushStack } from '../testing/picture.ts'

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

test('of a stack that goes on below what is wanted, only what is wanted is in the tree', () => {
  const { part } = treesOf(
    [
      [0, 2, 4, 6],
      [0, 2],
      [8, 10, 4, 2],
    ],
    (stack) => stack === 1,
  )
  expect(part.count).toBe(1 + 2)
  const { part: both } = treesOf(
    [
      [0, 2, 4, 6],
      [0, 2],
      [8, 10, 4, 2],
    ],
    (stack) => stack > 0,
  )
  expect(both.count).toBe(1 + 2 + 4)
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

/** Functions of a stack, root first. */
function functionPath(tree: FunctionTree, leaf: number): string[] {
  const path: string[] = []
  for (let node = leaf; node !== 0; node = tree.parentOf(node))
    path.unshift(tree.functions.get(tree.functionOf(node)).name)
  return path
}

function calleesOf(tree: FunctionTree, node: number): readonly number[] {
  const callees: number[] = []
  for (let child = tree.firstChildOf(node); child !== 0 && callees.length < 1000; child = tree.nextSiblingOf(child))
    callees.push(child)
  return callees
}

test.each([1, 2, 15, 16, 17, 18, 40])('a function that calls %i others has each of them once', (count) => {
  const names = Array.from({ length: count }, (_, index) => `F${String(index)}`)
  // Each at two places of the caller, and from the last to the first once more.
  const rounds = [...names, ...names.toReversed(), ...names]
  const { tree, leaves } = picture(rounds.map((name) => `Main;${name};Leaf`))
  expect(tree.count).toBe(2 + 2 * count)
  const [main] = calleesOf(tree, 0)
  const found = calleesOf(tree, main!).map((node) => functionPath(tree, node).join())
  expect(found.toSorted()).toEqual(names.map((name) => `Main,${name}`).toSorted())
  expect(leaves.map((leaf) => functionPath(tree, leaf)[1])).toEqual(rounds)
  for (const callee of calleesOf(tree, main!))
    expect([calleesOf(tree, callee).length, tree.parentOf(callee)]).toEqual([1, main])
})

/** `Main` calls what is at one address: `Old` until 50, `New` from 60 on; that calls `Leaf`. */
function replacedCode() {
  const methods = new MethodTable()
  const code = (name: string, start: number, changes = {}) => methods.add(methodCode(methods, name, start, changes))
  code('Main', 0x1000)
  code('Old', 0x2000, { loadTicks: 10 })
  methods.unload(0x2000, 0x2000, 50)
  code('New', 0x2000, { methodId: 7, loadTicks: 60 })
  code('Leaf', 0x3000)
  const stacks = new StackTree()
  pushStack(stacks, [0x1010, 0x2010, 0x3010], 1)
  pushStack(stacks, [0x1010, 0x2020], 2)
  pushStack(stacks, [0x1010, 0x3020], 3)
  const functions = new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods))
  return { stacks, functions }
}

test('code that took the place of other code is what was there when the sample was taken', () => {
  const { stacks, functions } = replacedCode()
  const tree = new FunctionTree(stacks, functions)
  const at = (stack: number, ticks: number) => functionPath(tree, tree.nodeAt(stacks.nodeOf(stack), ticks)).join()
  const expected = [
    ['Main,Old,Leaf', 'Main,New,Leaf', 'Main,Old,Leaf'],
    ['Main,Old', 'Main,New', 'Main,Old'],
    ['Main,Leaf', 'Main,Leaf', 'Main,Leaf'],
  ]
  expect([1, 2, 3].map((stack) => [20, 70, 30].map((ticks) => at(stack, ticks)))).toEqual(expected)
  const { count } = tree
  expect(count).toBe(7)
  expect([1, 2, 3].map((stack) => [20, 70, 30].map((ticks) => at(stack, ticks)))).toEqual(expected)
  expect(tree.count).toBe(count)
})

test('stacks of replaced code that nobody wanted at first are found by their time all the same', () => {
  const { stacks, functions } = replacedCode()
  const isWanted = new Uint8Array(stacks.count)
  for (let node = stacks.nodeOf(3); node !== 0; node = stacks.parentOf(node)) isWanted[node] = 1
  const tree = new FunctionTree(stacks, functions, { isWanted, count: 2 })
  expect(tree.count).toBe(3)
  const at = (ticks: number) => functionPath(tree, tree.nodeAt(stacks.nodeOf(1), ticks)).join()
  expect([at(70), at(20)]).toEqual(['Main,New,Leaf', 'Main,Old,Leaf'])
})

test('a deep stack is what was there in each of several stretches of time', () => {
  const depth = 3000
  const stretches = 6
  const methods = new MethodTable()
  for (let index = 0; index < stretches; index++)
    methods.add(methodCode(methods, `M${index}`, 0x1000, { methodId: index, size: 2 ** 20, loadTicks: index * 10 }))
  const stacks = new StackTree()
  const addresses = Array.from({ length: depth }, (_, index) => 0x1000 + index)
  pushStack(stacks, addresses, 1)
  const tree = new FunctionTree(stacks, new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods)))
  for (let index = 0; index < stretches; index++) {
    const path = functionPath(tree, tree.nodeAt(stacks.nodeOf(1), index * 10 + 5))
    expect([path.length, ...new Set(path)]).toEqual([depth, `M${index}`])
  }
})
