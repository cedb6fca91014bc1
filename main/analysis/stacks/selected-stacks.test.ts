import { describe, expect, test } from 'vitest'
import { type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { remainderName, SelectedStacks } from './selected-stacks.ts'
import { treeText } from './testing/picture.ts'
import type { CallTree } from './trees/call-tree.ts'

const managed = 2
const [main, place, price, other] = [
  'Shop!Shop.App.Main()',
  'Shop!Shop.Orders.Place()',
  'Shop!Shop.Orders.Price()',
  'Lib!Lib.Other.Run()',
]
const frameOf = (text: string) => ({ module: text.split('!')[0]!, method: text.split('!')[1]! })

/** 10 ms of Price on thread 1, 5 ms of Place on thread 2, and 3 ms of other code that waits there. */
function planted() {
  const trace = new PlantedTrace()
  trace.samples(0, 10, 1, trace.stack(main, place, price), managed)
  trace.samples(10, 15, 2, trace.stack(main, place), managed)
  trace.samples(15, 18, 2, trace.stack(other), 1)
  const stacks = new SelectedStacks(
    trace.parts.sampled,
    trace.feed.trace,
    () =>
      ({ module }) =>
        module === 'Shop',
    trace.parts.awaits,
  )
  const shown = (selection: Partial<TraceSelection>) => treeText(stacks.callTree({ ...wholeTrace, ...selection }))
  return { trace, stacks, shown }
}

const lines = (...texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')

const selection = (toMs: number): TraceSelection => ({ ...wholeTrace, range: { fromMs: 0, toMs } })

describe('samples of a selection', () => {
  test('are those of its range and its threads', () => {
    const { shown } = planted()
    expect(shown({})).toBe(
      lines(
        'Shop.App.Main() 0/15',
        '  Shop.Orders.Place() 5/15',
        '    Shop.Orders.Price() 10/10',
        'Lib.Other.Run() 3/3',
      ),
    )
    expect(shown({ range: { fromMs: 8, toMs: 12 } })).toBe(
      lines('Shop.App.Main() 0/4', '  Shop.Orders.Place() 2/4', '    Shop.Orders.Price() 2/2'),
    )
    expect(shown({ threads: [1002] })).toBe(
      lines('Shop.App.Main() 0/5', '  Shop.Orders.Place() 5/5', 'Lib.Other.Run() 3/3'),
    )
  })

  test('are of its classes', () => {
    const { stacks } = planted()
    const counts = (['running', 'waiting', 'unknown'] as const).map(
      (of) => stacks.callTree({ ...wholeTrace, classes: [of] }).total[0],
    )
    expect(counts.reduce((sum, count) => sum! + count!, 0)).toBe(18)
    expect(counts[0]).toBe(15)
  })

  test('are the same tree again when they are asked for again, and another one otherwise', () => {
    const { stacks } = planted()
    const first = stacks.callTree(selection(5))
    expect(stacks.callTree(selection(5))).toBe(first)
    expect(stacks.callTree(selection(6)).total[0]).toBe(6)
    for (let toMs = 10; toMs < 17; toMs++) stacks.callTree(selection(toMs))
    expect(stacks.callTree(selection(5))).not.toBe(first)
    expect(stacks.callTree(selection(5)).total[0]).toBe(5)
  })
})

describe('transforms of a selection', () => {
  test('are done one after the other', () => {
    const { shown } = planted()
    const hidePrice = { kind: 'hide', frame: frameOf(price) } as const
    const focusPlace = { kind: 'focus', frame: frameOf(place) } as const
    expect(shown({ transforms: [hidePrice] })).toBe(
      lines('Shop.App.Main() 0/15', '  Shop.Orders.Place() 15/15', 'Lib.Other.Run() 3/3'),
    )
    expect(shown({ transforms: [hidePrice, focusPlace] })).toBe(lines('Shop.Orders.Place() 15/15'))
    expect(shown({ transforms: [focusPlace] })).toBe(lines('Shop.Orders.Place() 5/15', '  Shop.Orders.Price() 10/10'))
    expect(shown({ transforms: [focusPlace, { kind: 'drop', frame: frameOf(price) }] })).toBe(
      lines('Shop.Orders.Place() 5/5'),
    )
  })

  test('fold the frames of one module that call each other', () => {
    const { shown } = planted()
    expect(shown({ transforms: [{ kind: 'fold-module', module: 'Shop' }] })).toBe(
      lines('Shop.App.Main() 15/15', 'Lib.Other.Run() 3/3'),
    )
    expect(shown({ transforms: [{ kind: 'fold-module', module: 'Lib' }] })).toBe(shown({}))
  })

  test.each([
    ['module', ['Shop 15/15', 'Lib 3/3']],
    ['namespace', ['Shop 15/15', 'Lib 3/3']],
    ['class', ['Shop.App 0/15', '  Shop.Orders 15/15', 'Lib.Other 3/3']],
  ] as const)('group frames by %s', (by, texts) => {
    expect(planted().shown({ transforms: [{ kind: 'group', by }] })).toBe(lines(...texts))
  })

  test('leave one frame for what has lost all of its own', () => {
    const { shown } = planted()
    expect(shown({ transforms: [{ kind: 'own-code' }] })).toBe(
      lines(
        'Shop.App.Main() 0/15',
        '  Shop.Orders.Place() 5/15',
        '    Shop.Orders.Price() 10/10',
        `${remainderName} 3/3`,
      ),
    )
  })

  test('put each sample where it is shown, or nowhere', () => {
    const { stacks } = planted()
    const plain = stacks.samples(wholeTrace)
    expect(plain.placeOf).toBeNull()
    const selection: TraceSelection = {
      ...wholeTrace,
      transforms: [
        { kind: 'hide', frame: frameOf(price) },
        { kind: 'only', frame: frameOf(place) },
      ],
    }
    const { samples, placeOf, tree } = stacks.samples(selection)
    const nameAt = (row: number) => {
      const at = placeOf![samples.node[row]!]!
      return at < 0 ? null : tree.functions.get(tree.functionOf(at)).name
    }
    expect([0, 12, 16].map(nameAt)).toEqual(['Shop.Orders.Place()', 'Shop.Orders.Place()', null])
    expect(stacks.samples(selection).placeOf).toBe(placeOf)
  })
})

const weights = (trace: PlantedTrace) => ({
  ticks: Float64Array.of(1e6, 2e6, 50e6),
  threadIndex: Int32Array.of(1, 2, 1),
  stackIndex: Int32Array.of(trace.stack(main, price), trace.stack(other), trace.stack(main, price)),
  weight: Float64Array.of(100, 20, 3),
})

const textOf = (calls: CallTree) => treeText(calls)

describe('events with a stack and a weight', () => {
  test('are added up like samples, whatever the classes are', () => {
    const { trace, stacks } = planted()
    const events = weights(trace)
    expect(textOf(stacks.eventTree(events, { ...wholeTrace, classes: ['waiting'] }))).toBe(
      lines('Shop.App.Main() 0/103', '  Shop.Orders.Price() 103/103', 'Lib.Other.Run() 20/20'),
    )
    expect(textOf(stacks.eventTree(events, { ...wholeTrace, range: { fromMs: 0, toMs: 10 }, threads: [1001] }))).toBe(
      lines('Shop.App.Main() 0/100', '  Shop.Orders.Price() 100/100'),
    )
  })

  test('have the transforms of the selection, joined awaits among them', () => {
    const { trace, stacks } = planted()
    const transforms = [{ kind: 'hide', frame: frameOf(price) }] as const
    expect(textOf(stacks.eventTree(weights(trace), { ...wholeTrace, transforms }))).toBe(
      lines('Shop.App.Main() 103/103', 'Lib.Other.Run() 20/20'),
    )
    const joined = stacks.eventTree(weights(trace), {
      ...wholeTrace,
      transforms: [{ kind: 'join-async' }, ...transforms],
    })
    expect(textOf(joined)).toBe(lines('Shop.App.Main() 103/103', 'Lib.Other.Run() 20/20'))
  })
})

test('stacks joined over awaits are those that no await parts', () => {
  const { stacks, shown } = planted()
  const joined = { ...wholeTrace, transforms: [{ kind: 'join-async' }] } as const
  expect(treeText(stacks.callTree(joined))).toBe(shown({}))
  expect(stacks.samples(joined).samples.node).toHaveLength(18)
  expect(stacks.samples(joined).tree).not.toBe(stacks.samples(wholeTrace).tree)
})
