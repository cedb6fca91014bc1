import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mostModulePatternChars,
  modulePatternFault,
  modulePatternsIn,
  modulesMatching,
  patternOfModule,
} from './module-patterns.ts'

const letters = (...more: readonly string[]) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '.', ...more), maxLength: 8 })

describe('a pattern', () => {
  test.each([
    ['Contoso', 'Contoso', true],
    ['Contoso', 'Contoso.Web', false],
    ['Contoso.*', 'Contoso.Web', true],
    ['Contoso.*', 'Contoso', false],
    ['Contoso.*', 'ContosoXWeb', false],
    ['contoso.*', 'Contoso.Web', false],
    ['*.Generated', 'Contoso.Generated', true],
    ['*.Generated', 'Contoso.Generated.Web', false],
    ['A*B*C', 'ABC', true],
    ['A*B*C', 'AxBxBxC', true],
    ['A*B*C', 'ACB', false],
    ['A*A', 'A', false],
    ['A*BC*C', 'ABC', false],
    ['*', '', true],
    ['**', 'A', true],
  ])('%s of %s: %s', (pattern, module, isOf) => {
    expect(modulesMatching(pattern)(module)).toBe(isOf)
  })

  test('is what a regular expression would find', () => {
    fc.assert(
      fc.property(letters('*'), letters(), (pattern, module) => {
        const expression = new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`)
        expect(modulesMatching(pattern)(module)).toBe(expression.test(module))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['Contoso.*', null],
    ['Anonymously Hosted DynamicMethods Assembly', null],
    ['x'.repeat(mostModulePatternChars), null],
    ['x'.repeat(mostModulePatternChars + 1), 'too-long'],
    [' ', 'empty'],
    ['/app/Contoso', 'path'],
    [String.raw`C:\app\Contoso`, 'path'],
    ['Contoso.dll', 'extension'],
    ['*.EXE', 'extension'],
    ['Contoso.dll.Web', null],
    ['Contoso!Orders', 'character'],
    ['Contoso|Json', 'character'],
    ['Conto?o', 'character'],
    ['A;B', 'character'],
    ['A,B', 'character'],
    ['"A"', 'character'],
    ['A\u0000', 'character'],
    ['A\u007F', 'character'],
  ])('%j is refused for: %s', (pattern, fault) => {
    expect(modulePatternFault(pattern)).toBe(fault)
  })
})

test('a list is split at ; and , and names each pattern once', () => {
  expect(modulePatternsIn(' Contoso.* ;Json.Net,, Json.Net;\nA B ')).toEqual(['Contoso.*', 'Json.Net', 'A B'])
  expect(modulePatternsIn(' ; ')).toEqual([])
})

test('every module that has a pattern is found by it', () => {
  expect(patternOfModule('Contoso.Web')).toBe('Contoso.Web')
  expect(patternOfModule('a/b|c!d')).toBe('a*b*c*d')
  expect(patternOfModule('')).toBeNull()
  expect(patternOfModule('Contoso.dll')).toBeNull()
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (module) => {
      const pattern = patternOfModule(module)
      const isRight = pattern === null || (modulePatternFault(pattern) === null && modulesMatching(pattern)(module))
      expect(isRight).toBe(true)
    }),
  )
})
