import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StartUpGate } from './start-up-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function isOpenAfter(gate: StartUpGate, ms: number, signal = new AbortController().signal): Promise<boolean> {
  let isOpen = false
  void gate.metersSettled(signal).then(() => (isOpen = true))
  await vi.advanceTimersByTimeAsync(ms)
  return isOpen
}

describe('the gate between meters and counters', () => {
  it('opens with the first event of the metrics source', async () => {
    const gate = new StartUpGate(() => 0)
    gate.metersOpened()
    setTimeout(() => gate.noteMeterEvent(), 100)
    expect(await isOpenAfter(gate, 99)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isOpenAfter(gate, 0)).toBe(true)
  })

  it('opens for a process without meters after a while, later when the process has just started', async () => {
    expect(await isOpenAfter(new StartUpGate(() => 60_000), 4999)).toBe(false)
    expect(await isOpenAfter(new StartUpGate(() => 60_000), 5000)).toBe(true)
    expect(await isOpenAfter(new StartUpGate(() => 500), 9000)).toBe(false)
    expect(await isOpenAfter(new StartUpGate(() => 500), 9500)).toBe(true)
  })

  it('does not keep anybody waiting who wants something else', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 10)
    expect(await isOpenAfter(new StartUpGate(() => 0), 10, stop.signal)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
