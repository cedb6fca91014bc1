import { ByteCursor } from '../../nettrace/byte-cursor.ts'
import { type RangeSource, StreamBlocks } from '../../nettrace/framing/stream-blocks.ts'
import { readV6Header } from '../../nettrace/framing/v6-header.ts'
import { readTraceHeader } from '../../nettrace/trace-header.ts'
import { BlockOutput } from '../../nettrace/writer/block-output.ts'
import type { BlockTrim, TrimCounts } from './block-trim.ts'
import { NettraceTrim } from './trim-nettrace.ts'
import { NetperfTrim } from './trim-netperf.ts'
import { TrimFilter, type TrimSelection } from './trim-filter.ts'

/**
 * Writes the selected part of a sound stream as a stream of the same container, block by block: never more than one block of the
 * source and one of the result are in memory. Each step is one block; it gives the offset behind it.
 */
export function* trimTrace(
  source: RangeSource,
  selection: TrimSelection,
  write: (bytes: Uint8Array<ArrayBuffer>) => void,
): Generator<number, TrimCounts> {
  const blocks = new StreamBlocks(source)
  const { container } = blocks
  const output = new BlockOutput(container, source.read(0, blocks.firstStart), write)
  const filter = new TrimFilter(selection)
  const trim: BlockTrim =
    container === 'netperf' ? new NetperfTrim(output, filter) : new NettraceTrim(source, output, filter, container)
  let block = blocks.at(blocks.firstStart)
  while (block !== null && block.end <= source.size) {
    const content = source.read(block.contentStart, block.contentEnd - block.contentStart)
    if (block.name === 'Trace') {
      const cursor = new ByteCursor(content)
      const header = container === 'v6' ? readV6Header(cursor) : readTraceHeader(cursor)
      if (header !== null) {
        filter.setClock(header.ticksPerSecond)
        trim.setHeader(header)
      }
      output.block('trace', content)
    } else trim.take(block.name, content, block.contentStart)
    yield block.end
    block = blocks.at(block.end)
  }
  trim.finish()
  output.end()
  return trim.counts
}
