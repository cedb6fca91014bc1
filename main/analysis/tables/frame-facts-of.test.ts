import { expect, test } from 'vitest'
import { type TraceFrame, type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { frameFactsOf } from './frame-facts-of.ts'
import { SelectedStacks } from '../stacks/selected-stacks.ts'

const main = 'Shop!Shop.App.Main()'
const place = 'Shop!Shop.Orders.Place(int32)'
const price = 'Shop!Shop.Orders.Price()'
const sort = 'System.Private.CoreLib!System.Array.Sort()'

/** 20 ms of Price under Place on one thread, then 10 ms of Place alone and 10 ms of a loop in Price that recurs, on another. */
function planted(): PlantedTrace {
  const trace = new PlantedTrace()
  trace.samples(0, 20, 1, trace.stack(main, place, price, sort))
  trace.samples(20, 30, 2, trace.stack(main, place))
  trace.samples(30, 40, 2, trace.stack(main, price, price), 2)
  trace.compilation(5, 0, 'Shop.Orders', 4)
  return trace.endAt(100)
}

function factsOf(frame: TraceFrame, selection: Partial<TraceSelection> = {}, trace = planted()) {
  const stacks = new SelectedStacks(trace.parts.sampled, trace.feed.trace, () => () => true, trace.parts.awaits)
  return frameFactsOf(trace.parts, trace.feed.trace, stacks, { frame, selection: { ...wholeTrace, ...selection } })
}

const frameOf = (text: string): TraceFrame => {
  const [module = '', method = ''] = text.split('!')
  return { method, module }
}

const sumOf = (rows: readonly { readonly samples: number }[]) => rows.reduce((sum, { samples }) => sum + samples, 0)

const rowsOf = ({ rows }: { readonly rows: readonly { readonly name: string; readonly samples: number }[] }) =>
  rows.map(({ name, samples }) => `${name} ${samples}`)

test('samples with a function count once, its own apart, with those who called and were called', () => {
  const facts = factsOf(frameOf(price))
  expect(facts).toMatchObject({ sampleCount: 40, total: 30, self: 10, placeCount: 2, origin: 'own' })
  expect(rowsOf(facts.callers)).toEqual(['Orders.Place 20', 'App.Main 10'])
  expect(rowsOf(facts.callees)).toEqual(['Array.Sort 20', 'Orders.Price 10'])
  expect(facts.stack.map(({ name }) => name)).toEqual(['Orders.Price', 'Orders.Place', 'App.Main'])
})

test('the time line and the threads have the samples of the selection, the classes have those of every class', () => {
  const facts = factsOf(frameOf(price), { range: { fromMs: 10, toMs: 40 }, classes: ['running'] })
  expect(facts.total).toBe(10)
  expect(facts.when).toMatchObject({ fromMs: 10, toMs: 40 })
  expect(facts.when.samples.reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(facts.when.samples.findIndex((count) => count > 0)).toBe(66)
  expect(facts.threads.rows.map(({ samples }) => samples)).toEqual([10])
  expect(facts.rules.map(({ rule, count }) => `${rule} ${count}`)).toEqual(['managed-code 10', 'native-code 10'])
})

test('callers, threads and time follow the transforms of the selection', () => {
  const facts = factsOf(frameOf(price), { transforms: [{ kind: 'hide', frame: frameOf(place) }] })
  expect(rowsOf(facts.callers)).toEqual(['App.Main 30'])
  const hidden = factsOf(frameOf(place), { transforms: [{ kind: 'hide', frame: frameOf(place) }] })
  expect(hidden).toMatchObject({ total: 0, self: 0, placeCount: 0, callers: { count: 0 }, stack: [] })
  expect(hidden.when.samples.every((count) => count === 0)).toBe(true)
})

test('sums of the parts are the total, whatever function is asked about', () => {
  for (const text of [main, place, price, sort]) {
    const { total, self, callees, threads, when } = factsOf(frameOf(text), { transforms: [{ kind: 'fold-recursion' }] })
    expect(self + sumOf(callees.rows)).toBe(total)
    expect(sumOf(threads.rows)).toBe(total)
    expect(when.samples.reduce((sum, count) => sum + count, 0)).toBe(total)
  }
})

test('code and module are as the recording has them, and compilations count by the name of the method', () => {
  expect(factsOf(frameOf(price))).toMatchObject({
    code: [{ tier: 'Unknown', sizeBytes: 0x100 }],
    compileMs: null,
    modulePath: 'Shop.dll',
  })
  expect(factsOf({ method: 'Shop.Orders.M()', module: 'Shop' }).compileMs).toBe(1)
})

test('a function that the trace does not have has no samples', () => {
  expect(factsOf({ method: 'Gone.Away()', module: 'Shop' })).toMatchObject({
    sampleCount: 40,
    total: 0,
    self: 0,
    placeCount: 0,
    code: [],
    stack: [],
  })
})

test('a recording without events has a time line of a millisecond', () => {
  const facts = factsOf(frameOf(price), {}, new PlantedTrace())
  expect([facts.when.fromMs, facts.when.toMs, facts.total, facts.origin]).toEqual([0, 1, 0, 'base'])
})

test('a recording of one moment has a time line that is no shorter than a microsecond', () => {
  const trace = new PlantedTrace()
  trace.samples(7, 8, 1, trace.stack(main, place))
  const { when } = factsOf(frameOf(place), {}, trace)
  expect(when.fromMs).toBe(7)
  expect(when.toMs).toBeCloseTo(7.001, 9)
})

test('compilations count when all of the name is the method’s', () => {
  const trace = planted()
  trace.compilation(10, 0, 'Shop.Orders', 4)
  trace.compilation(20, 0, 'Other.Orders', 4)
  trace.compilation(30, 0, 'Orders', 4)
  const compileMs = (method: string) => factsOf({ method, module: 'Shop' }, {}, trace).compileMs
  expect(['Shop.Orders.M()', 'Shop.Orders.M', 'Orders.M()', 'Shop.Orders.N()', 'M()'].map(compileMs)).toEqual([
    2,
    2,
    1,
    null,
    null,
  ])
})
