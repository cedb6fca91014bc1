import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asProcessKey } from '../../../../shared/model/ids.ts'
import { StopGate, type WarmRoles } from './stop-gate.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

const key = asProcessKey('1:1')

function gateFor(warm: WarmRoles = new Set()) {
  const gate = new StopGate(warm, () => key)
  gate.opened(0, 'meters', 1000)
  let isHarmless = false
  const ask = () => void gate.whenHarmless(0).then(() => (isHarmless = true))
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return isHarmless
  }
  return { gate, ask, after }
}

test('a session is not stopped before it has delivered, and then between its ticks', async () => {
  const { gate, ask, after } = gateFor()
  ask()
  expect(await after(1000)).toBe(false)
  gate.heard(0)
  gate.delivered(0)
  expect(await after(100)).toBe(false)
  expect(await after(100)).toBe(true)
})

test('a session that delivers nothing is waited for only for a while, a slow one for less', async () => {
  const { gate, ask, after } = gateFor()
  ask()
  expect(await after(19_900)).toBe(false)
  expect(await after(300)).toBe(true)
  gate.opened(0, 'meters', 60_000)
  const slow = gate.whenHarmless(0)
  await vi.advanceTimersByTimeAsync(5200)
  await slow
})

test('in a process that has delivered before, a session that has not is stopped at once', async () => {
  const { ask, after } = gateFor(new Set([`${key} meters` as const]))
  ask()
  expect(await after(0)).toBe(true)
})

test('a session that delivers is kept out of its ticks in every process', async () => {
  const { gate, ask, after } = gateFor(new Set([`${key} meters` as const]))
  gate.delivered(0)
  ask()
  expect(await after(60)).toBe(false)
  expect(await after(140)).toBe(true)
})

test('a session that never rests, or has ended, holds nobody up', async () => {
  const { gate, ask, after } = gateFor(new Set([`${key} meters` as const]))
  gate.delivered(0)
  ask()
  for (let ms = 0; ms < 1000; ms += 50) {
    gate.heard(0)
    await after(50)
  }
  expect(await after(50)).toBe(true)
  gate.ended(0)
  await gate.whenHarmless(0)
})
