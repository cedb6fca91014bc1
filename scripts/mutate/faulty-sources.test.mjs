import { expect, test } from 'vitest'
import { writeFaults } from './faulty-sources.mjs'
import { FaultSwitch } from './fault-switch.mjs'

test('every fault of a source has a switch of ours, and none of Stryker’s is left', async () => {
  const file = 'main/protocol/guid.ts'
  const { faults, texts } = await writeFaults([file])
  const text = texts.get(file) ?? ''
  expect(faults.length).toBeGreaterThan(5)
  for (const { id } of faults) expect(text).toContain(`(faultSwitch.active === ${id})`)
  expect(text.match(/stry\w+_9fa48/g)).toBeNull()
  expect(text).toContain('const faultSwitch = globalThis.pipescopeFaults;')
})

test('a fault that makes code run without end throws, and keeps throwing', () => {
  const faults = new FaultSwitch(9)
  const comeBy = () => --faults.fuel < 0 && faults.pass(1)
  faults.turnOn(3, 50)
  for (let step = 0; step < 50; step += 1) comeBy()
  expect(comeBy).toThrow('without end')
  expect(comeBy).toThrow('without end')
  faults.turnOff()
  expect(comeBy).not.toThrow()
})

test('places and steps are counted from each start anew', () => {
  const faults = new FaultSwitch(3)
  faults.startCounting()
  faults.pass(0, 2)
  faults.pass(2)
  expect(faults.stopCounting()).toEqual({ faults: [0, 2], steps: 2 })
  faults.startCounting()
  expect(faults.stopCounting()).toEqual({ faults: [], steps: 0 })
})
