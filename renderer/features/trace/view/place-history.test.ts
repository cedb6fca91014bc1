import { array, assert, constantFrom, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { type PlaceStep, startAt, stepped } from './place-history.ts'

const start = startAt({ tab: 'overview', selection: wholeTrace })
const go = (tab: string): PlaceStep => ({ kind: 'go', to: { tab } })
const after = (...steps: readonly PlaceStep[]) => steps.reduce(stepped, start)

test('back returns to the place before and forward to the one that was left', () => {
  const there = after(go('flame'), go('events'), { kind: 'back' })
  expect(there.present.tab).toBe('flame')
  expect(stepped(there, { kind: 'forward' }).present.tab).toBe('events')
})

test('going somewhere after going back forgets what was ahead', () => {
  const there = after(go('flame'), { kind: 'back' }, go('gc'))
  expect([there.present.tab, there.ahead]).toEqual(['gc', []])
})

test('going to the same place is no step', () => {
  expect(after(go('overview')).past).toEqual([])
})

const anyStep = oneof(
  record({ kind: constantFrom('go' as const), to: record({ tab: constantFrom('a', 'b', 'c') }) }),
  record({ kind: constantFrom('back' as const, 'forward' as const) }),
)

test('back undoes any step that led elsewhere', () => {
  assert(
    property(array(anyStep, { maxLength: 20 }), constantFrom('x', 'y'), (steps, tab) => {
      const history = after(...steps)
      expect(stepped(stepped(history, go(tab)), { kind: 'back' }).present).toEqual(history.present)
    }),
  )
})
