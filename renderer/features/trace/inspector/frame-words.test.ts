import { expect, test } from 'vitest'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { codeWords, ruleWords, stackText, versionOf, wholeWords } from './frame-words.ts'

test.each([
  ['/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.1/System.Private.CoreLib.dll', '10.0.1'],
  ['C:\\Program Files\\dotnet\\shared\\Microsoft.AspNetCore.App\\9.0.4-rtm\\Kestrel.dll', '9.0.4-rtm'],
  ['/home/me/.nuget/packages/npgsql/9.0.2/lib/net8.0/Npgsql.dll', '9.0.2'],
  ['/app/Shop.dll', null],
  ['/lib/Shop.dll', null],
  ['', null],
])('the version of %s is %s', (path, version) => {
  expect(versionOf(path)).toBe(version)
})

test('code goes by the words of its tier, with its size where it has one', () => {
  expect(codeWords({ tier: 'OptimizedTier1', sizeBytes: 300 })).toMatch(/^Tier 1, 300\sB$/)
  expect(codeWords({ tier: 'Native', sizeBytes: 0 })).toBe('Native code')
  expect(codeWords({ tier: 'Tier9', sizeBytes: 0 })).toBe('Tier9')
})

test('shares say what they are of', () => {
  expect(wholeWords(wholeTrace)).toBe('of all samples')
  expect(wholeWords({ ...wholeTrace, classes: ['running', 'waiting'] })).toBe('of running and waiting')
  expect(ruleWords({ rule: 'lock-enter', count: 30, correctedCount: 4 }, 40)).toEqual({
    title: 'Waiting 75.0%',
    reason: 'The thread waited for a lock. 4 samples were reclassified.',
  })
})

test('a stack is written innermost call first, with modules', () => {
  const stack = [
    { method: 'Shop.Work()', module: 'Shop' },
    { method: '?!?', module: '' },
  ]
  expect(stackText(stack)).toBe('Shop!Shop.Work()\n?!?')
})
