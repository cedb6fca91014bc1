import { expect, test } from 'vitest'
import { FunctionTree } from '../stacks/function-tree.ts'
import { StackTree } from '../stacks/stack-tree.ts'
import { methodCode, pushStack } from '../stacks/testing/picture.ts'
import { CodeIndex } from './code-index.ts'
import { FunctionTable, unresolvedFunction } from './function-table.ts'
import { MethodTable } from './method-table.ts'
import { ModuleTable } from './module-table.ts'

function table(): MethodTable {
  const methods = new MethodTable()
  methods.add(methodCode(methods, 'First', 0x1000, { loadTicks: 10 }))
  methods.unload(0x1000, 0x1000, 50)
  methods.add(methodCode(methods, 'Second', 0x1000, { methodId: 7, loadTicks: 60 }))
  methods.add(methodCode(methods, 'Always', 0x3000))
  return methods
}
const nameAt = (methods: MethodTable, address: number, ticks: number): string => {
  const code = new CodeIndex(methods).find(address, ticks)
  return code < 0 ? '' : methods.fullName(code)
}

test('code at an address is what was there at the time', () => {
  const methods = table()
  expect([5, 20, 49, 60, 99, Number.NaN].map((ticks) => nameAt(methods, 0x1080, ticks))).toEqual([
    // Before the load is told: a sample may be a little older than the event of its method.
    'Second',
    'First',
    'First',
    'Second',
    'Second',
    'Second',
  ])
  expect(nameAt(methods, 0x30ff, 1)).toBe('Always')
  expect([0xfff, 0x1100, 0x2fff, 0x3100].map((address) => nameAt(methods, address, 20))).toEqual(['', '', '', ''])
})

test('the rundown does not repeat what a load event told, and a new tier is new code', () => {
  const methods = table()
  const { count } = methods
  methods.add(methodCode(methods, 'Always', 0x3000))
  methods.add(methodCode(methods, 'Second', 0x1000, { methodId: 7 }))
  expect(methods.count).toBe(count)
  methods.add(methodCode(methods, 'Always', 0x5000, { methodId: 0x3000, flags: 8 | (4 << 7) }))
  expect([methods.count, methods.tier(methods.count - 1)]).toEqual([count + 1, 'OptimizedTier1'])
})

test('precompiled code is told by the flag that it was not jitted, whatever its tier says', () => {
  const methods = new MethodTable()
  methods.add(methodCode(methods, 'Precompiled', 0x1000, { flags: 2 << 7 }))
  expect(methods.tier(0)).toBe('ReadyToRun')
})

test('one stack of addresses is two stacks of functions when its code was replaced between two samples', () => {
  const methods = table()
  const stacks = new StackTree()
  pushStack(stacks, [0x3010, 0x1010, 0x9999], 1)
  const functions = new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods))
  const tree = new FunctionTree(stacks, functions)
  const path = (ticks: number): string[] => {
    const names: string[] = []
    for (let node = tree.nodeAt(stacks.nodeOf(1), ticks); node !== 0; node = tree.parentOf(node))
      names.unshift(functions.get(tree.functionOf(node)).name)
    return names
  }
  expect([path(20), path(70)]).toEqual([
    ['Always', 'First', '?!?'],
    ['Always', 'Second', '?!?'],
  ])
  expect(functions.get(unresolvedFunction).kind).toBe('unresolved')
})
