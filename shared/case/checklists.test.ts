import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { checklistSchema, counterSpec, traceSpec } from './checklist.ts'
import { checklistById, checklists } from './checklists.ts'

describe('the built-in checklists', () => {
  it('are those for the six faults, and valid files', () => {
    expect(checklists.map(({ id }) => id)).toEqual(['crash', 'hang', 'slow', 'leak', 'cpu', 'startup'])
    for (const checklist of checklists)
      expect(v.parse(checklistSchema, JSON.parse(JSON.stringify(checklist)))).toEqual(checklist)
  })

  it('take at most four minutes; slow has 60 s of counters, 3 snapshots and a recording of 30 s', () => {
    const slow = checklistById('slow')!
    expect(slow.limitSeconds).toBeLessThanOrEqual(240)
    expect(slow.steps).toMatchObject([
      { kind: 'counters', seconds: 60 },
      { kind: 'stacks', count: 3 },
      { kind: 'trace', seconds: 30 },
      { kind: 'logs' },
      { kind: 'dump' },
    ])
  })
})

describe('what a checklist records', () => {
  it('has log messages only where they are wanted', () => {
    const trace = checklistById('slow')!.steps.find((step) => step.kind === 'trace')!
    const names = (wantsLogs: boolean) => traceSpec(trace, wantsLogs).providers.map(({ name }) => name)
    expect(names(false)).not.toContain('Microsoft-Extensions-Logging')
    expect(names(true)).toContain('Microsoft-Extensions-Logging')
  })

  it('asks for counters once a second and for nothing else', () => {
    for (const { keywords, arguments: pairs } of counterSpec().providers)
      expect([keywords, pairs]).toEqual(['0x0', [['EventCounterIntervalSec', '1']]])
  })

  it('refuses files with unknown items, a step twice or another version', () => {
    const slow = checklistById('slow')!
    const bad = [
      { ...slow, version: 2 },
      { ...slow, steps: [{ kind: 'trace', seconds: 5, items: ['everything-else'] }] },
      { ...slow, steps: [{ kind: 'logs' }, { kind: 'logs' }] },
      { ...slow, limitSeconds: 0 },
    ]
    for (const given of bad) expect(v.safeParse(checklistSchema, given).success).toBe(false)
  })
})
