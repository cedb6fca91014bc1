import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { StreamContainer } from '../framing/stream-blocks.ts'
import { tagBeginObject, tagBeginPrivateObject, tagEndObject, tagNullReference } from '../limits.ts'
import { blockObject, objectHead } from './object-head.ts'
import { v6BlockKinds } from './v6-writer.ts'

/** Versions of an object: its own, and the oldest that a reader has to know. */
const objectVersions: Readonly<Record<'netperf' | 'nettrace', ObjectVersions>> = {
  netperf: { tag: tagBeginObject, trace: [3, 0], block: [1, 0] },
  nettrace: { tag: tagBeginPrivateObject, trace: [4, 4], block: [2, 2] },
}

interface ObjectVersions {
  readonly tag: number
  readonly trace: readonly [number, number]
  readonly block: readonly [number, number]
}

/** Blocks of any container whose content is already there: puts the frame around it that the container has. */
export class BlockOutput {
  readonly #container: StreamContainer
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  sizeBytes = 0

  /** `preamble`: what the source has before its first block. */
  constructor(container: StreamContainer, preamble: Uint8Array, write: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#container = container
    this.#write = write
    this.#emit(new ByteBuilder().bytes(preamble))
  }

  /** `kind`: as V6 counts them. */
  block(kind: keyof typeof v6BlockKinds, content: Uint8Array): void {
    if (this.#container === 'v6') {
      const head = ((v6BlockKinds[kind] << 24) | content.length) >>> 0
      return this.#emit(new ByteBuilder().u32(head).bytes(content))
    }
    const { tag, trace, block } = objectVersions[this.#container]
    if (kind === 'trace')
      return this.#emit(
        objectHead(tag, 'Trace', ...trace)
          .bytes(content)
          .u8(tagEndObject),
      )
    this.#emit(blockObject(objectHead(tag, objectNames[kind] ?? kind, ...block), content, this.sizeBytes))
  }

  end(): void {
    if (this.#container === 'v6') this.block('endOfStream', new Uint8Array(0))
    else this.#emit(new ByteBuilder().u8(tagNullReference))
  }

  #emit(builder: ByteBuilder): void {
    this.sizeBytes += builder.length
    this.#write(builder.take())
  }
}

const objectNames: Partial<Record<keyof typeof v6BlockKinds, string>> = {
  event: 'EventBlock',
  metadata: 'MetadataBlock',
  stack: 'StackBlock',
  sequencePoint: 'SPBlock',
}
