import { expect, test } from 'vitest'
import { applicationLiveOf, defaultSettings } from './settings.ts'

test('a program that is called like a property of every object has no boards until some are saved', () => {
  for (const name of ['constructor', 'toString', '__proto__'])
    expect(applicationLiveOf(defaultSettings, name)).toBeNull()
  const own = { activeBoard: 'Mine', boards: [], extraProviders: ['Shop'] }
  expect(applicationLiveOf({ live: { toString: own } }, 'toString')).toBe(own)
})
