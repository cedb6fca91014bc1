import { expect, test } from 'vitest'
import type { ProviderSpec } from '../model/recording.ts'
import { forOldRuntime, hasCounters } from './old-runtime.ts'
import { provider } from './provider-spec.ts'

const counters = (name: string, seconds: string, key = 'EventCounterIntervalSec'): ProviderSpec =>
  provider(name, 0n, 4, { arguments: [['Filter', 'x'], [key, seconds]] }) // prettier-ignore
const plain = provider('Microsoft-Windows-DotNETRuntime', 1n, 4, { arguments: [['Filter', 'x']] })

test('a provider has counters when one of its arguments asks for an interval', () => {
  expect(hasCounters(counters('System.Runtime', '1'))).toBe(true)
  expect(hasCounters(counters('System.Runtime', '1', 'eventcounterINTERVALsec'))).toBe(true)
  expect(hasCounters(plain)).toBe(false)
  expect(hasCounters(provider('System.Runtime', 0n, 4))).toBe(false)
})

test('of several counter sources .NET Core 3 is asked for the first alone', () => {
  const [first, second, third] = [counters('A', '1'), counters('B', '1'), counters('C', '1')]
  expect(forOldRuntime([first, second, third])).toEqual({ providers: [first], leftOut: ['B', 'C'] })
})

test('beside anything else .NET Core 3 is asked for no counters', () => {
  expect(forOldRuntime([counters('A', '1'), plain, counters('B', '1')])).toEqual({
    providers: [plain],
    leftOut: ['A', 'B'],
  })
  expect(forOldRuntime([plain])).toEqual({ providers: [plain], leftOut: [] })
})

test.each([
  ['0.1', '1'],
  ['0', '1'],
  ['soon', '1'],
  ['1', '1'],
  ['5', '5'],
])('an interval of %s is asked of .NET Core 3 as %s: once a second at most', (wanted, asked) => {
  expect(forOldRuntime([counters('A', wanted)]).providers).toEqual([counters('A', asked)])
})
