import { array, assert, constantFrom, nat, oneof, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { TraceTransform } from '../../../shared/model/trace/trace-selection.ts'
import { functionList } from './trees/call-tree.ts'
import { callsOf, picture, treeText } from './testing/picture.ts'
import { reshaped } from './testing/reshaped.ts'

const example = ['Main;Web;App.Order;Json.Write 4', 'Main;Web;App.Order;App.Order;Sql 2', 'Main;Idle 3', 'Gc 1']

const frame = (method: string) => ({ method, module: '' })
const shown = (...transforms: readonly TraceTransform[]): string => treeText(reshaped(picture(example), transforms))

test('focus shows stacks from the frame on down and leaves out the others', () => {
  expect(shown({ kind: 'focus', frame: frame('App.Order') })).toBe(
    ['App.Order 0/6', '  Json.Write 4/4', '  App.Order 0/2', '    Sql 2/2', ''].join('\n'),
  )
})

test('only keeps the callers of the frame, drop keeps everything else', () => {
  expect(shown({ kind: 'only', frame: frame('Sql') })).toBe(
    ['Main 0/2', '  Web 0/2', '    App.Order 0/2', '      App.Order 0/2', '        Sql 2/2', ''].join('\n'),
  )
  expect(shown({ kind: 'drop', frame: frame('Web') })).toBe(['Main 0/3', '  Idle 3/3', 'Gc 1/1', ''].join('\n'))
})

test('hide gives the time of a frame to its caller', () => {
  expect(shown({ kind: 'hide', frame: frame('Sql') }, { kind: 'hide', frame: frame('Idle') })).toBe(
    ['Main 3/9', '  Web 0/6', '    App.Order 0/6', '      Json.Write 4/4', '      App.Order 2/2', 'Gc 1/1', ''].join(
      '\n',
    ),
  )
})

test('what has lost all of its frames still counts', () => {
  expect(shown({ kind: 'hide', frame: frame('Gc') }, { kind: 'only', frame: frame('Other code') })).toBe(
    ['Other code 1/1', ''].join('\n'),
  )
})

test('recursion, own code and groups make fewer frames', () => {
  expect(shown({ kind: 'only', frame: frame('Sql') }, { kind: 'fold-recursion' })).toBe(
    ['Main 0/2', '  Web 0/2', '    App.Order 0/2', '      Sql 2/2', ''].join('\n'),
  )
  expect(shown({ kind: 'own-code' })).toBe(['App.Order 4/6', '  App.Order 2/2', 'Other code 4/4', ''].join('\n'))
  expect(shown({ kind: 'group', by: 'class' }, { kind: 'focus', frame: frame('App') })).toBe(
    ['App 0/6', '  Json 4/4', '  Sql 2/2', ''].join('\n'),
  )
})

const names = constantFrom('A', 'B', 'C.X', 'C.Y', 'App.Z')
const anyTransform = oneof(
  tuple(constantFrom('focus', 'only', 'drop', 'hide'), names).map(([kind, name]) => ({ kind, frame: frame(name) })),
  constantFrom<TraceTransform>(
    { kind: 'fold-recursion' },
    { kind: 'own-code' },
    { kind: 'group', by: 'class' },
    { kind: 'fold-module', module: '' },
    { kind: 'patterns', group: '^C.->C;App=>App', fold: 'B', include: '', exclude: '' },
  ),
)
const anyLines = array(
  tuple(array(names, { maxLength: 8 }), nat(9)).map(([frames, weight]) => `${frames.join(';')} ${weight}`),
  { minLength: 1, maxLength: 40 },
)

test('whatever is transformed, self of all functions adds up to what is left, and only drop, only and focus leave out', () => {
  assert(
    property(anyLines, array(anyTransform, { maxLength: 4 }), (lines, transforms) => {
      const whole = picture(lines)
      const all = callsOf(whole)
      const calls = reshaped(whole, transforms)
      const selfSum = functionList(calls).reduce((sum, { self }) => sum + self, 0)
      expect(selfSum + calls.self[0]!).toBe(calls.total[0])
      const leavesOut = transforms.some(({ kind }) => kind === 'focus' || kind === 'only' || kind === 'drop')
      expect(calls.total[0]).toBeLessThanOrEqual(all.total[0]!)
      expect(calls.total[0]).toBeGreaterThanOrEqual(leavesOut ? 0 : all.total[0]!)
      for (let node = 1; node < calls.tree.count; node++) expect(calls.tree.parentOf(node)).toBeLessThan(node)
    }),
  )
})

test('only and drop of the same frame share out the samples', () => {
  assert(
    property(anyLines, names, (lines, name) => {
      const whole = picture(lines)
      const count = (kind: 'only' | 'drop'): number => reshaped(whole, [{ kind, frame: frame(name) }]).total[0]!
      expect(count('only') + count('drop')).toBe(callsOf(whole).total[0])
    }),
  )
})
