import { expect, test } from 'vitest'
import { exactCell, shownCell } from './table-words.ts'

test('a method without a symbol reads as unresolved on screen and as Microsoft’s tools write it in copies', () => {
  const column = { id: 'method', kind: 'text' } as const
  expect(shownCell('?!?', column)).toBe('[unresolved]')
  expect(exactCell('?!?', column)).toBe('?!?')
  expect(shownCell('Orders.Place()', column)).toBe('Orders.Place()')
})
