import { expect, test } from 'vitest'
import { readType, shortTypeName, typeNameInNamespace } from './type-name.ts'

test.each([
  ['System.Int32[]', 'int[]'],
  ['Shop.Orders.Line[,]', 'Line[,]'],
  ['Shop.Outer+Line[][]', 'Outer.Line[][]'],
  [
    'System.Collections.Concurrent.ConcurrentDictionary`2+Node[Microsoft.Extensions.DependencyInjection.ServiceLookup.ServiceCacheKey,System.Object]',
    'ConcurrentDictionary<ServiceCacheKey, object>.Node',
  ],
  ['System.Collections.Generic.List`1[System.Int32[]][]', 'List<int[]>[]'],
  [
    'System.Collections.Generic.Dictionary`2[System.String,System.Collections.Generic.List`1[Shop.Order]]',
    'Dictionary<string, List<Order>>',
  ],
  ['Shop.Web.Program+<>c__DisplayClass5_0', 'Program+<>c__DisplayClass5_0'],
  ['<>c', '<>c'],
  ['<SendWithRetryAsync>d__51', '<SendWithRetryAsync>d__51'],
  ['Shop.Outer+<Work>d__1`1[System.__Canon]', 'Outer+<Work>d__1`1[System.__Canon]'],
  [
    'AsyncStateMachineBox`1[System.String,System.Net.Http.HttpClient+<GetStringAsyncCore>d__41]',
    'AsyncStateMachineBox<HttpClient.GetStringAsyncCore>',
  ],
  [
    'System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.String,Shop.Basket+<SumAsync>d__4]',
    'AsyncTaskMethodBuilder<string>.AsyncStateMachineBox<Basket.SumAsync>',
  ],
])('a type has the name that C# gives it, without namespaces: %s', (rawName, name) => {
  expect(shortTypeName(rawName)).toBe(name)
})

test.each([
  ['A`1', 'A<T>'],
  ['A`2', 'A<T1, T2>'],
  ['A`2[System.__Canon,System.Int32]', 'A<T1, int>'],
  ['A`0[System.Int32]', 'A`0'],
  ['A`x', 'A`x'],
  ['A`1[B`2[C`1[System.Int32],D],E]', 'A<E>'],
  ['A`2[B`2[C`1[System.Int32],D],E]', 'A<B<C<int>, D>, E>'],
  ['System.Threading.Tasks.VoidTaskResult', 'void'],
  ['System.String[][,]', 'string[][,]'],
])('arguments of a type are told apart by commas outside of brackets: %s', (rawName, name) => {
  expect(shortTypeName(rawName)).toBe(name)
})

test('with its namespace it differs from types of the same name elsewhere', () => {
  expect(['Shop.Cache`1[Shop.Order]', 'System.Int64[]', 'Shop.Web.Program+<>c'].map(typeNameInNamespace)).toEqual([
    'Shop.Cache<Order>',
    'long[]',
    'Shop.Web.Program+<>c',
  ])
})

test('a type with a keyword has neither a namespace nor type arguments', () => {
  expect(readType('System.Int32[]')).toEqual({
    short: 'int[]',
    namespace: '',
    isStateMachine: false,
    typeArguments: [],
  })
})
