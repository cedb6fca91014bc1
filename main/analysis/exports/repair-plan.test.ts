import { expect, test } from 'vitest'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { concat, type MadeFormat, madeFormats, type MadeStream, makeStream } from '../../nettrace/writer/made-stream.ts'
import { repairPlan } from './repair-plan.ts'

const events = Array.from({ length: 24 }, (_, index) => ({
  type: index % 2,
  step: 1000 + index,
  thread: index % 3,
  processor: 0,
  stack: index % 4 === 0 ? [] : [0x7f00_0000_1000n + BigInt(index), 0x7f00_0000_9000n],
  activityId: null,
  // Odd lengths, so that containers that align have to.
  payload: Uint8Array.from({ length: 4 + (index % 5) }, (_, at) => at + index),
  after: index % 9 === 8 ? ('sequence-point' as const) : index % 5 === 4 ? ('flush' as const) : ('nothing' as const),
}))
const type = { provider: 'P', level: 4, keywords: 1n, opcode: 0, version: 0 }
const stream: MadeStream = {
  syncUnixMs: 1_700_000_000_000,
  syncTicks: 5_000_000n,
  ticksPerSecond: 1e9,
  pointerBytes: 8,
  types: [
    { ...type, eventId: 1, name: 'A', fields: [{ name: 'x', type: plainType(typeCodes.int32) }] },
    { ...type, eventId: 2, name: 'B', fields: [] },
  ],
  events,
}

function read(bytes: Uint8Array) {
  const rows: string[] = []
  const reader = new TraceReader(
    {
      onEvents(segment, from, to) {
        for (let row = from; row < to; row++)
          rows.push([segment.timestamp[row], segment.typeIndex[row], segment.payloadLength[row]].join())
      },
    },
    { keepsSegments: false, rowsPerSegment: 256 },
  )
  reader.push(bytes)
  const isComplete = reader.end()
  return { rows, isComplete, damage: reader.trace.damage, hasHeader: reader.trace.header !== null }
}

function repaired(bytes: Uint8Array): Uint8Array {
  const source = { size: bytes.length, read: (offset: number, count: number) => bytes.slice(offset, offset + count) }
  const pieces = repairPlan(source, Number.POSITIVE_INFINITY)
  return concat(pieces.map((piece) => ('bytes' in piece ? piece.bytes : bytes.subarray(piece.from, piece.to))))
}

test.each<MadeFormat>([...madeFormats])(
  'a stream of %s that is cut anywhere is whole again with what it had',
  (format) => {
    const whole = makeStream(stream, format)
    expect(read(whole)).toMatchObject({ isComplete: true, damage: [] })
    let repairs = 0
    for (let cut = whole.length - 1; cut > 60; cut -= 7) {
      const damaged = whole.subarray(0, cut)
      const before = read(damaged)
      if (!before.hasHeader) continue
      repairs++
      const after = read(repaired(damaged))
      expect([cut, after.isComplete, after.damage, after.rows]).toEqual([cut, true, [], before.rows])
    }
    expect(repairs).toBeGreaterThan(40)
  },
)
