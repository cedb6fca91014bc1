import { assert, property, string, constantFrom, array } from 'fast-check'
import { expect, test } from 'vitest'
import { readableName } from './readable-name.ts'

const short = (type: string, method: string): string => readableName({ type, method }).short

test.each([
  // Async methods and iterators.
  ['Pipescope.Service.OrderService+<PlaceAsync>d__4', 'MoveNext', 'OrderService.PlaceAsync'],
  ['Shop.Kestrel.HttpProtocol+<ProcessRequests>d__237`1[System.__Canon]', 'MoveNext', 'HttpProtocol.ProcessRequests'],
  ['Program+<<Main>$>d__0', 'MoveNext', 'Program.Main'],
  ['Shop.Api+<<Invoke>g__AwaitTask|7_0>d', 'MoveNext', 'Api.Invoke.AwaitTask'],
  ['Shop.Api+<>c+<<Map>b__0_1>d', 'MoveNext', 'Api.Map.lambda'],
  ['Shop.Api+<>c__DisplayClass5_0+<<MapAsync>g__Spin|0>d', 'MoveNext', 'Api.MapAsync.Spin'],
  ['Shop.Pages+<All>d__3', 'System.Collections.IEnumerator.get_Current', 'Pages.All.IEnumerator.Current.get'],
  // Lambdas and local functions.
  ['Shop.Cart+<>c', '<Total>b__0_0', 'Cart.Total.lambda'],
  ['Shop.Program+<>c__DisplayClass405_0', '<Main>b__0', 'Program.Main.lambda'],
  ['Shop.Log+<>c__DisplayClass10_0`1[System.__Canon]', '<Define>g__Write|0', 'Log.Define.Write'],
  ['Shop.Http', '<FireOnCompleted>g__ProcessEvents|241_0', 'Http.FireOnCompleted.ProcessEvents'],
  ['Shop.Http+<>c', '<.cctor>b__75_1', 'Http.static constructor.lambda'],
  ['Shop.Http+<>c', '<get_Lines>b__1_0', 'Http.Lines.get.lambda'],
  ['Program', '<Main>', 'Program.Main'],
  ['Program', '<Main>$', 'Program.Main'],
  // Generics and nested types.
  ['System.Collections.Generic.List`1[Shop.Order]', 'Add', 'List<Order>.Add'],
  ['System.Collections.Generic.List`1[System.__Canon]', 'Add', 'List<T>.Add'],
  ['System.Collections.Generic.List`1', 'Add', 'List<T>.Add'],
  [
    'System.Collections.Generic.Dictionary`2[System.Int32,System.Decimal]',
    'set_Item',
    'Dictionary<int, decimal>.this[].set',
  ],
  [
    'System.Collections.Generic.Dictionary`2[System.__Canon,System.__Canon]',
    'TryInsert',
    'Dictionary<T1, T2>.TryInsert',
  ],
  ['A.Outer`1+Inner`1[System.Int32,A.B`1[System.String]]', 'Run', 'Outer<int>.Inner<B<string>>.Run'],
  ['A.Box`1[System.Byte[]]', 'Open', 'Box<byte[]>.Open'],
  [
    'System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.Threading.Tasks.VoidTaskResult,Shop.OrderService+<PlaceAsync>d__4]',
    'MoveNext',
    'AsyncTaskMethodBuilder<void>.AsyncStateMachineBox<OrderService.PlaceAsync>.MoveNext',
  ],
  // Members with special names.
  ['Shop.Order', '.ctor', 'new Order'],
  ['Shop.Order+Line', '.cctor', 'Order.Line static constructor'],
  ['Shop.Order', 'get_Total', 'Order.Total.get'],
  ['Shop.Money', 'op_Addition', 'Money.operator +'],
  ['Shop.Money', 'op_Implicit', 'Money.implicit operator'],
  ['Shop.Order', '<Clone>$', 'Order.Clone'],
  ['Shop.Headers', 'Shop.IHeaders.get_Length', 'Headers.IHeaders.Length.get'],
  [
    'Shop.Set',
    'System.Collections.Generic.IEnumerable<System.Int32>.GetEnumerator',
    'Set.IEnumerable<System.Int32>.GetEnumerator',
  ],
  ['<Program>FA1B2C3D4__Helper', 'Run', 'Helper.Run'],
  // Code that nobody wrote.
  ['dynamicClass', 'IL_STUB_PInvoke', 'P/Invoke stub'],
  ['dynamicClass', 'lambda_method217', 'lambda_method217 (dynamic)'],
  ['', 'libc.so!read', 'libc.so!read'],
  // Other compilers.
  ['Shop.Main+loop@12-3', 'Invoke', 'Main.loop.lambda'],
  ['Shop.Form1+VB$StateMachine_2_LoadAsync', 'MoveNext', 'Form1.LoadAsync'],
  // Names that only look compiled.
  ['Shop.Steps', 'MoveNext', 'Steps.MoveNext'],
  ['Interop+Sys', 'Read', 'Interop.Sys.Read'],
])('%s . %s is %s', (type, method, expected) => {
  expect(short(type, method)).toBe(expected)
})

const isCompiled = (type: string, method: string) => readableName({ type, method }).isCompiled

test('what the compiler made is told from what somebody wrote', () => {
  expect(isCompiled('Shop.Order', 'Place')).toBe(false)
  expect(isCompiled('Shop.Order', '.ctor')).toBe(false)
  expect(isCompiled('', 'libc.so!read')).toBe(false)
  expect(isCompiled('Shop.Order+<PlaceAsync>d__4', 'MoveNext')).toBe(true)
  expect(isCompiled('Shop.Cart+<>c', '<Total>b__0_0')).toBe(true)
  expect(isCompiled('dynamicClass', 'IL_STUB_PInvoke')).toBe(true)
  expect(isCompiled('Shop.Main+loop@12-3', 'Invoke')).toBe(true)
  expect(isCompiled('Shop.Main+loop@12-3', 'Specialize')).toBe(true)
  expect(isCompiled('Shop.Main+loop@12-3', 'ToString')).toBe(false)
  expect(isCompiled('Shop.Main', 'Invoke')).toBe(false)
})

test('a name that nobody reads is cut, and one that is just short enough is read', () => {
  const long = readableName({ type: 'A'.repeat(4000), method: 'Go' })
  expect(long).toEqual({ short: 'A'.repeat(4000), namespace: '', typeArguments: [], isCompiled: true })
  expect(readableName({ type: 'A'.repeat(3998), method: 'Go' })).toMatchObject({
    short: `${'A'.repeat(3998)}.Go`,
    isCompiled: false,
  })
})

test('a method of nothing but a closure has no dot before it, and a dot in front is part of its name', () => {
  expect(short('<>c', 'Run')).toBe('Run')
  expect(short('Shop.Order', '.Run')).toBe('Order..Run')
})

test('the namespace is separate', () => {
  expect(readableName({ type: 'Shop.Web.Cart+<>c', method: '<Total>b__0' }).namespace).toBe('Shop.Web')
})

const pieces = constantFrom(
  '<',
  '>',
  '[',
  ']',
  '+',
  '`1',
  '`',
  '.',
  'd__1',
  'b__0',
  'g__A|0',
  'Name',
  ',',
  '<>c',
  '@1',
  'get_',
)

test('any name in a trace is read without an error and stays short', () => {
  const hostile = array(pieces, { maxLength: 60 }).map((parts) => parts.join(''))
  assert(
    property(hostile, hostile, (type, method) => {
      expect(short(type, method).length).toBeLessThanOrEqual((type.length + method.length + 40) * 4)
    }),
  )
  assert(property(string(), string(), (type, method) => typeof short(type, method) === 'string'))
  for (const unit of ['<', '[', '+', '`1', '<>', 'A+', 'A[']) {
    const long = unit.repeat(5000)
    expect(short(long, long).length).toBeLessThanOrEqual(4000)
    expect(short(unit.repeat(900), 'MoveNext').length).toBeLessThanOrEqual(8000)
  }
})

test('a method without a name is its type', () => {
  expect([short('Shop.Cart', ''), short('', ''), short('', 'Total')]).toEqual(['Cart', '', 'Total'])
})
