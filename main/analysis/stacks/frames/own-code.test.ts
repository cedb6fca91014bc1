import { expect, test } from 'vitest'
import type { FunctionEntry } from '../../code/function-table.ts'
import { isOwnCode } from './own-code.ts'

const entry = (changes: Partial<FunctionEntry>): FunctionEntry => ({
  name: 'Shop.Cart.Save()',
  displayName: 'Cart.Save',
  module: 'Shop',
  kind: 'managed',
  ...changes,
})

test('managed code of a module that is none of .NET is that of the application', () => {
  expect(isOwnCode(entry({}))).toBe(true)
  for (const module of ['', 'System.Private.CoreLib', 'Microsoft.AspNetCore.Hosting'])
    expect(isOwnCode(entry({ module }))).toBe(false)
  for (const kind of ['native', 'foreign', 'unresolved', 'group', 'root'] as const)
    expect(isOwnCode(entry({ kind }))).toBe(false)
})
