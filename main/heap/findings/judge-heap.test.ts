import { expect, test } from 'vitest'
import { heapFindingSources } from '../../../shared/model/heap/heap-findings.ts'
import { findingFacts, mebibyte } from '../testing/planted-findings.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { heapFindingRules } from './heap-finding-rules.ts'
import { judgeHeap } from './judge-heap.ts'

/** A cache that holds nearly everything, and a stack. */
function leaking(): PlantedHeap {
  const heap = new PlantedHeap()
  const cache = heap.object('Shop.Cache', 24)
  const dictionary = heap.object('System.Collections.Generic.Dictionary<int, Shop.Order>', 80)
  const entries = heap.object('System.Collections.Generic.Dictionary<int, Shop.Order>.Entry[]', 200_000)
  heap.root('static', cache, '[static var s_cache]').refer(cache, dictionary).refer(dictionary, entries)
  for (let at = 0; at < 6000; at++) heap.refer(entries, heap.object('Shop.Order', 1000))
  heap.root('stack', heap.object('string', 1000))
  return heap
}

test('every check has an id of its own, in kebab case, and there are more than ten', () => {
  const ids = heapFindingRules.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(10)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('an empty heap has no finding; what is missing names the capture or dump that has it', () => {
  const { findings, notJudged, passed } = judgeHeap(findingFacts(new PlantedHeap()))
  expect(findings).toEqual([])
  expect(notJudged.length + passed.length).toBe(heapFindingRules.length)
  for (const { question } of notJudged) expect(heapFindingSources).toContain(question)
})

test('the owner of a leak comes first, with the place where it piles up', () => {
  const facts = findingFacts(leaking())
  const { findings } = judgeHeap(facts)
  expect(findings.map(({ id }) => id)).toEqual(['single-owner', 'static-collection', 'accumulation-point'])
  const [owner] = findings
  expect(owner).toMatchObject({
    title: expect.stringMatching(/^Shop\.Cache holds 100% of the heap/) as string,
    confidence: 'high',
    evidence: [{ type: 'Shop.Cache', root: 'static s_cache' }, { count: 6000 }],
  })
})

test('an observation links to its row in the tree of dominators', () => {
  const facts = findingFacts(leaking())
  const [owner] = judgeHeap(facts).findings
  const { link } = owner!.evidence[1]!
  expect(link.path.map((group) => facts.groups.names[group])).toEqual([
    '[static]',
    '[static var s_cache]',
    'Shop.Cache',
    'System.Collections.Generic.Dictionary<int, Shop.Order>',
    'System.Collections.Generic.Dictionary<int, Shop.Order>.Entry[]',
  ])
  expect(link.type?.group).toBe(link.path.at(-1))
})

test('findings in an incomplete graph are less certain', () => {
  const reasons = [{ kind: 'no-end' as const }]
  const told = { completeness: { kind: 'partial' as const, share: null, reasons } }
  const [owner] = judgeHeap(findingFacts(leaking(), told)).findings
  expect(owner?.confidence).toBe('medium')
  expect(owner?.contrary.at(-1)).toContain('not complete')
})

test('secrets in string contents are masked', () => {
  const heap = new PlantedHeap()
  heap.root('static', heap.object('string', 100))
  const text = 'Server=db;User=sa;Password=hunter2secret'
  const repeated = [{ text, count: 9, bytes: 9 * mebibyte }]
  const strings = { count: 10, distinctCount: 2, duplicateBytes: 8 * mebibyte, repeated }
  const { findings } = judgeHeap(findingFacts(heap, { source: 'dump', objectBytes: 10 * mebibyte, strings }))
  expect(findings.map(({ id }) => id)).toContain('duplicate-strings')
  expect(JSON.stringify(findings)).not.toContain('hunter2secret')
})
