import { describe, expect, it } from 'vitest'
import { checklistById } from '../../../shared/case/checklists.ts'
import type { DumpPreflight } from '../../../shared/model/dump.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { type KnownOfProcess, planSteps } from './plan-case.ts'

const row = { state: 'ready', runtimeFlavour: 'coreclr', userName: 'anna' } as ProcessRow
const mib = 1024 * 1024
const dump = {
  blockers: [],
  estimates: { mini: { lowBytes: 5 * mib, highBytes: 60 * mib }, heap: { lowBytes: 100 * mib, highBytes: 200 * mib } },
} as unknown as DumpPreflight
const known: KnownOfProcess = { row, earlier: [], dump, hasFlight: false }
const slow = checklistById('slow')!
const stepOf = (kind: string, ...processes: readonly KnownOfProcess[]) =>
  planSteps(slow, 'mini', processes).find((step) => step.kind === kind)

describe('the plan of a case', () => {
  it('has the steps in their order, what disturbs the process most last, with the times of the checklist', () => {
    const steps = planSteps(slow, 'mini', [known])
    expect(steps.map(({ kind, impact, seconds }) => [kind, impact, seconds])).toEqual([
      ['process', 'none', null],
      ['environment', 'none', null],
      ['machine', 'none', null],
      ['modules', 'none', null],
      ['counters', 'low', 60],
      ['stacks', 'low', 13],
      ['trace', 'low', 30],
      ['logs', 'low', null],
      ['heap-graph', 'pauses', null],
      ['dump', 'suspends', null],
    ])
  })

  it('takes sizes from earlier recordings of the application where there are some', () => {
    expect(stepOf('trace', known)).toMatchObject({ lowBytes: mib / 2, highBytes: 30 * mib, basis: 'usual' })
    const earlier = [{ sizeBytes: 10 * mib, facts: { spanMs: 10_000 } }]
    expect(stepOf('trace', { ...known, earlier })).toMatchObject({
      lowBytes: 21 * mib,
      highBytes: 39 * mib,
      basis: 'earlier-recordings',
    })
  })

  it('begins its recordings with what a flight recorder holds, where one runs', () => {
    expect(stepOf('flight', known)).toBeUndefined()
    const kinds = planSteps(slow, 'mini', [{ ...known, hasFlight: true }]).map(({ kind }) => kind)
    expect(kinds.indexOf('flight')).toBe(kinds.indexOf('counters') - 1)
  })

  it('adds up the sizes of several processes, and has no total when one is unknown', () => {
    expect(stepOf('dump', known, known)).toMatchObject({ lowBytes: 10 * mib, highBytes: 120 * mib })
    expect(stepOf('dump', known, { ...known, dump: null })).toMatchObject({ lowBytes: null, highBytes: null })
  })

  it('says why a step cannot be done with a process, and what can be done all the same', () => {
    const aot = { ...known, row: { ...row, runtimeFlavour: 'nativeaot' } as ProcessRow }
    expect(stepOf('stacks', aot)?.refusal).toBe('Native AOT sends no method names for stacks.')
    expect(stepOf('trace', aot)?.refusal).toBeNull()
    const blocked = { ...known, dump: { ...dump, blockers: [{ kind: 'tracing-forbidden', ptraceScope: 3 }] } } as const
    expect(stepOf('dump', blocked)?.refusal).toContain('does not allow')
    expect(stepOf('dump', known, blocked)?.refusal).toBeNull()
    const stopped = { ...known, row: { ...row, state: 'stopped' } as ProcessRow }
    expect(stepOf('counters', stopped)?.refusal).toContain('stopped')
    expect(stepOf('machine', stopped)?.refusal).toBeNull()
  })

  it('says that nothing is known about a process behind a lost link, not that its port is missing', () => {
    const problem = { kind: 'link-lost', machine: 'web03' } as const
    const behind = { ...known, row: { ...row, state: 'no-endpoint', problem } as ProcessRow }
    expect(stepOf('counters', behind)?.refusal).toMatch(/^Not connected to web03\. .*may still be running\.$/)
  })
})
