import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { heapTypeName } from './heap-type-name.ts'
import { NativeTypeNames } from './native-type-name.ts'

const core = 'System.Private.CoreLib'
const names = new NativeTypeNames([
  { assembly: core, name: 'System.Collections.Generic.Dictionary`2' },
  { assembly: core, name: 'System.Collections.Generic.Dictionary`2+Entry' },
  { assembly: core, name: 'System.Collections.Generic.List`1' },
  { assembly: 'Shop.Web', name: 'Order' },
  { assembly: 'Shop.Web', name: 'Shop.My_Type' },
  { assembly: 'Shop.Web', name: 'Shop.Program+<>c__DisplayClass5_0' },
  { assembly: 'Shop.Web', name: 'Shop.Twin.A' },
  { assembly: 'Shop.Web', name: 'Shop.Twin+A' },
])
const symbol = (text: string): string => `_ZTV${String(text.length)}${text}`

test.each([
  ['String', 'string', `${core}.dll`],
  ['Boxed_UInt8', 'byte', `${core}.dll`],
  ['Shop_Web_Order', 'Order', 'Shop.Web.dll'],
  // One underscore of its own, one instead of a dot.
  ['Shop_Web_Shop_My_Type', 'Shop.My_Type', 'Shop.Web.dll'],
  ['Shop_Web_Shop_Program___c__DisplayClass5_0', 'Shop.Program.<>c__DisplayClass5_0', 'Shop.Web.dll'],
  ['__Array<Shop_Web_Order>', 'Order[]', 'Shop.Web.dll'],
  ['__Array<__Array<Int32>>', 'int[][]', `${core}.dll`],
  ['__MDArray<Shop_Web_Order,2>', 'Order[,]', 'Shop.Web.dll'],
  ['__Array<__MDArray<Int32,3>>', 'int[][,,]', `${core}.dll`],
  [
    'S_P_CoreLib_System_Collections_Generic_Dictionary_2<Int32__Shop_Web_Order>',
    'System.Collections.Generic.Dictionary<int, Order>',
    `${core}.dll`,
  ],
  [
    '__Array<S_P_CoreLib_System_Collections_Generic_Dictionary_2_Entry<Int32____Array<Shop_Web_Order>>>',
    'System.Collections.Generic.Dictionary<int, Order[]>.Entry[]',
    `${core}.dll`,
  ],
  [
    'S_P_CoreLib_System_Collections_Generic_Dictionary_2<Shop_Web_Shop_Program___c__DisplayClass5_0__UInt8>',
    'System.Collections.Generic.Dictionary<Shop.Program.<>c__DisplayClass5_0, byte>',
    `${core}.dll`,
  ],
  // What the metadata lacks, and what two types are called, stays as the linker has it.
  ['Shop_Web_Removed', 'Shop_Web_Removed', ''],
  ['Shop_Web_Shop_Twin_A', 'Shop_Web_Shop_Twin_A', ''],
  ['__Array<Shop_Web_Removed>', '__Array<Shop_Web_Removed>', ''],
])('%s is %s', (text, name, module) => {
  const read = names.nameOf(symbol(text))
  expect({ name: heapTypeName(read?.rawName ?? ''), module: read?.module }).toEqual({ name, module })
})

test('objects with static fields are called so, other symbols are no types', () => {
  expect(names.nameOf('__GCStaticEEType_0111')).toEqual({ rawName: 'Static fields', module: '' })
  expect(names.nameOf('main')).toBeNull()
  expect(names.nameOf(symbol('__Array<UInt8<Pointer>>'))?.rawName).toBe('System.Byte*[]')
})

test('any symbol is read without an error', () => {
  const parts = constantFrom(
    '__Array<',
    '__MDArray<',
    'Int32',
    '__',
    '<',
    '>',
    ',2',
    'Shop_Web_Order',
    '_',
    'Boxed_',
    '<ByRef>',
  )
  assert(
    property(array(parts, { maxLength: 60 }), (pieces) => {
      expect(names.nameOf(symbol(pieces.join('')))).not.toBeNull()
    }),
  )
  expect(names.nameOf(symbol('__Array<'.repeat(400)))?.module).toBe('')
})
