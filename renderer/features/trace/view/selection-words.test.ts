import { expect, test } from 'vitest'
import { type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { selectionParts, shortMethod } from './selection-words.ts'

const frame = { method: 'Shop.Orders.Cart.Add(class System.String)', module: 'Shop' }
const texts = (selection: Partial<TraceSelection>) =>
  selectionParts({ ...wholeTrace, ...selection }, 9).map(({ text }) => text)

test('each restriction has a chip in the order of its place on the screen', () => {
  expect(
    texts({
      range: { fromMs: 8400, toMs: 20_900 },
      threads: [1, 2],
      transforms: [{ kind: 'focus', frame }, { kind: 'own-code' }, { kind: 'group', by: 'class' }],
    }),
  ).toEqual(['8.40 – 20.90 s', '2 of 9 threads', 'Focus: Cart.Add', 'Just my code', 'By class'])
})

test('a short range is written with the digits it needs', () => {
  expect(texts({ range: { fromMs: 8400.25, toMs: 8401.8 } })).toEqual(['8.4002 – 8.4018 s'])
})

test('taking a chip away leaves the others', () => {
  const selection: TraceSelection = {
    ...wholeTrace,
    threads: [7],
    transforms: [{ kind: 'hide', frame }, { kind: 'own-code' }],
  }
  const [thread, hidden] = selectionParts(selection, 9)
  expect(thread).toMatchObject({ text: 'Thread 7', without: { threads: null, transforms: selection.transforms } })
  expect(hidden!.without).toEqual({ ...selection, transforms: [{ kind: 'own-code' }] })
})

test.each([
  ['Shop.Orders.Cart.Add(class System.String)', 'Cart.Add'],
  ['Shop.Orders.Cart..ctor(int32)', 'Cart..ctor'],
  ['Shop.Pair`2[System.String,System.Int32].Add(!0)', 'Pair`2[System.String,System.Int32].Add'],
  ['Shop.Fault`2[System.String,System.Int32]', 'Shop.Fault`2[System.String,System.Int32]'],
  ['Main', 'Main'],
])('%s is called %s for short', (method, short) => {
  expect(shortMethod(method)).toBe(short)
})

test('just my code says which rules were added to those of .NET', () => {
  const transforms = [{ kind: 'own-code' as const }]
  const [plain] = selectionParts({ ...wholeTrace, transforms }, 9)
  expect(plain).toMatchObject({ text: 'Just my code', hint: expect.not.stringContaining('\n') })
  const ownCode = { mine: ['Microsoft.Contoso.*'], notMine: ['Json.Net', 'Contoso.Log*'] }
  const [part] = selectionParts({ ...wholeTrace, transforms, ownCode }, 9)
  expect(part).toMatchObject({
    text: 'Just my code, 3 rules',
    hint: expect.stringMatching(/\nNot my code: Json\.Net; Contoso\.Log\*\nAlways my code: Microsoft\.Contoso\.\*$/),
    without: { transforms: [], ownCode },
  })
})
