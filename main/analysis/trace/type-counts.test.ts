import { expect, test } from 'vitest'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { startSmallStream } from '../../nettrace/testing/small-stream.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { streamOf } from '../../nettrace/testing/v6-streams.ts'
import type { V6Writer } from '../../nettrace/writer/v6-writer.ts'
import { TypeCounts } from './type-counts.ts'

/** Rows as `provider/id/version name: events, bytes, stacks`. */
function rowsOf(write: (writer: V6Writer) => void): readonly string[] {
  const pieces = streamOf((writer) => {
    write(writer)
    writer.end(100)
  })
  const [kept, gone] = [true, false].map((keepsSegments) => {
    const types = new TypeCounts()
    const reader = new TraceReader(types, { keepsSegments })
    for (const piece of pieces) {
      reader.push(piece)
      // Whoever asks in between changes nothing.
      types.rows()
    }
    reader.end()
    const rows = types.rows()
    expect(types.rowCount).toBe(rows.length)
    reader.dispose()
    return rows.map(
      (row) =>
        `${row.provider}/${row.id}/${row.version} ${row.name}: ${row.count}, ${row.payloadBytes}, ${row.stackCount}`,
    )
  })
  expect(kept).toEqual(gone)
  return kept!
}

const none = new Uint8Array(0)
const type = { provider: 'B', eventId: 2, name: 'Two', fields: [] }

test('events are counted by type with their bytes and stacks, in the order of provider, id and version', () => {
  expect(
    rowsOf((writer) => {
      const thread = writer.addThread({})
      const stackId = writer.addStack([0x1000n])
      const empty = writer.addStack([])
      const ids = [
        writer.defineType({ ...type, version: 2 }),
        writer.defineType(type),
        writer.defineType({ ...type, eventId: 1, name: 'One' }),
        writer.defineType({ ...type, provider: 'A' }),
        writer.defineType({ ...type, provider: 'Unused' }),
      ]
      for (const metadataId of ids.slice(0, 4))
        writer.addEvent({ metadataId, timestamp: 1, thread, payload: Uint8Array.of(1, 2) })
      writer.addEvent({ metadataId: ids[1]!, timestamp: 2, thread, stackId, payload: Uint8Array.of(1) })
      writer.addEvent({ metadataId: ids[1]!, timestamp: 3, thread, stackId: empty, payload: none })
    }),
  ).toEqual(['A/2/0 Two: 1, 2, 0', 'B/1/0 One: 1, 2, 0', 'B/2/0 Two: 3, 3, 1', 'B/2/2 Two: 1, 2, 0'])
})

test('types of the same provider, id, version and name are one row', () => {
  expect(
    rowsOf((writer) => {
      const thread = writer.addThread({})
      for (let index = 0; index < 3; index += 1)
        writer.addEvent({ metadataId: writer.defineType(type), timestamp: 1, thread, payload: Uint8Array.of(1) })
    }),
  ).toEqual(['B/2/0 Two: 3, 3, 0'])
})

test('labels that stand in for the opcode or the version make rows of their own, the last of a kind counts', () => {
  expect(
    rowsOf((writer) => {
      const thread = writer.addThread({})
      const metadataId = writer.defineType(type)
      const lists = [
        writer.addLabels([
          { kind: 'opcode', value: 9 },
          { kind: 'opcode', value: 1 },
        ]),
        writer.addLabels([{ kind: 'version', value: 5 }]),
        writer.addLabels([{ kind: 'level', value: 5 }]),
      ]
      for (const labelListId of [0, ...lists, lists[0]!])
        writer.addEvent({ metadataId, timestamp: 1, thread, labelListId, payload: Uint8Array.of(1) })
    }),
  ).toEqual(['B/2/0 Two: 2, 2, 0', 'B/2/0 Two/Start: 2, 2, 0', 'B/2/5 Two: 1, 1, 0'])
})

const named = (name: string) => Uint8Array.from(Array.from(`${name}\0`, (letter) => [letter.charCodeAt(0), 0]).flat())

test('what the collector sends in an envelope has its own name', () => {
  const rows = rowsOf((writer) => {
    const thread = writer.addThread({})
    const metadataId = writer.defineType({ provider: runtimeProvider, eventId: 39, name: '', fields: [] })
    const stackId = writer.addStack([0x1000n])
    for (const payload of [named('CommittedUsage'), named('Other'), Uint8Array.of(67), none])
      writer.addEvent({ metadataId, timestamp: 1, thread, stackId, payload })
  })
  expect(rows).toContain(`${runtimeProvider}/39/0 GC/CommittedUsage: 1, 30, 1`)
  expect(rows.find((row) => !row.includes('Committed'))).toMatch(/: 3, 13, 3$/)
})

test('stacks of events that keep the runtime’s books are not counted', () => {
  expect(
    rowsOf((writer) => {
      const thread = writer.addThread({})
      const stackId = writer.addStack([0x1000n])
      for (const eventId of [140, 139])
        writer.addEvent({
          metadataId: writer.defineType({ provider: runtimeProvider, eventId, name: 'E', fields: [] }),
          timestamp: 1,
          thread,
          stackId,
          payload: none,
        })
    }),
  ).toEqual([`${runtimeProvider}/139/0 E: 1, 0, 1`, `${runtimeProvider}/140/0 E: 1, 0, 0`])
})

test('more types than there was room for are counted', () => {
  const rows = rowsOf((writer) => {
    const thread = writer.addThread({})
    for (let eventId = 0; eventId < 200; eventId += 1)
      writer.addEvent({ metadataId: writer.defineType({ ...type, eventId }), timestamp: 1, thread, payload: none })
  })
  expect([rows.length, rows.every((row) => row.endsWith(': 1, 0, 0'))]).toEqual([200, true])
})

test('providers have the events of all their types, the most first and of as many by name', () => {
  const { writer, written } = startSmallStream()
  const add = (provider: string, eventId: number, count: number): void => {
    const metadataId = writer.defineType({ provider, eventId, name: '', fields: [] })
    for (let index = 0; index < count; index++) writer.addEvent({ metadataId, timestamp: 1, thread: 1, payload: none })
  }
  add('Zebra', 1, 2)
  add('Ant', 1, 1)
  add('Ant', 2, 1)
  add('Most', 1, 3)
  add('None', 1, 0)
  writer.end(2)
  const types = new TypeCounts()
  const reader = new TraceReader(types)
  reader.push(written())
  expect(types.providers().map(({ name, eventCount }) => `${name} ${String(eventCount)}`)).toEqual([
    'Most 3',
    'Ant 2',
    'Zebra 2',
  ])
  reader.dispose()
})

test('an event is an envelope of the collector by its provider and its number, not by what it holds', () => {
  const rows = rowsOf((writer) => {
    const thread = writer.addThread({})
    for (const [provider, eventId] of [
      ['Shop', 39],
      [runtimeProvider, 38],
    ] as const) {
      const metadataId = writer.defineType({ provider, eventId, name: 'Own', fields: [] })
      writer.addEvent({ metadataId, timestamp: 1, thread, payload: named('CommittedUsage') })
    }
  })
  expect(rows).toEqual([`${runtimeProvider}/38/0 Own: 1, 30, 0`, 'Shop/39/0 Own: 1, 30, 0'])
})

test('stacks that come after somebody asked are counted too', () => {
  const rows = rowsOf((writer) => {
    const thread = writer.addThread({})
    const metadataId = writer.defineType(type)
    for (let at = 1; at <= 3; at++) {
      const stackId = writer.addStack([BigInt(at * 0x1000)])
      writer.addEvent({ metadataId, timestamp: at, thread, stackId, payload: none })
      writer.flush()
    }
  })
  expect(rows).toEqual(['B/2/0 Two: 3, 0, 3'])
})
