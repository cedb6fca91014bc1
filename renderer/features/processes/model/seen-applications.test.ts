import { expect, test } from 'vitest'
import { seenApplications } from './seen-applications.ts'

const seen = (name: string, application: string, lastSeenMs: number) => ({
  name,
  application,
  lastSeenMs,
  runtimeVersion: '10.0.3',
  isPinned: false,
})

test('an application started in several ways is listed once, the one seen last first', () => {
  const list = seenApplications([
    seen('worker', 'worker\nworker 1', 10),
    seen('api', 'api\napi --a', 20),
    seen('worker', 'worker\nworker 2', 30),
  ])
  expect(list.map(({ name, runs }) => [name, runs.map(({ lastSeenMs }) => lastSeenMs)])).toEqual([
    ['worker', [30, 10]],
    ['api', [20]],
  ])
})
