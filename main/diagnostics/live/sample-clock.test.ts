import { expect, it } from 'vitest'
import { SampleClock } from './sample-clock.ts'

function setUp(wallMs: number) {
  const wall = { ms: wallMs }
  return { wall, clock: new SampleClock(() => wall.ms) }
}

it('is ours until a session tells another time, and where the two are the same', () => {
  const { clock, wall } = setUp(1_000_000)
  expect(clock.now()).toBe(1_000_000)
  clock.sessionStarted(999_800)
  expect(clock.now()).toBe(1_000_000)
  wall.ms += 100
  expect(clock.ofOurs(1_000_050)).toBe(1_000_050)
})

it('is that of a machine whose clock is an hour behind', () => {
  const { clock } = setUp(10_000_000)
  clock.sessionStarted(6_400_000)
  expect(clock.now()).toBeGreaterThanOrEqual(6_400_000)
  expect(clock.now()).toBeLessThan(6_460_000)
  expect(clock.ofOurs(9_999_000)).toBeLessThan(6_459_000)
})

it('continues as before when this machine’s clock is set', () => {
  const { clock, wall } = setUp(10_000_000)
  clock.sessionStarted(10_000_000)
  wall.ms += 3_600_000
  expect(clock.now()).toBeGreaterThanOrEqual(10_000_000)
  expect(clock.now()).toBeLessThan(10_060_000)
})
