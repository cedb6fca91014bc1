import { expect, test } from 'vitest'
import { PlantedTrace, pool } from '../testing/planted-trace.ts'
import { finalizerBacklog, fullCollections, gcPauses, inducedGc } from './collections.ts'

const induced = 1
const report = 'Shop!Shop.ReportBuilder.CollectEagerly()'

function collecting(count: number, everyMs: number, pauseMs: number, parts: { generation?: number; reason?: number }) {
  const trace = new PlantedTrace()
  for (let at = 0; at < count; at++) trace.collection(at * everyMs, pauseMs, parts)
  return trace.endAt(count * everyMs)
}

test('induced GCs are attributed to the method that calls GC.Collect', () => {
  const trace = collecting(20, 100, 3, { generation: 2, reason: induced })
  const stack = trace.stack(...pool, report, 'System.Private.CoreLib!System.GC.Collect()')
  for (let at = 0; at < 20; at++) trace.runtime(35, at * 100, { stack }, { Reason: induced, ClrInstanceID: 0 })
  expect(trace.judge(inducedGc)).toMatchObject({
    kind: 'found',
    confidence: 'high',
    lostMs: 60,
    evidence: [
      { method: 'ReportBuilder.CollectEagerly', count: 20 },
      { count: 20, link: { search: 'Induced' } },
    ],
  })
})

test('GCs that nobody induced, and one at startup, are not a finding', () => {
  expect(collecting(20, 100, 3, {}).judge(inducedGc)).toMatchObject({ kind: 'passed' })
  expect(collecting(1, 100, 3, { reason: induced }).judge(inducedGc)).toMatchObject({ kind: 'passed' })
})

test('full GCs count when they are neither induced nor caused by large objects', () => {
  expect(collecting(10, 100, 3, { generation: 2 }).judge(fullCollections)).toMatchObject({ kind: 'found' })
  expect(collecting(10, 100, 3, { generation: 2, reason: induced }).judge(fullCollections)).toMatchObject({
    kind: 'passed',
  })
  expect(collecting(10, 100, 3, { generation: 2, reason: 4 }).judge(fullCollections)).toMatchObject({ kind: 'passed' })
  expect(collecting(10, 100, 3, { generation: 1 }).judge(fullCollections)).toMatchObject({ kind: 'passed' })
})

test('10% of time in pauses is a finding; a single long pause is a less certain one', () => {
  expect(collecting(10, 100, 15, {}).judge(gcPauses)).toMatchObject({ kind: 'found', confidence: 'high', lostMs: 150 })
  expect(collecting(1, 10_000, 300, {}).judge(gcPauses)).toMatchObject({ kind: 'found', confidence: 'medium' })
  expect(collecting(10, 100, 2, {}).judge(gcPauses)).toEqual({
    kind: 'passed',
    measured: '2.0% of the time paused, at most 2 ms',
  })
})

function finalizing(count: number): PlantedTrace {
  const trace = new PlantedTrace()
  trace.runtime(13, 500, {}, { Count: count, ClrInstanceID: 0 })
  trace.samples(0, 100, 1, trace.stack('Shop!Shop.LeasedHandle.Finalize()'), 2)
  return trace.endAt(1000)
}

test('thousands of finalized objects are a finding, with the finalizer', () => {
  expect(finalizing(20_000).judge(finalizerBacklog)).toMatchObject({
    kind: 'found',
    evidence: [{ count: 20_000, method: 'LeasedHandle.Finalize' }],
  })
  expect(finalizing(30).judge(finalizerBacklog)).toEqual({ kind: 'passed', measured: '30 objects finalized' })
  // As many as in a second, in ten.
  const slowly = new PlantedTrace()
  slowly.runtime(13, 500, {}, { Count: 5000, ClrInstanceID: 0 })
  expect(slowly.endAt(10_000).judge(finalizerBacklog)).toMatchObject({ kind: 'passed' })
})

test('without GC events nothing is judged, unless counters show there were no GCs', () => {
  const trace = new PlantedTrace().endAt(1000)
  for (const rule of [inducedGc, fullCollections, gcPauses, finalizerBacklog])
    expect(trace.judge(rule)).toMatchObject({ kind: 'not-judged', question: 'gc' })
  const counted = new PlantedTrace()
  counted.counter('gen-0-gc-count', 0, 0)
  expect(counted.judge(gcPauses)).toMatchObject({ kind: 'passed' })
})

test('who induced a collection is known by stacks alone; without them the process did', () => {
  const trace = collecting(20, 100, 3, { generation: 2, reason: induced })
  expect(trace.judge(inducedGc)).toMatchObject({
    summary: expect.stringContaining('Code of the process forces'),
    nextStep: 'Record GC events with method symbols to see who calls GC.Collect.',
    evidence: [{ count: 20 }],
  })
  const other = trace.stack(...pool, 'Shop!Shop.Other.Work()')
  trace.runtime(35, 100, { stack: other }, { Reason: 0, ClrInstanceID: 0 })
  expect(trace.judge(inducedGc)).toMatchObject({ evidence: [{ count: 20 }] })
  const stack = trace.stack(...pool, report)
  trace.runtime(35, 200, { stack }, { Reason: induced, ClrInstanceID: 0 })
  expect(trace.judge(inducedGc)).toMatchObject({
    summary: expect.stringContaining('ReportBuilder.CollectEagerly forces'),
    nextStep: 'Remove the call of GC.Collect in ReportBuilder.CollectEagerly.',
    evidence: [{ method: 'ReportBuilder.CollectEagerly', count: 1 }, { count: 20 }],
  })
})

test('full collections say how many of how many, and what their pauses cost', () => {
  const trace = collecting(10, 100, 3, { generation: 2 })
  for (let at = 0; at < 10; at++) trace.collection(1000 + at * 100, 1, { generation: 0 })
  expect(trace.endAt(2000).judge(fullCollections)).toMatchObject({
    kind: 'found',
    lostMs: 30,
    summary: expect.stringContaining('10 of 20 collections in generation 2 (50.0%)'),
  })
  expect(collecting(2, 100, 3, { generation: 2 }).judge(fullCollections)).toEqual({
    kind: 'passed',
    measured: '2 of 2 collections in generation 2',
  })
})

test('a collection that did not end has no pause', () => {
  const trace = collecting(10, 100, 15, {})
  trace.runtime(1, 950, {}, { Count: 11, Depth: 0, Reason: 0, Type: 0 })
  expect(trace.judge(gcPauses)).toMatchObject({ kind: 'found', lostMs: 150 })
})

const share = (pauseMs: number) => collecting(10, 100, pauseMs, {}).judge(gcPauses)

test('pauses of a tenth of the time are many, and one of a quarter second is long', () => {
  const firstOf = (kind: string) => Array.from({ length: 50 }, (_, ms) => ms).find((ms) => share(ms).kind === kind)
  expect(firstOf('found')).toBe(10)
  expect(share(10)).toMatchObject({
    summary: '10.0% of the time paused, at most 10 ms, in 10 collections.',
    evidence: [{ text: '100 ms of pauses in 10 collections, at most 10 ms', count: 10 }],
  })
})

test('finalizers without samples, and with samples of other code, name nobody', () => {
  const bare = new PlantedTrace()
  bare.runtime(13, 500, {}, { Count: 20_000, ClrInstanceID: 0 })
  bare.runtime(13, 600, {}, { Count: 5000, ClrInstanceID: 0 })
  expect(bare.endAt(1000).judge(finalizerBacklog)).toMatchObject({
    evidence: [{ text: '25\u2009000 objects finalized in 2 runs', count: 25_000 }],
    nextStep: expect.stringMatching(/^Dispose these objects/),
  })
  bare.samples(0, 100, 1, bare.stack('Shop!Shop.Handle.Dispose()'), 2)
  bare.samples(100, 150, 1, bare.stack('Shop!Shop.Few.Finalize()'), 2)
  bare.samples(150, 220, 1, bare.stack('Shop!Shop.Most.Finalize()'), 2)
  expect(bare.judge(finalizerBacklog)).toMatchObject({
    evidence: [{ method: 'Most.Finalize' }],
    nextStep: 'Dispose the objects of Most.Finalize instead of leaving them to the finalizer.',
  })
})

const withOthers = (others: number) => {
  const trace = collecting(9, 100, 3, { generation: 2 })
  for (let at = 0; at < others; at++) trace.collection(1000 + at * 100, 1, { generation: 0 })
  return trace.endAt(4000).judge(fullCollections)
}

test('full collections are many from three of ten on', () => {
  expect(withOthers(21)).toMatchObject({ kind: 'found' })
  expect(withOthers(22)).toEqual({ kind: 'passed', measured: '9 of 31 collections in generation 2' })
})

const inducedAt = (count: number, everyMs: number) =>
  collecting(count, everyMs, 1, { reason: induced }).judge(inducedGc).kind

test('five induced collections are a finding, when they come every five seconds or faster', () => {
  expect([inducedAt(5, 5000), inducedAt(5, 5001), inducedAt(4, 100)]).toEqual(['found', 'passed', 'passed'])
})

const pausedOnce = (pauseMs: number) => collecting(1, 10_000, pauseMs, {}).judge(gcPauses).kind

test('a single pause of 200 ms is long', () => {
  expect([pausedOnce(200), pausedOnce(199)]).toEqual(['found', 'passed'])
})

const finalizedIn = (count: number, ms: number) => {
  const trace = new PlantedTrace()
  trace.runtime(13, 0, {}, { Count: count, ClrInstanceID: 0 })
  return trace.endAt(ms).judge(finalizerBacklog).kind
}

test('two thousand finalized objects are many, at a thousand per second or more', () => {
  expect([finalizedIn(2000, 2000), finalizedIn(2000, 2001), finalizedIn(1999, 1000)]).toEqual([
    'found',
    'passed',
    'passed',
  ])
})
