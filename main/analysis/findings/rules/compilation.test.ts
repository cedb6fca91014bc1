import { expect, test } from 'vitest'
import { methodCode } from '../../stacks/testing/picture.ts'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { jitStorm, tieringOff } from './compilation.ts'

const optimized = 2
const quick = 3
const jitted = 8
const dynamic = 1
const template = 'Shop!Shop.TemplateCompiler.CompileTemplate(int32)'

function compiling(count: number, namespace: string, tier: number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, template, 'System.Linq.Expressions!System.Linq.Expressions.Expression.Compile()')
  for (let at = 0; at < count; at++) trace.compilation(at * 8, stack, namespace, tier)
  return trace.endAt(1000)
}

test('code generated all the time is attributed to its caller', () => {
  expect(compiling(120, 'dynamicClass', optimized).judge(jitStorm)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    lostMs: 120,
    evidence: [{ method: 'TemplateCompiler.CompileTemplate', count: 120 }, { count: 120 }],
  })
})

test('startup compiles a lot once, and reflection makes a few stubs: neither is a finding', () => {
  expect(compiling(120, 'Shop.Orders', quick).judge(jitStorm)).toMatchObject({ kind: 'passed' })
  expect(compiling(20, 'dynamicClass', optimized).judge(jitStorm)).toMatchObject({ kind: 'passed' })
})

/** Methods as the rundown at the end of a recording names them. */
function compiled(count: number, tierOf: (at: number) => number, flags = jitted): PlantedTrace {
  const trace = new PlantedTrace()
  const { methods } = trace.parts.sampled.code
  for (let at = 0; at < count; at++) {
    const start = 0x7e00_0000_0000 + at * 0x100
    methods.add(methodCode(methods, `Shop.M${at}`, start, { flags: flags | (tierOf(at) << 7) }))
  }
  return trace.endAt(1000)
}

test('tiered compilation is off when everything is optimized right away', () => {
  expect(compiled(120, () => optimized).judge(tieringOff)).toMatchObject({ kind: 'found', confidence: 'high' })
  expect(compiled(120, (at) => (at === 7 ? quick : optimized)).judge(tieringOff)).toMatchObject({ kind: 'passed' })
})

test('too few methods, or dynamic ones, say nothing about tiered compilation', () => {
  expect(compiled(50, () => optimized).judge(tieringOff)).toMatchObject({ kind: 'not-judged', question: 'start' })
  expect(compiled(120, () => optimized, jitted | dynamic).judge(tieringOff)).toMatchObject({ kind: 'not-judged' })
  expect(compiled(120, () => optimized, 0).judge(tieringOff)).toMatchObject({ kind: 'not-judged' })
  expect(new PlantedTrace().endAt(10).judge(jitStorm)).toMatchObject({ kind: 'not-judged', question: 'start' })
})

test('code made at run time by code without symbols is a finding that names nobody', () => {
  const trace = new PlantedTrace()
  for (let at = 0; at < 120; at++) trace.compilation(at * 8, 0, 'dynamicClass', optimized)
  expect(trace.endAt(1000).judge(jitStorm)).toMatchObject({
    kind: 'found',
    confidence: 'medium',
    evidence: [{ count: 120, text: expect.stringContaining('120 methods made at run time and compiled') }],
    nextStep: 'Keep the delegate that the code compiles and use it again.',
  })
})

const made = (count: number, endMs: number) => {
  const trace = new PlantedTrace()
  for (let at = 0; at < count; at++) trace.compilation(at, 0, 'dynamicClass', optimized)
  return trace.endAt(endMs).judge(jitStorm).kind
}

test('fifty methods made at run time are many, when they are ten in a second', () => {
  expect([made(49, 100), made(50, 5000), made(50, 5100)]).toEqual(['passed', 'found', 'passed'])
})

test('the most frequent caller comes first, with what it made of all', () => {
  const trace = compiling(60, 'dynamicClass', optimized)
  const other = trace.stack(...pool, 'Shop!Shop.Mapper.Map()')
  for (let at = 0; at < 80; at++) trace.compilation(500 + at, other, 'dynamicClass', optimized)
  expect(trace.judge(jitStorm)).toMatchObject({
    evidence: [{ method: 'Mapper.Map', count: 80, text: 'Mapper.Map made 80 methods' }, { count: 140 }],
    nextStep: 'Keep the delegate that Mapper.Map compiles and use it again.',
  })
})

const tableOf = (trace: PlantedTrace) => {
  const verdict = trace.judge(tieringOff)
  return verdict.kind === 'found' ? verdict.evidence.map(({ link }) => link?.table) : []
}

test('compilations are evidence where they were recorded, otherwise the events that name methods', () => {
  expect(tableOf(compiled(120, () => optimized))).toEqual(['event-types'])
  const recorded = compiled(120, () => optimized)
  recorded.compilation(1001, 0, 'Shop.Orders', optimized)
  expect(tableOf(recorded)).toEqual(['compilations'])
})
