import { expect, test } from 'vitest'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { jitStorm, tieringOff } from './compilation.ts'

const optimized = 2
const quick = 3
const template = 'Shop!Shop.TemplateCompiler.CompileTemplate(int32)'

function compiling(count: number, namespace: string, tier: number): PlantedTrace {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, template, 'System.Linq.Expressions!System.Linq.Expressions.Expression.Compile()')
  for (let at = 0; at < count; at++) trace.compilation(at * 8, stack, namespace, tier)
  return trace.endAt(1000)
}

test('code made all the time is named after who makes it', () => {
  expect(compiling(120, 'dynamicClass', optimized).judge(jitStorm)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    lostMs: 120,
    evidence: [{ method: 'Shop.TemplateCompiler.CompileTemplate', count: 120 }, { count: 120 }],
  })
})

test('a start compiles much once, and reflection makes a few stubs', () => {
  expect(compiling(120, 'Shop.Orders', quick).judge(jitStorm)).toMatchObject({ kind: 'passed' })
  expect(compiling(20, 'dynamicClass', optimized).judge(jitStorm)).toMatchObject({ kind: 'passed' })
})

test('tiering is off when everything is optimised at once', () => {
  expect(compiling(120, 'Shop.Orders', optimized).judge(tieringOff)).toMatchObject({
    kind: 'found',
    confidence: 'high',
  })
  expect(compiling(120, 'Shop.Orders', quick).judge(tieringOff)).toMatchObject({ kind: 'passed' })
})

test('too few compilations say nothing about tiers', () => {
  expect(compiling(50, 'Shop.Orders', optimized).judge(tieringOff)).toMatchObject({
    kind: 'not-judged',
    question: 'start',
  })
  expect(new PlantedTrace().endAt(10).judge(jitStorm)).toMatchObject({ kind: 'not-judged', question: 'start' })
})
