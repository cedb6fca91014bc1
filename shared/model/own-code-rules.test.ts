import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameworkModulePatterns } from './module-origin.ts'
import { areSameRules, carriedRules, defaultOwnCodeRules, moduleSides, withModule } from './own-code-rules.ts'

const sideOf = (module: string, rules: Partial<typeof defaultOwnCodeRules>) =>
  moduleSides({ ...defaultOwnCodeRules, ...rules })(module)

describe('without a rule', () => {
  test('what comes with .NET is not mine, everything else is', () => {
    expect(sideOf('System.Text.Json', {})).toEqual({ isMine: false, pattern: null })
    expect(sideOf('Contoso.Orders', {})).toEqual({ isMine: true, pattern: null })
    for (const pattern of Object.values(frameworkModulePatterns).flat())
      expect(sideOf(pattern.replace('*', 'X'), {}).isMine).toBe(false)
  })
})

describe('a rule', () => {
  test('wins over what comes with .NET', () => {
    expect(sideOf('Microsoft.Contoso.Web', { mine: ['*Contoso*'] })).toEqual({ isMine: true, pattern: '*Contoso*' })
    expect(sideOf('System.Text.Json', { mine: ['*'] })).toEqual({ isMine: true, pattern: '*' })
    expect(sideOf('Contoso.Orders', { notMine: ['*'] })).toEqual({ isMine: false, pattern: '*' })
  })

  test('with more text wins over one with less, whichever list it is in', () => {
    const rules = { mine: ['Contoso.*', 'Contoso.Framework.Orders'], notMine: ['Contoso.Framework*'] }
    expect(sideOf('Contoso.Orders', rules).isMine).toBe(true)
    expect(sideOf('Contoso.Framework.Data', rules)).toEqual({ isMine: false, pattern: 'Contoso.Framework*' })
    expect(sideOf('Contoso.Framework.Orders', rules).isMine).toBe(true)
  })

  test('without a * wins over one of the same text, and the same rule in both lists is mine', () => {
    expect(sideOf('Json', { mine: ['Json*'], notMine: ['Json'] })).toEqual({ isMine: false, pattern: 'Json' })
    expect(sideOf('Json', { mine: ['Json'], notMine: ['Json*'] })).toEqual({ isMine: true, pattern: 'Json' })
    expect(sideOf('Json', { mine: ['Json'], notMine: ['Json'] }).isMine).toBe(true)
  })
})

describe('a module that is moved', () => {
  test('gets a rule of its own only where it needs one', () => {
    const added = withModule(defaultOwnCodeRules, 'Json.Net', 'Json.Net', false)
    expect(added).toEqual({ mine: [], notMine: ['Json.Net'] })
    expect(withModule(added, 'Json.Net', 'Json.Net', true)).toEqual(defaultOwnCodeRules)
    expect(withModule({ mine: [], notMine: ['Json.*'] }, 'Json.Net', 'Json.Net', true)).toEqual({
      mine: ['Json.Net'],
      notMine: ['Json.*'],
    })
  })

  test('stands where it was moved to, and no other module moves', () => {
    const module = fc.constantFrom('A', 'A.B', 'A.B.C', 'System.X', 'Microsoft.Y', 'Z')
    const pattern = fc.oneof(module, fc.constantFrom('*', 'A*', 'A.*', '*.B', '*B*', 'System.*'))
    const list = fc.uniqueArray(pattern, { maxLength: 5 })
    fc.assert(
      fc.property(
        fc.record({ mine: list, notMine: list }),
        module,
        module,
        fc.boolean(),
        (rules, moved, other, isMine) => {
          const after = moduleSides(withModule(rules, moved, moved, isMine))
          expect(after(moved).isMine).toBe(isMine)
          const before = other === moved ? after : moduleSides(rules)
          expect(after(other)).toEqual(before(other))
        },
      ),
    )
  })
})

test('rules in another order are the same rules, and none are carried as none', () => {
  const rules = { mine: ['A', 'B'], notMine: ['C'] }
  expect(areSameRules(rules, { mine: ['B', 'A'], notMine: ['C'] })).toBe(true)
  expect(areSameRules(rules, { mine: ['C'], notMine: ['A', 'B'] })).toBe(false)
  expect(carriedRules(defaultOwnCodeRules)).toBeUndefined()
  expect(carriedRules(rules)).toEqual(rules)
})
