import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testRow } from '../live/testing/fake-directory.ts'
import { RuleClaims } from './rule-claims.ts'
import { EngineBench, notify, standing } from './testing/engine-bench.ts'

const row = testRow(7)
const installation = randomUUID()
const sameKey = (text: string) => `${installation} ${text}`

const holderIn = (instance: EngineBench) => instance.engine.entryOf(instance.store.ruleOf('same')!).heldBy
const stall = (instance: EngineBench) => {
  instance.directory.put(row)
  instance.directory.put({ ...row, state: 'silent' })
}

test('of two instances with the same armed rule one acts on it, and the other one takes over when that one ends', async () => {
  const instances = [new EngineBench(new RuleClaims(sameKey)), new EngineBench(new RuleClaims(sameKey))] as const
  const [first, second] = instances
  first.arm('same', [standing], [notify])
  await expect.poll(() => first.engine.armed).toHaveLength(1)
  second.arm('same', [standing], [notify])
  second.arm('own', [standing], [notify])
  await expect.poll(() => holderIn(second)).toEqual({ pid: process.pid })
  await expect.poll(() => second.engine.armed.map(({ id }) => id)).toEqual(['own'])
  for (const instance of instances) stall(instance)
  await expect.poll(() => first.fired('same')[0]?.outcome).toBe('done')
  expect([second.fired('same'), second.fired('own').length, holderIn(first)]).toEqual([[], 1, null])

  await first.engine.end()
  await expect.poll(() => second.engine.armed).toHaveLength(2)
  expect(holderIn(second)).toBeNull()
  stall(second)
  await expect.poll(() => second.fired('same')[0]?.outcome).toBe('done')
  await Promise.all(instances.map((instance) => instance.dispose()))
})
