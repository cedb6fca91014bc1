import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { damageOf, guid, read, type } from '../testing/v6-streams.ts'
import { v6BlockKinds, type V6Writer } from '../writer/v6-writer.ts'

const nothing = new Uint8Array(0)

const writeTwoEvents = (writer: V6Writer) => {
  const thread = writer.addThread({ threadId: 7n })
  const metadataId = writer.defineType(type)
  const stackId = writer.addStack([0x1000n, 0x2000n])
  const labelListId = writer.addLabels([{ kind: 'activity', id: guid(1) }])
  for (const timestamp of [1, 5])
    writer.addEvent({
      metadataId,
      timestamp,
      thread,
      stackId,
      labelListId,
      processor: 3,
      payload: Uint8Array.of(timestamp),
    })
  writer.end(9)
}

const shown = (headers: 'plain' | 'compressed') =>
  read(writeTwoEvents, { headers }).events.map(({ payloadOffset: _offset, ...event }) => event)

describe('a stream of V6', () => {
  test('says its process and machine in attributes', () => {
    const attributes = [
      ['ProcessId', '42'],
      ['HardwareThreadCount', '8'],
      ['ExpectedCPUSamplingRate', '1000000'],
      ['Other', 'x'],
    ] as const
    const { header } = read((writer) => writer.end(1), { attributes, pointerBytes: 4, syncTicks: 2n ** 40n + 7n })
    expect(header).toMatchObject({ pid: 42, processorCount: 8, samplingRateNs: 1e6, pointerBytes: 4, attributes })
    expect(header?.syncTicks).toEqual({ low: 7, high: 256 })
    const odd = read((writer) => writer.end(1), { attributes: [['ProcessId', '1e999']] })
    expect(odd.header).toMatchObject({ pid: 0, processorCount: 0, samplingRateNs: 0 })
  })

  test.each([
    ['no time at all', { ticksPerSecond: 0 }],
    ['pointers of another size', { pointerBytes: 5 as never }],
  ])('with %s has no header, and its blocks are damage', (_name, init) => {
    const { header, damage } = read((writer) => {
      writer.defineType(type)
      writer.end(1)
    }, init)
    expect(header).toBeNull()
    expect(damage.map(({ block, expected }) => [block, expected])).toEqual([
      ['TraceBlock', 'a clock and a pointer size of 4 or 8'],
      ['MetadataBlock', 'a Trace block first'],
      ['SequencePointBlock', 'a Trace block first'],
    ])
  })

  test('counts blocks of a kind that nobody knows', () => {
    const { trace, damage } = read((writer) => {
      writer.block(99, Uint8Array.of(1))
      writer.block(9, Uint8Array.of(1))
      writer.block(99, nothing)
      writer.end(1)
    })
    expect([[...trace.unknownBlocks], damage]).toEqual([
      [
        ['kind 99', 2],
        ['kind 9', 1],
      ],
      [],
    ])
  })

  test('counts what a thread could not write, and what was removed with it', () => {
    const { lostEventCount, sequencePoints } = read((writer) => {
      const first = writer.addThread({})
      const second = writer.addThread({})
      const metadataId = writer.defineType(type)
      writer.addEvent({ metadataId, timestamp: 1, thread: first, payload: nothing })
      writer.dropEvents(first, 3)
      writer.dropEvents(second, 2)
      writer.removeThread(second)
      writer.sequencePoint(5)
      writer.end(6)
    })
    expect([lostEventCount, sequencePoints]).toEqual([5, [5, 6]])
  })

  test.each<[string, Uint8Array]>([
    ['fewer threads than it says', new ByteBuilder().i64(5n).u32(0).u32(2).u8(1).u8(0).take()],
    ['threads that are cut', new ByteBuilder().i64(5n).u32(0).u32(2).u8(1).u8(0).u8(2).take()],
  ])('with a sequence point of %s is damaged there, and continues', (_name, content) => {
    const { damage, sequencePoints } = read((writer) => {
      writer.addThread({})
      writer.flush()
      writer.block(v6BlockKinds.sequencePoint, content)
      writer.end(9)
    })
    expect(damage.map(({ block, expected, found }) => [block, expected, found])).toEqual([
      ['SequencePointBlock', '2 threads', '1'],
    ])
    expect(sequencePoints).toEqual([5, 9])
  })

  test.each<[string, Uint8Array, string]>([
    ['no header', nothing, 'a block header of 20 bytes or more'],
    ['half a header', new Uint8Array(19), 'a block header of 20 bytes or more'],
  ])('with a block of events that has %s is damaged there', (_name, content, expected) => {
    expect(damageOf('event', content)).toMatchObject([['EventBlock', expected, `${content.length} bytes`]])
  })

  test('with headers that are not compressed has the same events', () => {
    expect(shown('plain')).toEqual(shown('compressed'))
    expect(shown('plain')).toHaveLength(2)
  })
})
