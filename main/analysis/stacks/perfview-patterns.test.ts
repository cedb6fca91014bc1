import { expect, test } from 'vitest'
import { patternFault, patternsIn } from '../../../shared/filter/stack-patterns.ts'
import type { StackPatterns } from '../../../shared/model/trace/trace-selection.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { picture, treeText } from './testing/picture.ts'
import { reshaped } from './testing/reshaped.ts'

const example = [
  'Main;Web.Run;App.Order;Json.Write 4',
  'Main;Web.Run;App.Order;App.Check;Sql.Ask 2',
  'Main;Idle 3',
  'Gc 1',
]
const none: StackPatterns = { group: '', fold: '', include: '', exclude: '' }
const shown = (patterns: Partial<StackPatterns>): string =>
  treeText(reshaped(picture(example), [{ kind: 'patterns', ...none, ...patterns }]))
const tree = (...lines: readonly string[]): string => [...lines, ''].join('\n')

test('without patterns nothing changes', () => {
  expect(shown({})).toBe(treeText(reshaped(picture(example), [])))
})

test('folded frames give their time to their callers', () => {
  expect(shown({ fold: 'Json;^Sql', include: 'Web' })).toBe(
    tree('Main 0/6', '  Web.Run 0/6', '    App.Order 4/6', '      App.Check 2/2'),
  )
})

test('a group is one frame; with => it goes by the frame through which it was entered', () => {
  expect(shown({ group: '[code of ours] ^App.->Shop', include: 'Shop' })).toBe(
    tree('Main 0/6', '  Web.Run 0/6', '    Shop 0/6', '      Json.Write 4/4', '      Sql.Ask 2/2'),
  )
  expect(shown({ group: '^App.=>Shop', include: 'Shop' })).toBe(
    tree('Main 0/6', '  Web.Run 0/6', '    Shop <<App.Order>> 0/6', '      Json.Write 4/4', '      Sql.Ask 2/2'),
  )
})

test('a group is named after what its pattern found', () => {
  expect(shown({ group: '^{%}.Run->$1;^{App}.*->the $1', include: 'the App' })).toBe(
    tree('Main 0/6', '  Web 0/6', '    the App 0/6', '      Json.Write 4/4', '      Sql.Ask 2/2'),
  )
})

test('a pattern without a group keeps its frames out of later groups', () => {
  expect(shown({ group: 'Check->;^App.->Shop', include: 'Sql' })).toBe(
    tree('Main 0/2', '  Web.Run 0/2', '    Shop 0/2', '      App.Check 0/2', '        Sql.Ask 2/2'),
  )
})

test('each pattern to include has to be in a stack, and none to exclude', () => {
  expect(shown({ include: 'json|sql;order', exclude: 'sql' })).toBe(
    tree('Main 0/4', '  Web.Run 0/4', '    App.Order 0/4', '      Json.Write 4/4'),
  )
  expect(shown({ exclude: '@^(Main|Gc)$' })).toBe('')
})

test('special characters in names don’t act as regular expressions', () => {
  expect(shown({ include: 'J.on' })).toBe('')
  expect(shown({ include: 'Id%e' })).toBe(tree('Main 0/3', '  Idle 3/3'))
})

test('a name has its module in front', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack('Shop!Shop.Main()', 'Acme!Acme.Run()')
  const { stacks, code } = trace.parts.sampled
  const { tree: functions } = trace.parts.sampled.prepare()
  const leaves = [functions.nodeAt(stacks.nodeOf(stack), 0)]
  const drawn = { stacks, tree: functions, methods: code.methods, leaves, weights: [1] }
  const found = (include: string) => treeText(reshaped(drawn, [{ kind: 'patterns', ...none, include }])) !== ''
  expect(['^Shop!Shop.Main', '^Acme!', '^Shop.Main', 'Acme.dll'].map(found)).toEqual([true, true, false, false])
})

test('an invalid regular expression is reported with its field', () => {
  expect(patternFault({ ...none, fold: 'Sql;@(' })).toMatchObject({ field: 'fold', pattern: '@(' })
  expect(patternFault({ ...none, fold: 'a(b;c[d]' })).toBeNull()
  expect(patternsIn('[Only mine] a ; ;b')).toEqual(['a', 'b'])
})
