/** A file that can be read anywhere; fewer bytes than asked for only at its end. */
export interface RangeSource {
  readonly size: number
  read(offset: number, byteCount: number): Uint8Array
}

/** An object (V3 to V5) or a block (V6) of a stream, by the place of its parts. */
export interface StreamBlock {
  /** Of V6: the object's name of the same block, or `block KIND`. */
  readonly name: string
  readonly start: number
  /** Where the size stands (objects), or the head of the block (V6). */
  readonly sizeAt: number
  readonly contentStart: number
  /** Behind the content; of V6 the end of the block. */
  readonly contentEnd: number
  /** Behind the block and its closing tag. */
  readonly end: number
}

export type StreamContainer = 'netperf' | 'nettrace' | 'v6'

const traceBodyBytes = 48
const blockNames: Readonly<Record<number, string>> = {
  0: 'EndOfStream',
  1: 'Trace',
  2: 'EventBlock',
  3: 'MetadataBlock',
  4: 'SPBlock',
  5: 'StackBlock',
}

/** The parts of a stream, one by one, without looking into them. Bytes of a stream that was not read yet may say anything. */
export class StreamBlocks {
  readonly #source: RangeSource
  readonly container: StreamContainer
  /** Where the first block begins: what is before it says which container it is. */
  readonly firstStart: number

  constructor(source: RangeSource) {
    this.#source = source
    const hasMagic = startsWith(source, 'Nettrace')
    this.container = !hasMagic ? 'netperf' : uint32(source, 8) === 0 ? 'v6' : 'nettrace'
    this.firstStart = { netperf: 24, nettrace: 32, v6: 20 }[this.container]
  }

  /** Null: no block begins there. */
  at(start: number): StreamBlock | null {
    return this.container === 'v6' ? v6Block(this.#source, start) : objectBlock(this.#source, start)
  }
}

/** The whole blocks of a stretch that begins with one, each with its content. */
export function* blocksOf(
  source: RangeSource,
  blocks: StreamBlocks,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<{ readonly block: StreamBlock; readonly content: Uint8Array }> {
  let block = blocks.at(from)
  while (block !== null && block.end <= to) {
    yield { block, content: source.read(block.contentStart, block.contentEnd - block.contentStart) }
    block = blocks.at(block.end)
  }
}

/**
 *   u8 tag u8 tag u8 1 | i32 version | i32 minReader | i32 n, n ASCII | u8 6 | body | u8 6; body: 48 bytes of a Trace, else
 *   i32 size | zeros to an offset divisible by 4 | size bytes
 */
function objectBlock(source: RangeSource, start: number): StreamBlock | null {
  const head = source.read(start, 15)
  const isObject = head.length === 15 && (head[0] === 4 || head[0] === 5) && head[1] === head[0] && head[2] === 1
  if (!isObject) return null
  const nameBytes = new DataView(head.buffer, head.byteOffset).getInt32(11, true)
  if (nameBytes < 1 || nameBytes > 64) return null
  const name = String.fromCharCode(...source.read(start + 15, nameBytes))
  const sizeAt = start + 16 + nameBytes
  if (name === 'Trace') return blockOf({ name, start, sizeAt, contentStart: sizeAt }, traceBodyBytes, 1)
  const size = source.read(sizeAt, 4)
  if (size.length < 4) return null
  const contentStart = sizeAt + 4 + ((4 - ((sizeAt + 4) % 4)) % 4)
  const contentBytes = new DataView(size.buffer, size.byteOffset).getInt32(0, true)
  return blockOf({ name, start, sizeAt, contentStart }, Math.max(0, contentBytes), 1)
}

/** `u32 head (low 24 bits size, high 8 bits kind) | size bytes` */
function v6Block(source: RangeSource, start: number): StreamBlock | null {
  if (start + 4 > source.size) return null
  const head = uint32(source, start)
  const kind = head >>> 24
  const name = blockNames[kind] ?? `block ${kind}`
  const contentBytes = kind === 0 ? Number.POSITIVE_INFINITY : head & 0xffffff
  return blockOf({ name, start, sizeAt: start, contentStart: start + 4 }, contentBytes, 0)
}

function blockOf(
  head: Pick<StreamBlock, 'name' | 'start' | 'sizeAt' | 'contentStart'>,
  contentBytes: number,
  closingBytes: number,
): StreamBlock {
  const contentEnd = head.contentStart + contentBytes
  return { ...head, contentEnd, end: contentEnd + closingBytes }
}

function startsWith(source: RangeSource, text: string): boolean {
  const bytes = source.read(0, text.length)
  return bytes.length === text.length && String.fromCharCode(...bytes) === text
}

export function uint32(source: RangeSource, offset: number): number {
  const bytes = source.read(offset, 4)
  return bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}
