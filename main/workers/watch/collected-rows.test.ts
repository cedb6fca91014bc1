import { describe, expect, it } from 'vitest'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { CollectedRows, eventKind } from './collected-rows.ts'

function type(provider: string, eventId: number, name = '', index = 0): TraceEventType {
  return { index, provider, eventId, name, fields: [], opcode: 0, isOpaque: false } as unknown as TraceEventType
}

function allocationTick(typeName: string, bytes: number): Uint8Array {
  const head = Buffer.alloc(26)
  head.writeBigUInt64LE(BigInt(bytes), 10)
  return Uint8Array.from(Buffer.concat([head, Buffer.from(`${typeName}\0`, 'utf16le'), Buffer.alloc(20)]))
}

describe('what a recording has collected', () => {
  it('is allocations by type, the most bytes first', () => {
    const rows = new CollectedRows()
    const handler = rows.handlerFor(type('Microsoft-Windows-DotNETRuntime', 10), 8)!
    for (const [name, bytes] of [
      ['System.String', 100],
      ['App.Order[]', 900],
      ['System.String', 200],
    ] as const) {
      const payload = allocationTick(name, bytes)
      handler(payload, new DataView(payload.buffer), 0, payload.length, 0, {} as TraceSegment)
    }
    expect(rows.kinds).toEqual([
      {
        kind: 'allocations',
        rows: [
          { name: 'App.Order[]', count: 1, amount: 900 },
          { name: 'System.String', count: 2, amount: 300 },
        ],
      },
    ])
  })

  it('stays small, however many names a process sends', () => {
    const rows = new CollectedRows()
    for (let index = 0; index < 10_000; index += 1)
      rows.add('requests', `GET /${String(index)}${'x'.repeat(300)}`, null)
    const [kind] = rows.kinds
    expect(kind?.rows).toHaveLength(51)
    expect(kind?.rows.at(-1)?.name).toBe('Others')
    expect(kind?.rows.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
    expect(kind?.rows[0]?.name).toHaveLength(200)
  })

  it('is every event by name where nothing more is known, without samples and rundown', () => {
    const types = [
      type('My-Source', 1, 'OrderStart', 0),
      type('Microsoft-Windows-DotNETRuntimeRundown', 144, '', 1),
      type('My-Source', 2, 'Never', 2),
    ]
    expect(eventKind(types, [7, 100, 0]).rows).toEqual([{ name: 'My-Source/Order/Start', count: 7, amount: null }])
  })
})
