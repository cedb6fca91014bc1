import { expect, test } from 'vitest'
import { rowName } from './heap-row-names.ts'

test('roots and pseudo nodes have words, static fields their name', () => {
  expect(rowName('[static vars]', null)).toBe('Static fields')
  expect(rowName('anything', 'stack')).toBe('Stacks')
  expect(rowName('[thread static var Shop.Cache.items]', null)).toBe('thread static Shop.Cache.items')
})

test('a type of a file may be called like a property of every object', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect(rowName(name, null)).toBe(name)
    expect(rowName(name, name)).toBe(name)
  }
})
