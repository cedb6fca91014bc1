import { expect, test } from 'vitest'
import { rawFieldName, rowName } from './heap-row-names.ts'

test('roots and pseudo nodes have words, static fields their name', () => {
  expect(rowName('[static vars]', null)).toBe('Static fields')
  expect(rowName('anything', 'stack')).toBe('Stacks')
  expect(rowName('[thread static var Shop.Cache.items]', null)).toBe('thread static Shop.Cache.items')
})

test('a field that C# made for a property has the name of the property, and its own to look up', () => {
  const name = '[static var Shop.Bus.<Log>k__BackingField]'
  expect([rowName(name, null), rawFieldName(name)]).toEqual(['static Shop.Bus.Log', 'Shop.Bus.<Log>k__BackingField'])
  expect(rowName('[thread static var <Current>k__BackingField]', null)).toBe('thread static Current')
  expect(['[static var s_log]', '<Log>k__BackingField', '[static vars]'].map(rawFieldName)).toEqual([null, null, null])
})

test('a type of a file may be called like a property of every object', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect(rowName(name, null)).toBe(name)
    expect(rowName(name, name)).toBe(name)
  }
})
