import { expect, test } from 'vitest'
import { frameworkModulePatterns, isFrameworkModule } from './module-origin.ts'

const patterns = Object.values(frameworkModulePatterns).flat()

test.each(patterns)('a module that %s names comes with .NET', (pattern) => {
  expect(isFrameworkModule(pattern.replace('*', 'Anything'))).toBe(true)
})

test.each(patterns.filter((pattern) => !pattern.endsWith('*')))('%s names just that module', (pattern) => {
  expect(isFrameworkModule(`${pattern}Shop`)).toBe(false)
  expect(isFrameworkModule(`Shop.${pattern}`)).toBe(false)
})

test.each(['Shop', 'SystemShop', 'Microsoft', 'MicrosoftShop', 'system.text', 'Newtonsoft.Json', 'FSharpXCore', ''])(
  'nothing names %j',
  (module) => expect(isFrameworkModule(module)).toBe(false),
)
