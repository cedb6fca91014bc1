import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asPid } from '../../../shared/model/ids.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { resumeAndWait } from './resume.ts'
import { FakeSystem } from './testing/fake-system.ts'

/** Nobody listens there: whatever is sent fails. */
const endpoint: Endpoint = { transport: 'unix', path: '/nowhere/dotnet-diagnostic-10-1-socket', pid: asPid(10) }
const atOtherPort = { isDefaultPortSuspended: false, addresses: ['/tmp/port'] }
let system: FakeSystem

beforeEach(() => {
  vi.useFakeTimers()
  system = new FakeSystem()
  system.add(10, '1', { threadCount: 3 })
})
afterEach(() => void vi.useRealTimers())

test('a resume that cannot be sent has failed', async () => {
  const resumed = await resumeAndWait(endpoint, { isDefaultPortSuspended: true, addresses: [] }, system)
  expect(resumed).toMatchObject({ ok: false })
})

test('a resume that cannot be sent has failed also when the runtime is seen to run', async () => {
  system.change(10, { threadCount: 9 })
  const resumed = await resumeAndWait(endpoint, { isDefaultPortSuspended: true, addresses: [] }, system)
  expect(resumed).toMatchObject({ ok: false })
})

test('waiting ends after three seconds, no later', async () => {
  let isOver = false
  void resumeAndWait(endpoint, atOtherPort, system).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(2999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
})

test('a runtime that another tool has to resume gets no command and is waited for', async () => {
  const resumed = resumeAndWait(endpoint, atOtherPort, system)
  await vi.advanceTimersByTimeAsync(2800)
  system.change(10, { threadCount: 9 })
  await vi.advanceTimersByTimeAsync(100)
  expect(await resumed).toEqual({ ok: true, value: null })
})

test('one that still waits after three seconds waits for somebody else', async () => {
  const resumed = resumeAndWait(endpoint, atOtherPort, system)
  await vi.advanceTimersByTimeAsync(3000)
  system.change(10, { threadCount: 9 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await resumed).toMatchObject({ ok: false, error: { kind: 'unsupported', feature: 'resume-other-port' } })
})

test('a runtime that already runs needs nothing', async () => {
  system.change(10, { threadCount: 9 })
  expect(await resumeAndWait(endpoint, atOtherPort, system)).toEqual({ ok: true, value: null })
  expect(await resumeAndWait(endpoint, null, system)).toEqual({ ok: true, value: null })
})
