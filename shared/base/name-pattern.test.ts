import { expect, test } from 'vitest'
import { fitsPattern } from './name-pattern.ts'

test.each([
  ['MSBuild*', 'MSBuild', true],
  ['MSBuild*', 'msbuild.node', true],
  ['MyApp', 'MyApp.Tests', false],
  ['*.Tests', 'MyApp.Tests', true],
  ['My.pp', 'MyApp', false],
  ['a(b', 'a(b', true],
])('%s and %s', (pattern, name, fits) => {
  expect(fitsPattern(pattern, name)).toBe(fits)
})
