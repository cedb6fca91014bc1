import { describe, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { everything } from '../../../shared/model/trace/trace-trim.ts'
import { forEachCompressedBlob } from '../../nettrace/framing/metadata-blobs.ts'
import { BlobWriter } from '../../nettrace/writer/blob-writer.ts'
import { writeEventType } from '../../nettrace/writer/metadata-writer.ts'
import { PlainBlobWriter } from '../../nettrace/writer/plain-blob-writer.ts'
import { metadataBlob } from '../../nettrace/writer/written-event.ts'
import { writeV6EventType } from '../../nettrace/writer/v6-metadata-writer.ts'
import { KeptTypes } from './kept-types.ts'
import { TrimFilter } from './trim-filter.ts'

const type = (provider: string, eventId = 1) => ({ provider, eventId, name: 'E', fields: [] })
const filter = new TrimFilter({ ...everything, providers: ['App'] })
const definition = (id: number, provider: string, eventId = 1) => writeEventType(id, type(provider, eventId))

/** A block of metadata, and the payloads of one. */
function blockOf(payloads: readonly Uint8Array[], writer: BlobWriter | PlainBlobWriter = new BlobWriter()): Uint8Array {
  for (const payload of payloads) writer.add(metadataBlob(payload))
  return writer.take()
}
function payloadsOf(block: Uint8Array | null): readonly Uint8Array[] {
  const found: Uint8Array[] = []
  if (block !== null)
    forEachCompressedBlob(block, 20, block.length, (start, end) => found.push(block.slice(start, end)))
  return found
}

const [app, other, name] = [definition(3, 'App'), definition(4, 'Other'), definition(5, runtimeProvider, 143)]

describe.each([
  ['compressed', () => new BlobWriter()],
  ['plain', () => new PlainBlobWriter()],
])('a block of types with %s headers', (_, writer) => {
  test('keeps those that may be in the new file', () => {
    const types = new KeptTypes(filter)
    expect(payloadsOf(types.objectBlock(blockOf([app, other, name], writer())))).toEqual([app, name])
    expect([3, 4, 5, 6].map((id) => types.of(id)?.fate)).toEqual(['selected', 'none', 'name', undefined])
    expect(types.largestId).toBe(5)
  })

  test('is left out when nothing of it is kept', () => {
    expect(new KeptTypes(filter).objectBlock(blockOf([other], writer()))).toBeNull()
  })

  test('has other ids where another stream was before', () => {
    const types = new KeptTypes(filter, 100)
    expect(types.largestId).toBe(100)
    expect(payloadsOf(types.objectBlock(blockOf([app, name], writer())))).toEqual([
      definition(103, 'App'),
      definition(105, runtimeProvider, 143),
    ])
    expect([types.largestId, types.of(3)?.fate, types.of(103)]).toEqual([105, 'selected', undefined])
  })
})

test('what is no block and no definition defines nothing', () => {
  const types = new KeptTypes(filter)
  expect(types.objectBlock(new Uint8Array(5))).toBeNull()
  expect([types.define(app, 0, 6), types.define(definition(0, 'App'), 0, app.length), types.largestId]).toEqual([
    false,
    false,
    0,
  ])
  expect([types.define(app, 0, app.length), types.of(3)?.type.provider]).toEqual([true, 'App'])
  types.clear()
  expect(types.of(3)).toBeUndefined()
})

const block = (extraBytes: number, ...parts: readonly Uint8Array[]) => {
  const builder = new ByteBuilder().u16(extraBytes).bytes(new Uint8Array(extraBytes))
  for (const part of parts) builder.bytes(part)
  return builder.take()
}

describe('a block of types of V6', () => {
  const rows = [
    writeV6EventType(3, type('App')),
    writeV6EventType(4, type('Other')),
    writeV6EventType(5, type(runtimeProvider, 143)),
  ]

  test('keeps the rows that may be in the new file, without what a later header has', () => {
    const types = new KeptTypes(filter)
    expect(types.v6Block(block(0, ...rows))).toEqual(block(0, rows[0]!, rows[2]!))
    expect(types.v6Block(block(6, ...rows))).toEqual(block(0, rows[0]!, rows[2]!))
    expect([3, 4, 5].map((id) => types.of(id)?.fate)).toEqual(['selected', 'none', 'name'])
  })

  test('is left out when nothing of it is kept, and read up to a row that is cut', () => {
    const types = new KeptTypes(filter)
    expect([types.v6Block(block(0, rows[1]!)), types.v6Block(block(0)), types.v6Block(Uint8Array.of(0))]).toEqual([
      null,
      null,
      null,
    ])
    expect(types.v6Block(block(0, rows[0]!, rows[2]!.subarray(0, -1)))).toEqual(block(0, rows[0]!))
  })
})
