import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { readyMade } from './ready-made.ts'
import { RuleEvaluator, type Trigger } from './rule-evaluator.ts'
import { restoredFiring, skipReason, type Firing } from './rule-limits.ts'
import { conditionText, limitsText } from './rule-words.ts'
import { ruleSchema, usualLimits, type RuleCondition } from './rule.ts'
import { fitsSeries } from './series-match.ts'

const second = 1000
const limits = usualLimits

function evaluator(match: 'all' | 'any', ...conditions: RuleCondition[]): RuleEvaluator {
  return new RuleEvaluator({ match, conditions, limits })
}

const above = (value: number, forMs = 0): RuleCondition => ({
  kind: 'usage',
  what: 'cpu',
  direction: 'above',
  value,
  forMs,
})
const exceptions = (count: number): RuleCondition => ({
  kind: 'exception',
  type: '*',
  message: '',
  count,
  withinMs: 10_000,
})

/** One figure a second, from second 0 on; gives the seconds in which it fired. */
function firedAt(rule: RuleEvaluator, values: readonly (number | null)[]): readonly number[] {
  const fired: number[] = []
  const note = (trigger: Trigger | null): void => void (trigger && fired.push(trigger.timeMs / second))
  for (const [at, value] of values.entries()) {
    if (value !== null) note(rule.noteValue(0, 'cpu', at * second, value))
    note(rule.advance(at * second + 500))
  }
  return fired
}

describe('a figure above a limit', () => {
  test.each<[string, number, (number | null)[], number[]]>([
    ['at once', 0, [10, 60, 60], [1]],
    ['only once while it stays there', 0, [60, 60, 60, 60], [0]],
    ['not at the limit itself', 0, [50, 50], []],
    ['after it held for so long', 2 * second, [60, 60, 60, 60], [2]],
    ['not after a dip', 2 * second, [60, 60, 40, 60, 60, 60], [5]],
    ['again after it went back far enough', 0, [60, 40, 60], [0, 2]],
    ['not again while it swings about the limit', 0, [60, 49, 51, 48, 60], [0]],
    ['with a single lost figure', 2 * second, [60, null, 60], [2]],
  ])('fires %s', (_title, forMs, values, expected) => {
    expect(firedAt(evaluator('any', above(50, forMs)), values)).toEqual(expected)
  })

  it('starts over after the machine slept or the clock was set back', () => {
    const rule = evaluator('any', above(50, 5 * second))
    rule.noteValue(0, 'cpu', 0, 60)
    rule.advance(500)
    rule.noteValue(0, 'cpu', 3_600_000, 60)
    expect(rule.advance(3_600_500)).toBeNull()
    rule.noteValue(0, 'cpu', 10_000, 60)
    expect(rule.advance(10_500)).toBeNull()
  })

  it('adds up the rates of several series, and takes the farthest figure otherwise', () => {
    const counter = {
      kind: 'counter',
      provider: 'p',
      name: 'n',
      tags: '',
      direction: 'above',
      value: 10,
      forMs: 0,
    } as const
    const sum = evaluator('any', { ...counter, measure: 'rate' })
    const most = evaluator('any', { ...counter, measure: 'p95' })
    for (const rule of [sum, most]) {
      rule.noteValue(0, 1, 0, 6)
      rule.noteValue(0, 2, 10, 7)
    }
    expect([sum.advance(1000)?.value, most.advance(1000)]).toEqual([13, null])
  })

  it('fires at most once for each time that the limit is passed, whatever the figures are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 200 }),
        fc.integer({ min: 0, max: 5 }),
        (values, held) => {
          const fired = firedAt(evaluator('any', above(50, held * second)), values)
          const passings = values.filter((value, at) => value > 50 && (values[at - 1] ?? 0) <= 50).length
          expect(fired.length).toBeLessThanOrEqual(passings)
          for (const at of fired) expect(values.slice(at - held, at + 1).every((value) => value > 50)).toBe(true)
        },
      ),
    )
  })
})

describe('events', () => {
  it('fire when there are enough of them in time, and then count from the beginning', () => {
    const rule = evaluator('any', exceptions(3))
    const fired = [0, 4, 12, 13, 14, 15, 16].filter((at) => rule.noteEvents(0, at * second, 1, 'Oops') !== null)
    expect(fired).toEqual([13, 16])
  })

  it('of one moment fire each time they pass the least figure', () => {
    const rule = evaluator('any', { kind: 'gc-pause', longerThanMs: 100 })
    expect([50, 100, 101, 300].map((pause, at) => rule.noteEvents(0, at * second, pause, '')?.value ?? null)).toEqual([
      null,
      null,
      101,
      300,
    ])
  })
})

describe('several conditions', () => {
  it('with "or" fire for each, with "and" for the one that completes them', () => {
    const any = evaluator('any', above(50), exceptions(1))
    expect(any.noteEvents(1, 0, 1, '')).not.toBeNull()
    expect(firedAt(any, [60])).toEqual([0])
    const all = evaluator('all', above(50), exceptions(1))
    expect(all.noteEvents(1, 0, 1, '')).toBeNull()
    all.noteValue(0, 'cpu', 2000, 60)
    expect(all.advance(2500)).toMatchObject({ conditionIndex: 0, timeMs: 2000 })
    expect(all.noteEvents(1, 60_000, 1, '')).toBeNull()
  })
})

describe('limits', () => {
  const clocks = { nowMs: 1e9, ticksMs: 1e6 }
  const ago = (ms: number): Firing => ({ atMs: clocks.nowMs - ms, ticksMs: clocks.ticksMs - ms })
  const minute = 60_000

  test.each<[string, Firing[], string | null]>([
    ['nothing yet', [], null],
    ['too soon', [ago(4 * minute)], 'apart'],
    ['long enough ago', [ago(6 * minute)], null],
    ['as often as an hour allows', [ago(6 * minute), ago(50 * minute)], 'per-hour'],
    ['as often as a day allows', [ago(6 * minute), ago(300 * minute), ago(600 * minute)], 'per-day'],
    ['yesterday', [ago(25 * 60 * minute), ago(26 * 60 * minute)], null],
  ])('%s', (_title, firings, expected) => {
    expect(skipReason(limits, firings, clocks)).toBe(expected)
  })

  it('are not freed by a clock that is set, neither forward nor back', () => {
    const firing = ago(1000)
    for (const nowMs of [clocks.nowMs + 7 * 86_400_000, clocks.nowMs - 7 * 86_400_000])
      expect(skipReason(limits, [firing], { ...clocks, nowMs })).toBe('apart')
  })

  it('are not held for ever by a firing that a wrong clock noted in the future', () => {
    const firing = restoredFiring(clocks.nowMs + 1e12, clocks.nowMs)
    expect(skipReason(limits, [firing], { nowMs: clocks.nowMs + 2 * 86_400_000, ticksMs: 0 })).toBeNull()
  })

  it('never allow more than the day does, whatever happens when', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * minute }), { maxLength: 200 }), (steps) => {
        let nowMs = 0
        const fired: Firing[] = []
        for (const step of steps) {
          nowMs += step
          if (skipReason(limits, fired, { nowMs, ticksMs: nowMs }) === null) fired.push({ atMs: nowMs, ticksMs: nowMs })
        }
        for (const { atMs } of fired) {
          const within = (span: number): number => fired.filter((f) => f.atMs >= atMs && f.atMs < atMs + span).length
          expect(within(86_400_000)).toBeLessThanOrEqual(limits.perDay)
          expect(within(3_600_000)).toBeLessThanOrEqual(limits.perHour)
          expect(within(limits.apartMs)).toBe(1)
        }
      }),
    )
  })
})

describe('a rule file', () => {
  it('takes every ready-made rule, and says its limits in words', () => {
    for (const { rule } of readyMade) {
      expect(v.parse(ruleSchema, JSON.parse(JSON.stringify(rule)))).toEqual(rule)
      expect(limitsText(rule)).toBe('at most 2 per hour and 3 per day and 5 min apart')
      expect(limitsText({ limits: { ...rule.limits, apartMs: 0 } })).toBe('at most 2 per hour and 3 per day')
    }
  })

  test.each<[string, (rule: Record<string, unknown>) => unknown]>([
    ['what is not in the format', (rule) => ({ ...rule, shell: true })],
    [
      'a program without its full path',
      (rule) => ({ ...rule, actions: [{ kind: 'program', path: 'mail', args: [] }] }),
    ],
    ['a line break in a name', (rule) => ({ ...rule, name: 'a\nb' })],
    ['a later version', (rule) => ({ ...rule, version: 2 })],
    [
      'a dump of a process that is gone',
      (rule) => ({
        ...rule,
        conditions: [{ kind: 'process', what: 'exited' }],
        actions: [{ kind: 'dump', type: 'mini' }],
      }),
    ],
  ])('is refused with %s', (_title, change) => {
    expect(v.safeParse(ruleSchema, change({ ...readyMade[0]!.rule })).success).toBe(false)
  })

  test.each<[RuleCondition, string]>([
    [above(90, 30_000), 'CPU usage is above 90% for 30 s'],
    [exceptions(3), 'exceptions are thrown 3 times within 10 s'],
    [
      { kind: 'http-duration', percentile: 'p95', route: '/orders', longerThanMs: 500, forMs: 0 },
      'the 95th percentile of HTTP requests on /orders is above 500 ms',
    ],
    [{ kind: 'usage', what: 'memory', direction: 'above', value: 2 ** 30, forMs: 0 }, 'memory is above 1 GiB'],
    [
      { kind: 'usage', what: 'container-memory', direction: 'above', value: 90, forMs: 10_000 },
      'container memory is above 90% of its limit for 10 s',
    ],
  ])('says %o', (condition, expected) => {
    expect(conditionText(condition)).toBe(expected)
  })
})

const status = (code: string) => ({
  provider: 'Microsoft.AspNetCore.Hosting',
  name: 'http.server.request.duration',
  measure: 'count-rate',
  tags: [
    { key: 'http.response.status_code', value: code },
    { key: 'http.route', value: '/orders/{id}' },
  ],
})

const wanted = (code: string, route = '*'): RuleCondition => ({
  kind: 'http-status',
  status: code,
  route,
  perSecond: 1,
  forMs: 0,
})

const series = (region: string) => ({
  provider: 'shop',
  name: 'orders',
  measure: 'rate',
  tags: [
    { key: 'region', value: region },
    { key: 'kind', value: 'web' },
  ],
})

describe('the series of a condition', () => {
  test.each([
    ['5xx', '*', '503', true],
    ['5xx', '*', '404', false],
    ['404', '/orders/*', '404', true],
    ['404', '/users/*', '404', false],
  ])('HTTP %s on %s is %s: %s', (code, route, found, expected) => {
    expect(fitsSeries(wanted(code, route), status(found))).toBe(expected)
  })

  it('of a counter are those with its tags', () => {
    const condition: RuleCondition = {
      kind: 'counter',
      provider: 'Shop',
      name: 'orders',
      measure: 'rate',
      tags: 'region=eu-*, kind',
      direction: 'above',
      value: 1,
      forMs: 0,
    }
    expect([fitsSeries(condition, series('eu-west')), fitsSeries(condition, series('us'))]).toEqual([true, false])
  })
})
