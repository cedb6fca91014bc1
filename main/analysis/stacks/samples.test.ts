import { describe, expect, it } from 'vitest'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { sampleKinds, Samples } from './samples.ts'

const sampleType = { provider: 'Microsoft-DotNETCore-SampleProfiler', eventId: 0 } as TraceEventType

/** One event of a block: what the handler reads of it. */
function feed(
  samples: Samples,
  rows: readonly { ticks: number; thread: number; stack: number; kind: number | null }[],
) {
  const handler = samples.onEventType(sampleType)
  if (handler === null) throw new Error('no handler')
  const segment = {
    timestamp: Float64Array.from(rows, ({ ticks }) => ticks),
    threadIndex: Uint32Array.from(rows, ({ thread }) => thread),
    stackIndex: Uint32Array.from(rows, ({ stack }) => stack),
  } as unknown as Parameters<typeof handler>[5]
  const bytes = new Uint8Array(4)
  const view = new DataView(bytes.buffer)
  for (const [row, { kind }] of rows.entries()) {
    view.setUint32(0, kind ?? 0, true)
    handler(bytes, view, 0, kind === null ? 3 : 4, row, segment)
  }
}

describe('the samples of a trace', () => {
  it('are kept in full, in the order of the stream, when the columns have to grow', () => {
    const samples = new Samples()
    const rows = Array.from({ length: 5000 }, (_, row) => {
      return { ticks: row * 7, thread: row % 13, stack: row * 3, kind: 1 + (row % 2) }
    })
    feed(samples, rows)
    expect(samples.count).toBe(rows.length)
    const kept = Array.from({ length: samples.count }, (_, row) => ({
      ticks: samples.ticks[row],
      thread: samples.threadIndex[row],
      stack: samples.stackIndex[row],
      kind: samples.kind[row],
    }))
    expect(kept).toEqual(rows)
  })

  it('fill their columns to the last row before these grow', () => {
    const samples = new Samples()
    const lengthBefore = samples.kind.length
    feed(
      samples,
      Array.from({ length: lengthBefore }, () => ({ ticks: 1, thread: 0, stack: 0, kind: 2 })),
    )
    expect(samples.kind).toHaveLength(lengthBefore)
    feed(samples, [{ ticks: 2, thread: 4, stack: 5, kind: 1 }])
    expect(samples.kind.length).toBeGreaterThan(lengthBefore)
    expect([samples.ticks[lengthBefore], samples.threadIndex[lengthBefore], samples.stackIndex[lengthBefore]]).toEqual([
      2, 4, 5,
    ])
  })

  it('keep the state that the sampler reported; a missing or unknown state is left as it is', () => {
    const samples = new Samples()
    feed(samples, [
      { ticks: 1, thread: 0, stack: 0, kind: sampleKinds.managed },
      { ticks: 2, thread: 0, stack: 0, kind: null },
      { ticks: 3, thread: 0, stack: 0, kind: 70_000 },
    ])
    expect([...samples.kind.subarray(0, 3)]).toEqual([sampleKinds.managed, sampleKinds.error, 255])
  })

  it('come from the sampler alone', () => {
    const samples = new Samples()
    expect(samples.onEventType({ ...sampleType, eventId: 1 })).toBeNull()
    expect(samples.onEventType({ ...sampleType, provider: 'Microsoft-Windows-DotNETRuntime' })).toBeNull()
  })
})
