import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { wholeTrace } from '../model/trace/trace-selection.ts'
import { appChannels } from './app.ts'
import { savedViewSchema } from './saved-view.ts'
import { traceSelection } from './trace-selection.ts'

const patterns = (count: number) => Array.from({ length: count }, (_, at) => `Module${String(at)}`)
const isAccepted = (ownCode: unknown): readonly boolean[] => [
  v.is(traceSelection, { ...wholeTrace, ownCode }),
  v.is(appChannels['settings.update'].request, { ownCode }),
]

describe('rules of just my code in a question and in the settings', () => {
  test.each([
    [{ mine: [], notMine: [] }],
    [{ mine: ['Microsoft.Contoso.*'], notMine: ['*', 'Anonymously Hosted DynamicMethods Assembly'] }],
    [{ mine: patterns(100), notMine: patterns(100) }],
    [{ mine: ['x'.repeat(200)], notMine: [] }],
  ])('may be %j', (rules) => {
    expect(isAccepted(rules)).toEqual([true, true])
  })

  test.each([
    [{ mine: [] }],
    [{ mine: [], notMine: [], theirs: [] }],
    [{ mine: 'Contoso', notMine: [] }],
    [{ mine: [''], notMine: [] }],
    [{ mine: ['x'.repeat(201)], notMine: [] }],
    [{ mine: patterns(101), notMine: [] }],
    [{ mine: [], notMine: patterns(101) }],
    [{ mine: ['Contoso.dll'], notMine: [] }],
    [{ mine: [], notMine: ['app/Contoso'] }],
    [{ mine: [], notMine: ['A;B'] }],
    [{ mine: [], notMine: ['A\nB'] }],
    [null],
  ])('are refused: %j', (rules) => {
    expect(isAccepted(rules)).toEqual([false, false])
  })
})

test('a view that was saved before there were rules is read as it was', () => {
  const view = { name: 'Old', tab: 'flame', selection: wholeTrace, search: '', eventFilter: '', eventFields: [] }
  expect(v.parse(savedViewSchema, view).selection.ownCode).toBeUndefined()
  const ownCode = { mine: ['A'], notMine: ['B'] }
  expect(v.parse(savedViewSchema, { ...view, selection: { ...wholeTrace, ownCode } }).selection.ownCode).toEqual(
    ownCode,
  )
})
