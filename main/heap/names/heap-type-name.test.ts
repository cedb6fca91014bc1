import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { heapTypeName } from './heap-type-name.ts'

test.each([
  ['Order', 'Order'],
  ['Shop.Order', 'Shop.Order'],
  ['System.String', 'string'],
  ['System.Object[]', 'object[]'],
  ['Line[]', 'Line[]'],
  ['System.Int32[,]', 'int[,]'],
  ['System.Int32[][]', 'int[][]'],
  // The runtime names an array of two-dimensional arrays from the inside out.
  ['System.Int32[,][]', 'int[][,]'],
  ['System.Collections.Generic.Dictionary`2[System.Int32,Order]', 'System.Collections.Generic.Dictionary<int, Order>'],
  ['System.Collections.Generic.List`1[Shop.Line[]]', 'System.Collections.Generic.List<Shop.Line[]>'],
  ['A.Outer`1+Inner`1[System.Int32,A.B`1[System.String]]', 'A.Outer<int>.Inner<A.B<string>>'],
  ['A.Outer`1+Plain[System.Int32]', 'A.Outer<int>.Plain'],
  [
    'System.Collections.Generic.Dictionary`2+Entry[System.Int32,Order][]',
    'System.Collections.Generic.Dictionary<int, Order>.Entry[]',
  ],
  ['System.Nullable`1[System.Int32][]', 'int?[]'],
  // As Microsoft's heap tools write them.
  ['System.Collections.Generic.Dictionary<System.Int32,Order>', 'System.Collections.Generic.Dictionary<int, Order>'],
  ['System.Int32<,>', 'int[,]'],
  ['A.Outer+Inner<System.Int32>', 'A.Outer.Inner<int>'],
  // Size classes.
  ['System.Byte[] (Bytes > 1K)', 'byte[]'],
  ['Shop.Cache`1[System.String] (Bytes > 100M)', 'Shop.Cache<string>'],
  ['System.Object[] (Ptrs,ElemSize=8) (Bytes > 10K)', 'object[]'],
  ['System.Char[] (NoPtrs,ElemSize=2)', 'char[]'],
  // What compilers make up is a type of its own.
  ['Shop.Program+<>c__DisplayClass5_0', 'Shop.Program.<>c__DisplayClass5_0'],
  ['Shop.Api+<<Main>$>d__0', 'Shop.Api.<<Main>$>d__0'],
  ['<>f__AnonymousType0`2[System.Int32,System.String]', '<>f__AnonymousType0<int, string>'],
  // Pseudo nodes and names that are none.
  ['[static var s_cache]', '[static var s_cache]'],
  ['Broken`1[System.Int32', 'Broken`1[System.Int32'],
])('%s is %s', (rawName, expected) => {
  expect(heapTypeName(rawName)).toBe(expected)
})

test('any name in a file is read without an error and stays short', () => {
  const parts = constantFrom('<', '>', '[', ']', '+', '`1', '`', '.', 'Name', ',', '<>c', ' (Bytes > 1K)', '*')
  assert(
    property(array(parts, { maxLength: 60 }), (pieces) => {
      const name = pieces.join('')
      expect(heapTypeName(name).length).toBeLessThanOrEqual(name.length * 3 + 200)
    }),
  )
  for (const unit of ['<', '[', '+', '`1', 'A[', 'A<', '<A'])
    expect(heapTypeName(unit.repeat(1900)).length).toBeLessThanOrEqual(12_000)
})
