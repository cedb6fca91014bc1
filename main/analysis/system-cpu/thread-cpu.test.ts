import { expect, test } from 'vitest'
import { type CpuTick, parseSidecar, sidecarLine } from './sidecar-lines.ts'
import { systemCpuOf } from './thread-cpu.ts'

const tick = (
  unixMs: number,
  processMs: number,
  threads: Readonly<Record<string, number>>,
  ended: number[] = [],
): CpuTick => ({
  unixMs,
  processMs,
  threads,
  ended,
})

test('a thread used what its readings differ by; a new one all of it, one that stood still nothing', () => {
  const cpu = systemCpuOf([
    tick(0, 1000, { 1: 600, 2: 400 }),
    tick(1000, 1500, { 1: 900, 3: 150 }),
    tick(2000, 1700, { 1: 1000 }),
  ])
  expect([...(cpu?.threads ?? [])]).toEqual([
    [1, 400],
    [3, 150],
    [2, 0],
  ])
  expect(cpu).toMatchObject({ fromUnixMs: 0, toUnixMs: 2000, processMs: 700, missingMs: 150, endedCount: 0 })
})

test('threads that ended between two readings are counted, and one that gets their id is another one', () => {
  const cpu = systemCpuOf([tick(0, 100, { 1: 100 }), tick(1000, 200, {}, [1]), tick(2000, 260, { 1: 60 })])
  expect(cpu).toMatchObject({ processMs: 160, missingMs: 100, endedCount: 1 })
  expect(cpu?.threads.get(1)).toBe(60)
})

test('one reading says nothing, and readings that go back in time are left out', () => {
  expect(systemCpuOf([])).toBeNull()
  expect(systemCpuOf([tick(0, 100, { 1: 100 })])).toBeNull()
  for (const wrong of [tick(500, 900, { 1: 900 }), tick(1000, 900, { 1: 900 }), tick(1500, 90, { 1: 900 })]) {
    const cpu = systemCpuOf([tick(1000, 100, { 1: 100 }), wrong, tick(2000, 150, { 1: 150 })])
    expect([cpu?.processMs, cpu?.threads.get(1)]).toEqual([50, 50])
  }
})

test('lines are read back; what is not understood says nothing', () => {
  const mark = { unixMs: 5, elapsedMs: 5, text: 'a' }
  const text = [
    sidecarLine({ marks: [mark] }),
    sidecarLine({ cpu: tick(0, 1, { 1: 1 }) }),
    '{"cpu":{"unixMs":"x"}}',
    '{"cpu":{"unixMs":1,"processMs":-1,"threads":{}}}',
    '{"cpu":{"unixMs":1,"processMs":1,"threads":{"x":1}}}',
    '{"note":"of a newer version"}',
    '',
    sidecarLine({ marks: [] }),
    '{"cpu":{"unixM',
  ].join('\n')
  expect(parseSidecar(text, 'cpu').cpu).toEqual([tick(0, 1, { 1: 1 })])
  expect(parseSidecar(text, 'marks').marks).toEqual([])
  expect(parseSidecar('', 'marks').marks).toBeNull()
})
