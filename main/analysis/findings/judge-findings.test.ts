import { expect, test } from 'vitest'
import { traceTableNames } from '../../../shared/model/trace/trace-tables.ts'
import { presetById } from '../../../shared/recording/presets.ts'
import { type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { evidence, FindingFacts } from './finding-facts.ts'
import { findingRules } from './finding-rules.ts'
import { judgeFindings } from './judge-findings.ts'
import { passed, type Verdict } from './rule.ts'
import { finalizerBacklog } from './rules/collections.ts'
import { loggedErrors } from './rules/logged-errors.ts'
import { PlantedTrace, pool, taskWait } from './testing/planted-trace.ts'

test('every check has an id of its own, in kebab case', () => {
  const ids = findingRules.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(16)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('an empty recording has no finding; what is missing can be recorded with a preset', () => {
  const trace = new PlantedTrace().endAt(1)
  trace.feed.trace.isComplete = true
  const { findings, notJudged, passed: rest } = judgeFindings(trace.facts)
  expect(findings).toEqual([])
  expect(notJudged.length + rest.length).toBe(findingRules.length)
  for (const { question } of notJudged) expect(presetById(question)?.id).toBe(question)
})

test('findings are sorted by certainty, then cost; each links to rows', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, 'Shop!Shop.InventoryClient.ReserveBlocking()', ...taskWait)
  for (let at = 0; at < 50; at++) trace.wait(at * 20, at * 20 + 19, 1, stack)
  for (let at = 0; at < 12; at++) trace.log(at, 4, 'Shop.Orders')
  const { findings } = judgeFindings(trace.facts)
  expect(findings.map(({ id }) => id)).toEqual(['sync-over-async', 'incomplete-recording', 'logged-errors'])
  expect(findings[0]?.evidence[0]).toMatchObject({
    text: expect.stringMatching(/^InventoryClient\.ReserveBlocking: 50 times/) as string,
    method: 'InventoryClient.ReserveBlocking',
  })
  for (const { evidence } of findings) for (const { link } of evidence) expect(traceTableNames).toContain(link.table)
})

test('a check that passed is listed under its subject', () => {
  const rule = { id: 'a', name: 'As', title: 'A', judge: () => passed('fine') }
  expect(judgeFindings(new PlantedTrace().facts, [rule]).passed).toEqual([{ id: 'a', name: 'As', measured: 'fine' }])
})

test('a selection excludes other times and threads', () => {
  const trace = new PlantedTrace()
  const stack = trace.stack(...pool, 'Shop!Shop.InventoryClient.ReserveBlocking()', ...taskWait)
  for (let at = 0; at < 50; at++) trace.wait(at * 20, at * 20 + 19, 1, stack)
  trace.endAt(5000)
  const ids = (selection: Partial<TraceSelection>): readonly string[] => {
    const facts = new FindingFacts(trace.parts, trace.feed.trace, trace.feed.read, { ...wholeTrace, ...selection })
    return judgeFindings(facts).findings.map(({ id }) => id)
  }
  // Thread n has the id 1000 + n. Classes are of samples: a check looks at all of them.
  expect(ids({ range: { fromMs: 0, toMs: 500 }, threads: [1001], classes: ['running'] })).toContain('sync-over-async')
  expect(ids({ range: { fromMs: 2000, toMs: 5000 } })).not.toContain('sync-over-async')
  expect(ids({ threads: [1002] })).not.toContain('sync-over-async')
})

test('a selection counts only what lies in it', () => {
  const trace = new PlantedTrace()
  trace.runtime(13, 4000, {}, { Count: 20_000, ClrInstanceID: 0 })
  for (let at = 0; at < 40; at++) trace.log(at * 100, at % 4 === 0 ? 4 : 2, 'Shop')
  trace.endAt(5000)
  const range = { fromMs: 0, toMs: 100 }
  const facts = new FindingFacts(trace.parts, trace.feed.trace, trace.feed.read, { ...wholeTrace, range })
  expect(judgeFindings(facts, [finalizerBacklog, loggedErrors]).passed.map(({ measured }) => measured)).toEqual([
    '0 objects finalized',
    '1 error in 1 log message',
  ])
})

test('secrets in program output are masked', () => {
  const trace = new PlantedTrace()
  const url = { scheme: 'http', host: 'stock', port: '80', pathAndQuery: '/login?password=planted-secret' }
  const rule = {
    id: 'a',
    name: 'As',
    title: 'A',
    judge: (): Verdict => ({
      kind: 'found',
      summary: '',
      confidence: 'low',
      evidence: [evidence('requests', url.pathAndQuery, { text: url.pathAndQuery, count: 1 })],
      nextStep: '',
    }),
  }
  const judged = judgeFindings(trace.facts, [rule])
  expect(JSON.stringify(judged)).not.toContain('planted-secret')
  expect(judged.findings[0]?.evidence[0]?.link.search).toBe('/login?password=')
})
