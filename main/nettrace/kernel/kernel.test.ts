import { expect, test } from 'vitest'
import { writeKernel } from './assembly/write-kernel.ts'
import { readAll } from '../testing/read-all.ts'
import { startSmallStream } from '../testing/small-stream.ts'
import { DecodeKernel } from './decode-kernel.ts'
import { kernelBytes } from './kernel-bytes.ts'
import { state, typeTable } from './kernel-layout.ts'

test('the kernel is what its program says: scripts/build-kernel.mjs was run', () => {
  expect(Buffer.from(writeKernel()).toString('base64')).toBe(kernelBytes)
})

test('the kernel finds threads where the host put them, whatever their ID', () => {
  const { writer, metadataId, written } = startSmallStream()
  const ids = [0, 1, 7, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 40 + 3, 2 ** 53 - 1]
  for (let index = 0; index < 600; index++) ids.push(index * 4099, 2 ** 32 * index + 17)
  for (const [index, thread] of [...ids, ...ids].entries())
    writer.addEvent({ metadataId, timestamp: index, thread, payload: new Uint8Array() })
  writer.end(10_000)
  const { trace, events } = readAll([written()])
  expect(events.map((event) => event.thread)).toEqual([...ids, ...ids])
  expect(trace.threads).toHaveLength(new Set(ids).size)
})

test('memory that was given back is taken next, as good as new, and no more than one is kept', () => {
  const [first, second] = [DecodeKernel.take(), DecodeKernel.take()]
  first.threads.add(7, 0, 3, 9)
  first.setType(5, 2)
  first.setState(state.stackCount, 4)
  first.giveBack()
  second.giveBack()
  const again = DecodeKernel.take()
  expect([again === first, DecodeKernel.take() === second]).toEqual([true, false])
  expect([again.threads.count, again.threads.find(7, 0), again.getState(state.stackCount)]).toEqual([0, 0, 0])
  expect(again.words[(typeTable.address >>> 2) + 5]).toBe(0)
})
