import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { TraceHeader } from '../../nettrace/trace-header.ts'
import type { BlockOutput } from '../../nettrace/writer/block-output.ts'
import { KeptTypes } from './kept-types.ts'
import type { TrimFilter } from './trim-filter.ts'
import type { BlockTrim, TrimCounts } from './block-trim.ts'

/** Up to the payload, the size itself included; layout in netperf-events.ts. */
const headerBytes = 56

/** Blocks of V3: events stand alone, with their stacks and without numbers, so that they are copied as they are. */
export class NetperfTrim implements BlockTrim {
  readonly #output: BlockOutput
  readonly #filter: TrimFilter
  readonly #types: KeptTypes
  #syncTicks = 0n
  #eventCount = 0
  #selectedCount = 0
  #nameCount = 0

  constructor(output: BlockOutput, filter: TrimFilter) {
    this.#output = output
    this.#filter = filter
    this.#types = new KeptTypes(filter)
  }

  get counts(): TrimCounts {
    const [eventCount, selectedCount, nameCount] = [this.#eventCount, this.#selectedCount, this.#nameCount]
    return { eventCount, selectedCount, nameCount, lostCount: 0 }
  }

  setHeader({ syncTicks }: TraceHeader): void {
    this.#syncTicks = (BigInt(syncTicks.high) << 32n) | BigInt(syncTicks.low)
  }

  take(name: string, content: Uint8Array): void {
    if (name !== 'EventBlock') return
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
    const kept = new ByteBuilder()
    for (let position = 0; position + headerBytes <= content.length;) {
      const blobEnd = position + 4 + view.getUint32(position, true)
      const payloadEnd = position + headerBytes + view.getUint32(position + 52, true)
      if (payloadEnd > blobEnd || blobEnd > content.length) break
      if (this.#isKept(content, view, position, payloadEnd)) kept.bytes(content.subarray(position, blobEnd))
      position = blobEnd
    }
    if (kept.length > 0) this.#output.block('event', kept.take())
  }

  finish(): void {
    // Nothing waits.
  }

  #isKept(content: Uint8Array, view: DataView, position: number, payloadEnd: number): boolean {
    const metadataId = view.getUint32(position + 4, true)
    if (metadataId === 0) return this.#types.define(content, position + headerBytes, payloadEnd)
    this.#eventCount++
    const fate = this.#types.of(metadataId)?.fate ?? 'none'
    if (fate === 'name') this.#nameCount++
    if (fate !== 'selected') return fate === 'name'
    const ticks = Number(BigInt.asIntN(64, view.getBigUint64(position + 12, true) - this.#syncTicks))
    const isSelected = this.#filter.hasTime(ticks) && this.#filter.hasThread(BigInt(view.getUint32(position + 8, true)))
    if (isSelected) this.#selectedCount++
    return isSelected
  }
}
