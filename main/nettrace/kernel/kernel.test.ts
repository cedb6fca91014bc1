import { expect, test } from 'vitest'
import { writeKernel } from './assembly/write-kernel.ts'
import { readAll } from '../testing/read-all.ts'
import { startSmallStream } from '../testing/small-stream.ts'
import { kernelBytes } from './kernel-bytes.ts'

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
