import { describe, expect, it, test } from 'vitest'
import type { ProviderSpec } from '../model/recording.ts'
import { formatArguments, hexKeywords, mergeProviders, parseArguments, provider } from './provider-spec.ts'

type EventFilter = ProviderSpec['eventFilter']

const withFilter = (eventFilter: EventFilter) => provider('P', 1n, 4, { eventFilter })
const withArguments = (...pairs: [string, string][]) => provider('P', 1n, 4, { arguments: pairs })
const filterOfBoth = (a: EventFilter, b: EventFilter) =>
  mergeProviders([withFilter(a), withFilter(b)]).providers[0]!.eventFilter

test('keywords are written with capital digits, as dotnet-trace prints them', () => {
  expect(hexKeywords(0xabcdefn)).toBe('0xABCDEF')
})

describe('two wishes for one provider', () => {
  it.each([
    [4, 5, 5],
    [5, 2, 5],
    [0, 5, 0],
    [5, 0, 0],
  ] as const)('of levels %i and %i become one of level %i, where 0 is everything', (first, second, level) => {
    const merged = mergeProviders([provider('P', 1n, first), provider('p', 2n, second)])
    expect(merged.providers).toEqual([provider('P', 3n, level)])
  })

  it('keep the arguments of both; a key with two values has the first one and is named', () => {
    const merged = mergeProviders([
      withArguments(['a', '1'], ['b', '1']),
      withArguments(['a', '1'], ['b', '2'], ['c', '3']),
    ])
    expect(merged.providers).toEqual([withArguments(['a', '1'], ['b', '1'], ['c', '3'])])
    expect(merged.conflicts).toEqual(['P b'])
  })

  it('let everything through when one of them does', () => {
    const some = { mode: 'allow', ids: [1] } as const
    expect(filterOfBoth(null, { ...some, ids: [1] })).toBeNull()
    expect(filterOfBoth({ ...some, ids: [1] }, null)).toBeNull()
    expect(filterOfBoth({ mode: 'allow', ids: [1] }, { mode: 'deny', ids: [2] })).toBeNull()
  })

  it('let through what either allows, and leave out what both deny', () => {
    expect(filterOfBoth({ mode: 'allow', ids: [1, 2] }, { mode: 'allow', ids: [2, 3] })).toEqual({
      mode: 'allow',
      ids: [1, 2, 3],
    })
    expect(filterOfBoth({ mode: 'deny', ids: [1, 2] }, { mode: 'deny', ids: [2, 3] })).toEqual({
      mode: 'deny',
      ids: [2],
    })
    expect(filterOfBoth({ mode: 'deny', ids: [1] }, { mode: 'deny', ids: [3] })).toBeNull()
  })
})

const bridge = (lines: string) =>
  provider('Microsoft-Diagnostics-DiagnosticSource', 3n, 5, { arguments: [['FilterAndPayloadSpecs', lines]] })

it('two lists of events for the bridge to DiagnosticListeners are one list', () => {
  const { providers, conflicts } = mergeProviders([bridge('A/Start\nA/Stop'), bridge('B/End\nA/Stop')])
  expect(providers[0]!.arguments).toEqual([['FilterAndPayloadSpecs', 'A/Start\nA/Stop\nB/End']])
  expect(conflicts).toEqual([])
})

describe('arguments', () => {
  it('that are none have no text', () => {
    expect(formatArguments([])).toBeNull()
    expect(parseArguments('')).toEqual([])
  })

  it.each([
    ['a=1;b=2', [['a', '1'], ['b', '2']]], // prettier-ignore
    ['a=1;;b=2;', [['a', '1'], ['b', '2']]], // prettier-ignore
    ['flag', [['flag', '']]],
    ['a=""', [['a', '']]],
    ['"a;b"="c=d"', [['a;b', 'c=d']]],
  ])('%s are read', (text, pairs) => {
    expect(parseArguments(text)).toEqual(pairs)
  })

  it.each(['a=1=2', '=1', '"a=1', 'a="1', 'a=1"', 'a=x"y', 'a="', '""=1'])('%s are refused', (text) => {
    expect(parseArguments(text)).toBeNull()
  })
})
