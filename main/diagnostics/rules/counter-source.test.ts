import { expect, it } from 'vitest'
import { must } from '../../../shared/base/assert.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import { readCounterFile } from '../../analysis/imports/counter-file.ts'
import { counterSource, mayBeCounterFile } from './counter-source.ts'
import { dryRun } from './dry-run.ts'

const rule: Rule = {
  ...must(readyMade[0], 'a ready-made rule').rule,
  conditions: [
    { kind: 'thread-pool-queue', value: 100, forMs: 2000 },
    { kind: 'exception', type: '*', message: '', count: 1, withinMs: 1000 },
  ],
  match: 'any',
}
const read = (text: string) => {
  const file = readCounterFile(text)
  return must(file.ok ? file.value : null, 'the file')
}
const second = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString()

it('says where a rule would have fired in a file of dotnet-counters', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => {
    const queue = at >= 20 && at < 30 ? 500 : 3
    return `${second(at)},System.Runtime,ThreadPool Queue Length,Metric,${String(queue)}`
  })
  const text = ['Timestamp,Provider,Counter Name,Counter Type,Mean/Increment', ...rows].join('\n')
  const run = await dryRun(rule, counterSource(read(text)))
  if (!run.ok) throw new Error(run.error.kind)
  expect(run.value.fired).toHaveLength(1)
  expect(run.value.fired[0]?.timeMs).toBe(Date.parse(second(22)))
  expect(run.value).toMatchObject({ conditionIndex: 0, limit: 100, silent: [1] })
  expect(run.value.points).toHaveLength(60)
})

it('has nothing to say about a file without values', async () => {
  const text = 'Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n'
  const run = await dryRun(rule, counterSource(read(text)))
  expect(run).toMatchObject({ ok: false, error: { kind: 'not-found' } })
})

it('goes by the ending of a file', () => {
  expect(['a.csv', 'b.JSON', 'c.nettrace', 'd.csv.nettrace'].map(mayBeCounterFile)).toEqual([true, true, false, false])
})
