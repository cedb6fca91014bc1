import { type EventBlob, newEventBlob } from '../../nettrace/framing/event-blobs.ts'
import { BlobWriter } from '../../nettrace/writer/blob-writer.ts'
import type { BlockOutput } from '../../nettrace/writer/block-output.ts'
import type { StackCopies } from './stack-copies.ts'

/** What runtimes put into one block at most. */
const blockContentBytes = 100 * 1024

/** Kept events on their way into blocks, each after the stacks that it uses. */
export class EventCopies {
  readonly #output: BlockOutput
  readonly #stacks: StackCopies
  readonly #hasLabels: boolean
  readonly #idShift: number
  #blobs: BlobWriter
  #captureThread = 0n
  /** Filled anew for each event: there are millions of them. */
  readonly #copy = newEventBlob()

  /** `idShift`: of the types, as in KeptTypes. */
  constructor(output: BlockOutput, stacks: StackCopies, hasLabels: boolean, idShift = 0) {
    this.#output = output
    this.#stacks = stacks
    this.#hasLabels = hasLabels
    this.#idShift = idShift
    this.#blobs = new BlobWriter(hasLabels)
  }

  add(blob: EventBlob, sequence: number, payload: Uint8Array): void {
    // Readers look the thread up anew at a sorted event and at the first one of a block. The sorted event that began this run may have
    // been left out, and to call this one sorted would be a false promise about events of other threads that follow.
    if (!blob.isSorted && blob.captureThread !== this.#captureThread) this.flush()
    this.#captureThread = blob.captureThread
    const copy = this.#copy
    copy.metadataId = blob.metadataId + this.#idShift
    copy.sequence = sequence
    copy.captureThread = blob.captureThread
    copy.processor = blob.processor
    copy.thread = blob.thread
    copy.stackId = this.#stacks.use(blob.stackId)
    copy.timestamp = blob.timestamp
    copy.isSorted = blob.isSorted
    copy.activityId = blob.activityId
    copy.relatedActivityId = blob.relatedActivityId
    copy.labelListId = blob.labelListId
    copy.payload = payload
    this.#blobs.add(copy)
    if (this.#blobs.length >= blockContentBytes || this.#stacks.pendingBytes >= blockContentBytes) this.flush()
  }

  flush(): void {
    const stacks = this.#stacks.take()
    if (stacks !== null) this.#output.block('stack', stacks)
    if (this.#blobs.length === 0) return
    this.#output.block('event', this.#blobs.take())
    this.#blobs = new BlobWriter(this.#hasLabels)
  }
}
