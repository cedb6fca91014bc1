import { BlobWriter, emptyBlob, type EventBlob } from '../../nettrace/writer/blob-writer.ts'
import type { BlockOutput } from '../../nettrace/writer/block-output.ts'
import type { StackCopies } from './stack-copies.ts'

/** What runtimes put into one block at most. */
const blockContentBytes = 100 * 1024

/** Kept events on their way into blocks, each after the stacks that it uses. */
export class EventCopies {
  readonly #output: BlockOutput
  readonly #stacks: StackCopies
  readonly #idShift: number
  readonly #blobs: BlobWriter
  /** Filled anew for each event: there are millions of them. */
  readonly #copy = emptyBlob()

  /** `idShift`: of the types, as in KeptTypes. */
  constructor(output: BlockOutput, stacks: StackCopies, hasLabels: boolean, idShift = 0) {
    this.#output = output
    this.#stacks = stacks
    this.#idShift = idShift
    this.#blobs = new BlobWriter(hasLabels)
  }

  /** `payload`: what it has in the new file; null: the same. */
  add(blob: EventBlob, sequence: number, payload: Uint8Array | null): void {
    const copy = this.#copy
    // Readers look the thread up anew at a sorted event and at the first one of a block. The sorted event that began this run may have
    // been left out, and to call this one sorted would be a false promise about events of other threads that follow.
    const isSameThread =
      blob.captureThreadLow === copy.captureThreadLow && blob.captureThreadHigh === copy.captureThreadHigh
    if (!blob.isSorted && !isSameThread) this.flush()
    copy.metadataId = blob.metadataId + this.#idShift
    copy.sequence = sequence
    copy.captureThreadLow = blob.captureThreadLow
    copy.captureThreadHigh = blob.captureThreadHigh
    copy.processor = blob.processor
    copy.threadLow = blob.threadLow
    copy.threadHigh = blob.threadHigh
    copy.stackId = this.#stacks.use(blob.stackId)
    copy.timestampLow = blob.timestampLow
    copy.timestampHigh = blob.timestampHigh
    copy.isSorted = blob.isSorted
    copy.activityId = blob.activityId
    copy.relatedActivityId = blob.relatedActivityId
    copy.labelListId = blob.labelListId
    copy.bytes = payload ?? blob.bytes
    copy.payloadStart = payload === null ? blob.payloadStart : 0
    copy.payloadEnd = payload === null ? blob.payloadEnd : payload.length
    this.#blobs.add(copy)
    if (this.#blobs.length >= blockContentBytes || this.#stacks.pendingBytes >= blockContentBytes) this.flush()
  }

  flush(): void {
    const stacks = this.#stacks.take()
    if (stacks !== null) this.#output.block('stack', stacks)
    if (this.#blobs.length === 0) return
    this.#output.block('event', this.#blobs.take())
  }
}
