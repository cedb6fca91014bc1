import { describe, expect, test } from 'vitest'
import { methodCode, typedCode } from '../stacks/testing/picture.ts'
import { codeTiers, MethodTable } from './method-table.ts'

const never = Number.POSITIVE_INFINITY

function table(...codes: readonly (readonly [name: string, start: number, changes?: object])[]) {
  const methods = new MethodTable()
  const rows = codes.map(([name, start, changes = {}]) => methods.add(methodCode(methods, name, start, changes)))
  return { methods, rows }
}

describe('code of methods', () => {
  test('is kept in the order told, and once however often it is told', () => {
    const { methods, rows } = table(['A', 0x1000], ['B', 0x2000], ['A', 0x1000], ['B', 0x2000])
    expect([rows, methods.count, methods.code(1).start]).toEqual([[0, 1, 0, 1], 2, 0x2000])
  })

  test('without a byte is none', () => {
    const { methods, rows } = table(['A', 0x1000, { size: 0 }], ['A', 0x1000])
    expect([rows, methods.count]).toEqual([[-1, 0], 1])
  })

  test.each([
    ['of another method', { methodId: 99 }],
    ['of another size', { size: 7 }],
    ['of another type', { namespaceText: 5 }],
    ['of another name', { nameText: 5 }],
  ])('%s at the same place ends what was there, when its time is known', (_, changes) => {
    const { methods, rows } = table(['A', 0x1000, { loadTicks: 10 }], ['A', 0x1000, { ...changes, loadTicks: 50 }])
    expect([rows, methods.unloadTicks(0), methods.unloadTicks(1)]).toEqual([[0, 1], 50, never])
    const untimed = table(['A', 0x1000, { loadTicks: 10 }], ['A', 0x1000, changes])
    expect([untimed.rows, untimed.methods.unloadTicks(0)]).toEqual([[0, 1], never])
  })

  test('ends when its own method is unloaded, and what comes there later is other code', () => {
    const { methods } = table(['A', 0x1000], ['B', 0x2000])
    methods.unload(0x1000, 0x2000, 20)
    methods.unload(0x3000, 0x1000, 20)
    expect(methods.unloadTicks(0)).toBe(never)
    methods.unload(0x1000, 0x1000, 30)
    expect([methods.unloadTicks(0), methods.unloadTicks(1)]).toEqual([30, never])
    expect(methods.add(methodCode(methods, 'A', 0x1000))).toBe(2)
    expect(methods.unloadTicks(0)).toBe(30)
  })
})

describe('the name of a method', () => {
  test('is that of its type, its own and its arguments', () => {
    const methods = new MethodTable()
    methods.add(typedCode(methods, 'Shop.Cart.Save(int32)', 0x1000))
    methods.add(methodCode(methods, 'Main', 0x2000))
    expect(methods.rawName(0)).toEqual({ type: 'Shop.Cart', method: 'Save', signature: '(int32)' })
    expect([methods.fullName(0), methods.fullName(1)]).toEqual(['Shop.Cart.Save(int32)', 'Main'])
  })

  test('has no result, which comes before the arguments', () => {
    const methods = new MethodTable()
    const signatures = ['instance void  (int32)', '()', 'no arguments'].map((text) => methods.texts.internText(text))
    for (const [index, signatureText] of signatures.entries())
      methods.add(methodCode(methods, 'M', 0x1000 * (index + 1), { signatureText }))
    expect([0, 1, 2].map((row) => methods.rawName(row).signature)).toEqual(['(int32)', '()', ''])
  })
})

test('the flags of code say its tier, and whether it was made at run time', () => {
  const flags = [...codeTiers.keys()].map((tier) => 8 | (tier << 7))
  const { methods } = table(
    ...flags.map((flag, index) => [`M${index}`, 0x1000 * (index + 1), { flags: flag }] as const),
    ['Precompiled', 0x100_000, { flags: 2 << 7 }],
    ['Dynamic', 0x200_000, { flags: 9 }],
    ['Other', 0x300_000, { flags: 8 | 0xfc00_0000 }],
  )
  expect(flags.map((_, row) => methods.tier(row))).toEqual(codeTiers)
  expect(methods.tier(flags.length)).toBe('ReadyToRun')
  expect([0, 9, 10].map((row) => methods.isDynamic(row))).toEqual([false, true, false])
  expect(methods.tier(10)).toBe('Unknown')
})
