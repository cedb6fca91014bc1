import type { TrimPreview } from '../../../shared/model/trace/trace-trim.ts'
import { ByteCursor } from '../../nettrace/byte-cursor.ts'
import { blocksOf, type RangeSource, StreamBlocks } from '../../nettrace/framing/stream-blocks.ts'
import { readV6Header } from '../../nettrace/framing/v6-header.ts'
import { readTraceHeader } from '../../nettrace/trace-header.ts'
import { BlockOutput } from '../../nettrace/writer/block-output.ts'
import type { BlockTrim } from './block-trim.ts'
import { NettraceTrim } from './trim-nettrace.ts'
import { NetperfTrim } from './trim-netperf.ts'
import type { RedactionChoice, TrimSelection } from '../../../shared/model/trace/trace-trim.ts'
import type { MaskName } from './redaction/masks.ts'
import { Redactor } from './redaction/redactor.ts'
import { maskV6Header } from './redaction/v6-texts.ts'
import { TrimFilter } from './trim-filter.ts'

export interface TrimOrder {
  readonly selection: TrimSelection
  /** Null: every text stays as it is. */
  readonly redaction: RedactionChoice | null
}

/**
 * Writes the selected part of a sound stream as a stream of the same container, block by block: never more than one block of the
 * source and one of the result are in memory. Each step is one block; it gives the offset behind it.
 */
export function* trimTrace(
  source: RangeSource,
  { selection, redaction }: TrimOrder,
  write: (bytes: Uint8Array<ArrayBuffer>) => void,
  nameOf: MaskName | null = null,
): Generator<number, TrimPreview> {
  const blocks = new StreamBlocks(source)
  const { container } = blocks
  const output = new BlockOutput(container, source.read(0, blocks.firstStart), write)
  const filter = new TrimFilter(selection)
  const redactor = redaction === null ? null : new Redactor(redaction, nameOf)
  const target = { output, filter, redactor }
  const trim: BlockTrim =
    container === 'netperf' ? new NetperfTrim(target) : new NettraceTrim(source, target, container)
  const whole = { from: blocks.firstStart, to: source.size }
  for (const { block, content } of blocksOf(source, blocks, whole)) {
    if (block.name === 'Trace') {
      const cursor = new ByteCursor(content)
      const header = container === 'v6' ? readV6Header(cursor) : readTraceHeader(cursor)
      if (header !== null) {
        filter.setClock(header.ticksPerSecond)
        if (redactor !== null) redactor.pointerBytes = header.pointerBytes
        trim.setHeader(header)
      }
      const isMasked = redactor !== null && container === 'v6'
      output.block('trace', isMasked ? maskV6Header(content, redactor) : content)
    } else trim.take(block.name, content, block.contentStart)
    yield block.end
  }
  trim.finish()
  output.end()
  return { ...trim.counts, redaction: redactor?.report ?? null }
}
