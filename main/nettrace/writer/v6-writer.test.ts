import { expect, test } from 'vitest'
import { goldenV6 } from '../testing/golden.ts'
import { arrayOf, plainType, typeCodes } from '../payload/field-type.ts'
import { writePayload } from './payload-writer.ts'
import { V6Writer } from './v6-writer.ts'

const fields = [
  { name: 'x', type: plainType(typeCodes.varInt) },
  { name: 's', type: arrayOf(plainType(typeCodes.utf8Unit)) },
]

test('the writer makes the golden V6 stream, byte by byte', () => {
  const pieces: Uint8Array[] = []
  const writer = new V6Writer({
    syncUnixMs: Date.UTC(2025, 0, 1, 12),
    syncTicks: 10_000_000n,
    ticksPerSecond: 1_000_000_000,
    pointerBytes: 8,
    attributes: [['ProcessId', '1234']],
    write: (bytes) => pieces.push(bytes),
  })
  const main = writer.addThread({ name: 'main', processId: 1234n, threadId: 100n })
  const other = writer.addThread({ processId: 1234n, threadId: 200n })
  const metadataId = writer.defineType({
    provider: 'P',
    eventId: 7,
    name: 'E',
    opcode: 1,
    keywords: 16n,
    level: 4,
    fields,
  })
  const labelListId = writer.addLabels([
    { kind: 'text', key: 'k', value: 'v' },
    { kind: 'number', key: 'n', value: -5n },
  ])
  const stackId = writer.addStack([0x7f0000001000n])
  const payload = writePayload(fields, [-5n, 'hi'])
  writer.addEvent({ metadataId, timestamp: 100, thread: main, processor: 2, stackId, labelListId, payload })
  writer.addEvent({ metadataId, timestamp: 105, thread: other, payload })
  writer.flush()
  writer.block(99, Uint8Array.of(0xaa, 0xbb))
  writer.dropEvents(other, 2)
  writer.sequencePoint(200, { threads: true })
  writer.block(0, new Uint8Array(0))
  expect(toHex(Uint8Array.from(pieces.flatMap((piece) => [...piece])))).toBe(toHex(goldenV6))
})

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
