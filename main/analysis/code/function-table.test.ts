import { describe, expect, test } from 'vitest'
import { methodCode, typedCode } from '../stacks/testing/picture.ts'
import { CodeIndex } from './code-index.ts'
import {
  frameText,
  FunctionNumbers,
  FunctionTable,
  namedFrame,
  rootFunction,
  unresolvedFunction,
} from './function-table.ts'
import { MethodTable } from './method-table.ts'
import { ModuleTable } from './module-table.ts'

const methods = new MethodTable()
const modules = new ModuleTable()
modules.add(1, { ilPath: '/app/Shop.dll', nativePath: '', flags: 0 })
modules.add(2, { ilPath: '/app/Other.dll', nativePath: '', flags: 0 })
methods.add(typedCode(methods, 'Shop.Cart.Save(int32)', 0x1000, { moduleId: 1 }))
methods.add(typedCode(methods, 'Shop.Cart.Save(int32)', 0x2000, { moduleId: 1, methodId: 5, flags: 8 | (4 << 7) }))
methods.add(typedCode(methods, 'Shop.Cart.Save(int32)', 0x3000, { moduleId: 2 }))
methods.add(methodCode(methods, 'malloc', 0x4000, { isNative: true }))
methods.add(methodCode(methods, 'qsort', 0x5000, { isForeign: true }))

const made = (numbers?: FunctionNumbers) => new FunctionTable(methods, modules, new CodeIndex(methods), numbers)

describe('functions', () => {
  test('are one for all code of a method in a module', () => {
    const functions = made()
    expect([0x1010, 0x2010, 0x3010, 0x1020].map((address) => functions.at(address, 0))).toEqual([2, 2, 3, 2])
    expect([functions.count, functions.get(2)]).toEqual([
      4,
      { name: 'Shop.Cart.Save(int32)', displayName: 'Cart.Save', module: 'Shop', kind: 'managed' },
    ])
    expect([functions.codesOf(2), functions.codesOf(3), functions.codesOf(9)]).toEqual([[0, 1], [2], []])
  })

  test('are of the kind that their code is', () => {
    const functions = made()
    const kinds = [0x4000, 0x5000, 0x9000].map((address) => functions.get(functions.at(address, 0)).kind)
    expect(kinds).toEqual(['native', 'foreign', 'unresolved'])
    expect(functions.get(rootFunction)).toEqual({ name: '', displayName: '', module: '', kind: 'root' })
  })

  test('are found by name and module', () => {
    const functions = made()
    expect(functions.find('Shop.Cart.Save(int32)', 'Shop')).toBe(-1)
    functions.at(0x1010, 0)
    expect([
      functions.find('Shop.Cart.Save(int32)', 'Shop'),
      functions.find('Shop.Cart.Save(int32)', ''),
      functions.find('?!?', ''),
      functions.find('?!?', 'Shop'),
      functions.find('', ''),
    ]).toEqual([2, -1, unresolvedFunction, -1, -1])
  })

  test('that stand for several are groups, one for each name and module', () => {
    const functions = made()
    const group = functions.internGroup('Shop.Cart', 'Shop')
    expect([functions.internGroup('Shop.Cart', 'Shop'), functions.internGroup('Shop.Cart', '')]).toEqual([
      group,
      group + 1,
    ])
    expect(functions.get(group)).toEqual({ name: 'Shop.Cart', displayName: 'Shop.Cart', module: 'Shop', kind: 'group' })
    expect(functions.find('Shop.Cart', 'Shop')).toBe(group)
  })

  test('keep their numbers in a table that is made anew', () => {
    const numbers = new FunctionNumbers()
    const before = made(numbers)
    const [save, group] = [before.at(0x3010, 0), before.internGroup('Shop', '')]
    const after = made(numbers)
    expect([after.at(0x1010, 0), after.at(0x3010, 0), after.internGroup('Shop', '')]).toEqual([group + 1, save, group])
  })
})

test('an address that was used again belongs to no one row of the method table', () => {
  const reused = new MethodTable()
  reused.add(methodCode(reused, 'A', 0x1000, { loadTicks: 1 }))
  reused.unload(0x1000, 0x1000, 5)
  reused.add(methodCode(reused, 'B', 0x1000, { methodId: 7, loadTicks: 9 }))
  reused.add(methodCode(reused, 'C', 0x2000))
  const functions = new FunctionTable(reused, modules, new CodeIndex(reused))
  expect([0x1010, 0x2010, 0x9000].map((address) => functions.codeAt(address))).toEqual([-1, 2, -1])
  expect([0x1010, 0x2010].map((address) => functions.isReused(address))).toEqual([true, false])
  expect([0, 1, 4, 5, 8, 9].map((ticks) => functions.epochAt(ticks))).toEqual([0, 1, 1, 2, 2, 3])
})

test('a frame is written with its module, and shown with its name for people', () => {
  const entry = { name: 'Shop.Cart.Save()', displayName: 'Cart.Save', module: 'Shop', kind: 'managed' } as const
  expect([frameText(entry), frameText({ ...entry, module: '' })]).toEqual(['Shop!Shop.Cart.Save()', 'Shop.Cart.Save()'])
  expect(namedFrame(entry)).toEqual({ method: 'Shop.Cart.Save()', name: 'Cart.Save', module: 'Shop' })
})
