import { expect, test } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import { ActionQueues } from './action-queues.ts'

const key = asProcessKey('1:1')
const other = asProcessKey('2:2')
const nothing = (): void => undefined

test('captures of one process run one after another, those of other processes in parallel', async () => {
  const queues = new ActionQueues()
  const said: string[] = []
  let release = nothing
  queues.add(key, async () => {
    await new Promise<void>((resolve) => (release = resolve))
    said.push('first')
  })
  queues.add(key, () => Promise.resolve(void said.push('second')))
  queues.add(other, () => Promise.resolve(void said.push('other')))
  expect([queues.isFull(key), queues.isFull(other)]).toEqual([true, false])
  await new Promise((resolve) => setImmediate(resolve))
  expect(said).toEqual(['other'])
  release()
  await queues.whenIdle()
  expect(said).toEqual(['other', 'first', 'second'])
  expect(queues.isFull(key)).toBe(false)
})
