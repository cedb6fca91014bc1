import { ByteCursor } from '../byte-cursor.ts'
import { type EventType, readEventType } from '../event-type.ts'
import { tagNullReference } from '../limits.ts'
import { forEachDescription, forEachV6Description } from './metadata-blobs.ts'
import { type RangeSource, type StreamBlock, StreamBlocks } from './stream-blocks.ts'
import { readV6EventType } from './v6-metadata.ts'

/** Blocks of descriptions are a few kilobytes; one beyond this is none of a runtime's. */
const largestBlockBytes = 2 ** 24

/** What one block of a stream describes; most are blocks of events and describe nothing. */
export interface DescribedTypes {
  readonly block: StreamBlock
  readonly types: readonly EventType[]
}

/**
 * The types of events in a stream, block by block and without a look at one event: a runtime describes a type when it writes the first
 * event of it. Returns whether all of the stream was understood, up to its end marker. NetPerf is not: its descriptions are events.
 */
export function* describedTypes(source: RangeSource): Generator<DescribedTypes, boolean> {
  const blocks = new StreamBlocks(source)
  if (blocks.container === 'netperf') return false
  const { size } = source
  for (let block = blocks.at(blocks.firstStart), end = blocks.firstStart; ; block = blocks.at(end)) {
    if (block === null) return blocks.container === 'nettrace' && source.read(end, 1)[0] === tagNullReference
    if (block.name === 'EndOfStream') return true
    if (block.end > size) return false
    const types = block.name === 'MetadataBlock' ? typesOf(source, block, blocks.container === 'v6') : []
    if (types === null) return false
    yield { block, types }
    end = block.end
  }
}

/** Null: not understood. */
function typesOf(source: RangeSource, block: StreamBlock, isV6: boolean): readonly EventType[] | null {
  const length = block.contentEnd - block.contentStart
  if (length > largestBlockBytes) return null
  const bytes = source.read(block.contentStart, length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cursor = new ByteCursor()
  const found: (EventType | null)[] = []
  const take = (start: number, end: number): void => {
    cursor.reset(bytes, start, end)
    found.push(isV6 ? readV6EventType(cursor) : readEventType(cursor))
  }
  const range = { start: 0, end: bytes.length }
  const faultAt = isV6 ? forEachV6Description(view, range, take) : forEachDescription(bytes, view, range, take)
  const types = found.filter((type) => type !== null)
  return faultAt === -1 && types.length === found.length ? types : null
}
