import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { damageOf, guid, read, type } from '../testing/v6-streams.ts'

const nothing = new Uint8Array(0)

const labelBlock = (...bytes: readonly number[]) => new ByteBuilder().u32(1).u32(1).bytes(Uint8Array.from(bytes)).take()

const hex = (last: number) => Buffer.from(guid(last)).toString('hex')

describe('labels of V6', () => {
  test('are read with every kind there is, and their activities are those of the event', () => {
    const { events, trace, damage } = read((writer) => {
      const thread = writer.addThread({})
      const metadataId = writer.defineType(type)
      const labelListId = writer.addLabels([
        { kind: 'activity', id: guid(1) },
        { kind: 'related-activity', id: guid(2) },
        { kind: 'trace', id: guid(3) },
        { kind: 'span', id: 2n ** 63n + 5n },
        { kind: 'text', key: 'k', value: 'v' },
        { kind: 'number', key: 'n', value: -129n },
        { kind: 'opcode', value: 3 },
        { kind: 'keywords', value: 2n ** 62n },
        { kind: 'level', value: 5 },
        { kind: 'version', value: 9 },
      ])
      writer.addEvent({ metadataId, timestamp: 1, thread, labelListId, payload: nothing })
      writer.addEvent({ metadataId, timestamp: 2, thread, payload: nothing })
      writer.end(3)
    })
    expect(damage).toEqual([])
    expect(events.map(({ activity, relatedActivity }) => [activity, relatedActivity])).toEqual([
      [hex(1), hex(2)],
      [null, null],
    ])
    expect(trace.labels.at(-1)).toEqual([
      { kind: 'activity', bytes: guid(1) },
      { kind: 'relatedActivity', bytes: guid(2) },
      { kind: 'traceId', bytes: guid(3) },
      { kind: 'spanId', value: 2n ** 63n + 5n },
      { kind: 'text', key: 'k', value: 'v' },
      { kind: 'number', key: 'n', value: -129n },
      { kind: 'opcode', value: 3 },
      { kind: 'keywords', value: 2n ** 62n },
      { kind: 'level', value: 5 },
      { kind: 'version', value: 9 },
    ])
  })

  test.each<[string, Uint8Array]>([
    ['of an unknown kind', labelBlock(128 + 11, 0, 0)],
    ['whose list has no end', labelBlock(7, 1)],
    ['that are cut in an id', labelBlock(128 + 1, 1, 2, 3)],
    ['that are fewer than was said', new ByteBuilder().u32(1).u32(1).take()],
  ])('%s are damage', (_name, content) => {
    expect(damageOf('labelList', content)).toEqual([['LabelListBlock', '1 label lists', '0']])
  })

  test('that were not defined are reported once, and the event has none', () => {
    const { events, damage } = read((writer) => {
      const thread = writer.addThread({})
      const metadataId = writer.defineType(type)
      for (const timestamp of [1, 2])
        writer.addEvent({ metadataId, timestamp, thread, labelListId: 9, payload: nothing })
      writer.end(3)
    })
    expect(events.map(({ activity }) => activity)).toEqual([null, null])
    expect(damage.map(({ expected, found }) => [expected, found])).toEqual([['a label list that was defined', 'id 9']])
  })

  test('live until the next sequence point', () => {
    const { events, damage } = read((writer) => {
      const thread = writer.addThread({})
      const metadataId = writer.defineType(type)
      const first = writer.addLabels([{ kind: 'activity', id: guid(1) }])
      writer.addEvent({ metadataId, timestamp: 1, thread, labelListId: first, payload: nothing })
      writer.sequencePoint(2)
      const second = writer.addLabels([{ kind: 'activity', id: guid(2) }])
      expect([first, second]).toEqual([1, 1])
      writer.addEvent({ metadataId, timestamp: 3, thread, labelListId: second, payload: nothing })
      writer.end(4)
    })
    expect([events.map(({ activity }) => activity?.slice(-2)), damage]).toEqual([['01', '02'], []])
  })
})
