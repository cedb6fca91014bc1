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
})

test('without GC events nothing is judged, unless counters show there were no GCs', () => {
  const trace = new PlantedTrace().endAt(1000)
  for (const rule of [inducedGc, fullCollections, gcPauses, finalizerBacklog])
    expect(trace.judge(rule)).toMatchObject({ kind: 'not-judged', question: 'gc' })
  const counted = new PlantedTrace()
  counted.counter('gen-0-gc-count', 0, 0)
  expect(counted.judge(gcPauses)).toMatchObject({ kind: 'passed' })
})
