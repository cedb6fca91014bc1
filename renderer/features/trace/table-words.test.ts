import { expect, test } from 'vitest'
import { columnsOf } from '../../../shared/model/trace/trace-tables.ts'
import { exactCell, shownCell } from './table-words.ts'

test('a method without a symbol reads as unresolved on screen and as Microsoft’s tools write it in copies', () => {
  const column = { id: 'method', kind: 'text' } as const
  expect(shownCell('?!?', column)).toBe('[unresolved]')
  expect(exactCell('?!?', column)).toBe('?!?')
  expect(shownCell('Orders.Place()', column)).toBe('Orders.Place()')
})

test('reasons of the runtime read as .NET developers say them, and copies keep the names of the runtime', () => {
  const gcReason = columnsOf('collections').find(({ id }) => id === 'reason')!
  const poolReason = columnsOf('thread-pool').find(({ id }) => id === 'reason')!
  expect(shownCell('AllocLarge', gcReason)).toBe('Large-object allocation')
  expect(shownCell('ClimbingMove', poolReason)).toBe('Hill climbing')
  expect(exactCell('AllocLarge', gcReason)).toBe('AllocLarge')
  expect(shownCell('NewerReason', gcReason)).toBe('NewerReason')
  expect(shownCell('constructor', gcReason)).toBe('constructor')
})
