import { expect, test } from 'vitest'
import type { TraceSampleCounts, TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { classesAtFirst } from './first-classes.ts'

const none: TraceSampleCounts = { running: 0, spinning: 0, waiting: 0, idle: 0, unknown: 0 }
const at = (counts: Partial<TraceSampleCounts>, runtimeVersion = '10.0.1') =>
  classesAtFirst({
    samples: { ...none, ...counts },
    target: { runtimeVersion } as TraceSummary['target'],
  } as TraceSummary)

test('what uses a processor comes first; idle threads are never selected at first', () => {
  expect(at({ running: 10, waiting: 5, idle: 90, unknown: 3 })).toEqual(['running'])
  expect(at({ running: 10, spinning: 2, idle: 90 })).toEqual(['running', 'spinning'])
  expect(at({ waiting: 5, idle: 90 })).toEqual(['waiting', 'unknown'])
  expect(at({ idle: 90 })).toBeNull()
  expect(at({})).toBeNull()
})

test('native code counts at first where .NET 9 reports next to nothing as running', () => {
  expect(at({ running: 1, unknown: 99 }, '9.0.4')).toEqual(['running', 'unknown'])
  expect(at({ running: 50, unknown: 50 }, '9.0.4')).toEqual(['running'])
})
