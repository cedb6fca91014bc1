import type { JoinedCounts } from '../../../shared/model/flight.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { everything } from '../../../shared/model/trace/trace-trim.ts'
import { ByteCursor } from '../../nettrace/byte-cursor.ts'
import { blocksOf, type RangeSource, StreamBlocks } from '../../nettrace/framing/stream-blocks.ts'
import { readV6Header } from '../../nettrace/framing/v6-header.ts'
import { readTraceHeader, type TraceHeader } from '../../nettrace/trace-header.ts'
import { BlockOutput } from '../../nettrace/writer/block-output.ts'
import { TrimFilter } from './trim-filter.ts'
import { NettraceTrim } from './trim-nettrace.ts'

export interface JoinedStream {
  /** Offsets are those of the stream as the runtime sent it, wherever its bytes lie. */
  readonly source: RangeSource
  /** Of whole blocks, in order; the first begins with the stream. */
  readonly stretches: readonly { readonly from: number; readonly to: number }[]
  /** Events of the range and names, or names only. */
  readonly keeps: 'range' | 'names'
}

export interface JoinOrder {
  /** What is kept ends there: milliseconds since the start of the last stream with a range. A stream of names behind it says it better. */
  readonly untilMs: number
  readonly lastMs: number
}

interface Opened extends JoinedStream {
  readonly blocks: StreamBlocks
  readonly header: TraceHeader
  readonly headContent: Uint8Array
  readonly syncTicks: bigint
}

/**
 * One stream made of several sessions of one process, of which only the last stretch of time is kept: what was recorded, then names that a
 * short session brought. They share the clock of the process (ticks are absolute in every session), so that times are copied as they are.
 * Each step gives the bytes read so far.
 */
export function* joinTraces(
  streams: readonly JoinedStream[],
  order: JoinOrder,
  write: (bytes: Uint8Array<ArrayBuffer>) => void,
): Generator<number, Result<JoinedCounts, AppError>> {
  const opened = streams.map((stream) => openStream(stream))
  const [first] = opened
  if (first === undefined || first === null) return notReadable(0)
  const other = opened.findIndex((stream) => stream === null || !isOfOneProcess(first, stream))
  if (other !== -1) return notReadable(other)
  const all = opened.filter((stream) => stream !== null)
  const range = rangeOf(all, order)
  const output = new BlockOutput(first.blocks.container, first.source.read(0, first.blocks.firstStart), write)
  output.block('trace', first.headContent)
  let trim: NettraceTrim | null = null
  let readBytes = 0
  for (const [index, stream] of all.entries()) {
    const filter =
      stream.keeps === 'names'
        ? new TrimFilter({ ...everything, providers: [] })
        : new TrimFilter({ ...everything, range }, { endsNames: isNames(all[index + 1]) })
    filter.setClock(first.header.ticksPerSecond)
    if (trim === null) {
      const container = first.blocks.container === 'v6' ? 'v6' : 'nettrace'
      trim = new NettraceTrim(stream.source, { output, filter, redactor: null }, container)
      trim.setHeader(first.header)
    } else trim.follow(stream.source, filter, stream.syncTicks)
    let end = 0
    for (const stretch of stream.stretches) {
      if (stretch.from !== end) trim.cut()
      end = stretch.to
      for (const { block, content } of blocksOf(stream.source, stream.blocks, behindHead(stretch, stream.blocks))) {
        if (block.name !== 'Trace') trim.take(block.name, content, block.contentStart)
        readBytes += block.end - block.start
        yield readBytes
      }
    }
    trim.finish()
  }
  output.end()
  const { counts } = trim!
  return ok({ ...counts, ...range, fromUnixMs: first.header.syncUnixMs + range.fromMs })
}

function isNames(stream: Opened | undefined): boolean {
  return stream?.keeps === 'names'
}

/** Null: it does not begin as a stream of nettrace. */
function openStream(stream: JoinedStream): Opened | null {
  const { source } = stream
  const blocks = new StreamBlocks(source)
  if (blocks.container === 'netperf') return null
  const block = blocks.at(blocks.firstStart)
  if (block?.name !== 'Trace') return null
  const headContent = source.read(block.contentStart, block.contentEnd - block.contentStart)
  const cursor = new ByteCursor(headContent)
  const header = blocks.container === 'v6' ? readV6Header(cursor) : readTraceHeader(cursor)
  if (header === null) return null
  const syncTicks = (BigInt(header.syncTicks.high) << 32n) | BigInt(header.syncTicks.low)
  return { ...stream, blocks, header, headContent, syncTicks }
}

function isOfOneProcess(first: Opened, { blocks, header, syncTicks }: Opened): boolean {
  return (
    blocks.container === first.blocks.container &&
    header.pid === first.header.pid &&
    header.pointerBytes === first.header.pointerBytes &&
    header.ticksPerSecond === first.header.ticksPerSecond &&
    syncTicks >= first.syncTicks
  )
}

/** Since the start of the first stream. */
function rangeOf(streams: readonly Opened[], { untilMs, lastMs }: JoinOrder): { fromMs: number; toMs: number } {
  const first = streams[0]!
  const msOf = ({ syncTicks }: Opened): number =>
    (Number(syncTicks - first.syncTicks) * 1000) / first.header.ticksPerSecond
  const names = streams.find(isNames)
  const last = streams.findLast((stream) => stream.keeps === 'range') ?? first
  const endMs = names === undefined ? msOf(last) + untilMs : msOf(names)
  // Without names behind it the end of the session is kept to its last event.
  return { fromMs: Math.max(0, endMs - lastMs), toMs: names === undefined ? Number.MAX_SAFE_INTEGER : endMs }
}

function behindHead(stretch: { readonly from: number; readonly to: number }, blocks: StreamBlocks): typeof stretch {
  return stretch.from === 0 ? { from: blocks.firstStart, to: stretch.to } : stretch
}

function notReadable(index: number): Result<never, AppError> {
  return err({
    kind: 'malformed',
    what: `kept stream ${index + 1}`,
    offset: 0,
    expected: 'a nettrace stream of the same process',
    found: 'another beginning',
  })
}
