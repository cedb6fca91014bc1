import { expect, test } from 'vitest'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'
import { traceSummary } from './trace-summary.ts'

/** Whether a recording with one event of this provider and number has a heap. */
function hasHeap(provider: string, eventId: number): boolean {
  const { parts, feed } = new PlantedTrace()
  feed.push({ provider, eventId, name: 'E', opcode: 0, fields: [] }, { ticks: 1 }, new Uint8Array(0))
  return traceSummary(parts, feed.trace, new TraceTables(parts, feed.trace, feed.read)).hasHeap
}

test('a recording has a heap when the runtime walked it', () => {
  expect([hasHeap(runtimeProvider, 18), hasHeap(runtimeProvider, 19), hasHeap('Shop', 18)]).toEqual([
    true,
    false,
    false,
  ])
})
