import { expect, test } from 'vitest'
import { writeFaults } from './faulty-sources.mjs'
import { FaultSwitch } from './fault-switch.mjs'

test('every fault of a source has a switch of ours, and none of Stryker’s is left', async () => {
  const file = 'main/protocol/guid.ts'
  const { faults, texts } = await writeFaults([file])
  const text = texts.get(file) ?? ''
  expect(faults.length).toBeGreaterThan(5)
  for (const { id } of faults) expect(text).toContain(`faultSwitch.active === ${id} && faultSwitch.hit()`)
  expect(text.match(/stry\w+_9fa48/g)).toBeNull()
  expect(text).toContain('const faultSwitch = globalThis.pipescopeFaults;')
})

test('a fault that makes a loop run without end throws after a hundred times the usual', () => {
  const faults = new FaultSwitch(9)
  faults.turnOn(3, 50)
  for (let hit = 0; hit < 6000; hit += 1) faults.hit()
  expect(() => faults.hit()).toThrow('without end')
  faults.turnOn(4, 50)
  expect(faults.hit()).toBe(true)
})

test('places are counted from each start anew', () => {
  const faults = new FaultSwitch(3)
  faults.startCounting()
  faults.cover(0, 2)
  faults.cover(2)
  expect([...faults.stopCounting()]).toEqual([
    [0, 1],
    [2, 2],
  ])
  faults.startCounting()
  expect(faults.stopCounting().size).toBe(0)
})
