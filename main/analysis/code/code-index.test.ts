import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { FunctionTree } from '../stacks/trees/function-tree.ts'
import { StackTree } from '../stacks/trees/stack-tree.ts'
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

test('an address resolves to the code that was there at the time', () => {
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

test('the rundown does not repeat a load event, and a new tier is new code', () => {
  const methods = table()
  const { count } = methods
  methods.add(methodCode(methods, 'Always', 0x3000))
  methods.add(methodCode(methods, 'Second', 0x1000, { methodId: 7 }))
  expect(methods.count).toBe(count)
  methods.add(methodCode(methods, 'Always', 0x5000, { methodId: 0x3000, flags: 8 | (4 << 7) }))
  expect([methods.count, methods.tier(methods.count - 1)]).toEqual([count + 1, 'OptimizedTier1'])
})

test('precompiled code is recognized by the "not jitted" flag, whatever its tier', () => {
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

const stretch = fc.record({
  start: fc.integer({ min: 0, max: 60 }),
  size: fc.integer({ min: 1, max: 40 }),
  loadTicks: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.constant(Number.NEGATIVE_INFINITY)),
  lifeTicks: fc.integer({ min: 1, max: 10 }),
  isUnloaded: fc.boolean(),
})

test('where code ranges overlap, code that existed at the time wins, then the newest', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 12 }), (stretches) => {
      const methods = new MethodTable()
      for (const [index, { isUnloaded, lifeTicks, ...code }] of stretches.entries()) {
        methods.add(methodCode(methods, `M${index}`, code.start, { ...code, methodId: index }))
        if (isUnloaded) methods.unload(code.start, index, Math.max(0, code.loadTicks) + lifeTicks)
      }
      const index = new CodeIndex(methods)
      for (let address = 0; address <= 101; address++) {
        const covering = Array.from({ length: methods.count }, (_, of) => of).filter((of) => {
          const { start, size } = methods.code(of)
          return start <= address && address < start + size
        })
        expect(index.isReused(address)).toBe(covering.length > 1)
        for (const ticks of [-1, 0, 3, 7, 20, Number.NaN])
          expect(index.find(address, ticks)).toBe(bestOf(methods, covering, ticks))
      }
    }),
  )
})

function bestOf(methods: MethodTable, covering: readonly number[], ticks: number): number {
  const isAlive = (of: number): boolean =>
    Number.isNaN(ticks) || (methods.code(of).loadTicks <= ticks && ticks < methods.unloadTicks(of))
  const rank = (of: number): readonly number[] => [
    isAlive(of) ? 1 : 0,
    methods.code(of).loadTicks,
    methods.code(of).start,
    of,
  ]
  const sorted = covering.toSorted((a, b) => {
    const [left, right] = [rank(a), rank(b)]
    const at = left.findIndex((value, index) => value !== right[index])
    return at < 0 ? 0 : left[at]! < right[at]! ? 1 : -1
  })
  return sorted[0] ?? -1
}

test('one range over thousands of methods doesn’t walk all of them', () => {
  const costs = [500, 4000].map((count) => {
    const methods = new MethodTable()
    methods.add(methodCode(methods, 'Huge', 0, { size: 1e9 }))
    for (let index = 1; index <= count; index++)
      methods.add(methodCode(methods, `M${index}`, index * 0x100, { size: 16 }))
    return (
      stepsOf(() => {
        const index = new CodeIndex(methods)
        for (let method = 1; method <= count; method++) {
          expect(index.find(method * 0x100 + 20, 5)).toBe(0)
          expect(index.isReused(method * 0x100)).toBe(true)
          expect(index.find(method * 0x100, 5)).toBe(method)
        }
      }) / count
    )
  })
  for (const cost of costs) expect(cost).toBeLessThan(50)
})
