import { describe, expect, it } from 'vitest'
import { concat } from '../writer/made-stream.ts'
import { NetperfWriter } from '../writer/netperf-writer.ts'
import { v6BlockKinds } from '../writer/v6-writer.ts'
import { smallTrace, startSmallStream } from '../testing/small-stream.ts'
import { streamOf, type } from '../testing/v6-streams.ts'
import { describedTypes } from './described-types.ts'
import type { RangeSource } from './stream-blocks.ts'

/** Also what was read. */
function sourceOf(bytes: Uint8Array, reads: [number, number][] = []): RangeSource {
  return {
    size: bytes.length,
    read: (offset, byteCount) => {
      reads.push([offset, byteCount])
      return bytes.subarray(offset, offset + byteCount)
    },
  }
}

function found(source: RangeSource) {
  const steps = describedTypes(source)
  const types: string[] = []
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { types, isWhole: step.value }
    types.push(...step.value.types.map(({ provider, eventId }) => `${provider}/${String(eventId)}`))
  }
}

const payload = new Uint8Array(50_000)

/** Two types, the second one described behind large events of the first. */
function objects(): Uint8Array {
  const { writer, metadataId, written } = startSmallStream()
  for (let index = 0; index < 8; index++) writer.addEvent({ metadataId, timestamp: index, thread: 1, payload })
  const second = writer.defineType({ provider: 'Q', eventId: 2, name: '', fields: [] })
  writer.addEvent({ metadataId: second, timestamp: 9, thread: 1, payload })
  writer.end(10)
  return written()
}

function v6(): Uint8Array {
  return concat(
    streamOf((writer) => {
      const thread = writer.addThread({ name: 'Main' })
      const metadataId = writer.defineType(type)
      for (let index = 0; index < 4; index++) writer.addEvent({ metadataId, timestamp: index, thread, payload })
      writer.flush()
      const second = writer.defineType({ ...type, provider: 'Q', eventId: 2 })
      writer.addEvent({ metadataId: second, timestamp: 9, thread, payload })
      writer.end(10)
    }),
  )
}

describe.each([
  ['V4', objects, ['P/1', 'Q/2']],
  ['V6', v6, ['P/7', 'Q/2']],
] as const)('the types of a stream of %s', (_container, make, types) => {
  it('are those that it describes, wherever that is', () => {
    expect(found(sourceOf(make()))).toEqual({ types, isWhole: true })
  })

  it('are found without reading an event', () => {
    const reads: [number, number][] = []
    found(sourceOf(make(), reads))
    expect(reads.reduce((sum, [, byteCount]) => sum + byteCount, 0)).toBeLessThan(3000)
  })

  it('are not all there where the stream is cut off', () => {
    const bytes = make()
    for (const length of [0, 8, 20, 100, bytes.length - 60_000, bytes.length - 4])
      expect([length, found(sourceOf(bytes.subarray(0, length))).isWhole]).toEqual([length, false])
  })
})

it('are not known of NetPerf, where descriptions are events', () => {
  const pieces: Uint8Array[] = []
  const writer = new NetperfWriter({ ...smallTrace, write: (bytes) => pieces.push(bytes) })
  writer.end()
  expect(found(sourceOf(concat(pieces)))).toEqual({ types: [], isWhole: false })
})

function isWholeWith(metadata: readonly number[]): boolean {
  const pieces = streamOf((writer) => {
    writer.block(v6BlockKinds.metadata, Uint8Array.from(metadata))
    writer.end(10)
  })
  return found(sourceOf(concat(pieces))).isWhole
}

it('are not known where a description does not fit its block', () => {
  expect(isWholeWith([0, 0])).toBe(true)
  for (const metadata of [[0], [9, 0], [0, 0, 9, 0, 1], [0, 0, 1, 0, 1]])
    expect([metadata, isWholeWith(metadata)]).toEqual([metadata, false])
})
