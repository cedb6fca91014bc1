import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startSmallStream } from './small-stream.ts'
import { summarise, summarisePlain } from './both-readers.ts'
import { goldenV4, goldenV6 } from './golden.ts'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'nettrace')
const recorded = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.nettrace'))
  .map((name): readonly [string, Uint8Array] => [name, new Uint8Array(fs.readFileSync(path.join(folder, name)))])

test.each([['golden V4', goldenV4], ['golden V6', goldenV6], ...recorded] as const)(
  '%s: both readers agree on every value of every event, whole, in pieces and in small segments',
  (_, bytes) => {
    const expected = summarisePlain(bytes)
    expect(expected.eventCount).toBeGreaterThan(0)
    expect(summarise(bytes, bytes.length)).toEqual(expected)
    expect(summarise(bytes, 61)).toEqual(expected)
    expect(summarise(bytes, 1009, { rowsPerSegment: 3 })).toEqual(expected)
    expect(summarise(bytes, 4096, { keepsSegments: false, rowsPerSegment: 5 })).toEqual(expected)
  },
)

test('a block of megabytes is read whatever the pieces it comes in', () => {
  const { writer, metadataId, written } = startSmallStream()
  const payload = new Uint8Array(60_000)
  for (let block = 0; block < 3; block++) {
    for (let index = 0; index < 40; index++)
      writer.addEvent({ metadataId, timestamp: block * 100 + index, thread: 1 + (index % 3), payload })
    writer.flush()
  }
  writer.end(1000)
  const bytes = written()
  const expected = summarisePlain(bytes)
  expect(expected.eventCount).toBe(120)
  for (const pieceBytes of [100_000, 600_000, bytes.length]) expect(summarise(bytes, pieceBytes)).toEqual(expected)
})
