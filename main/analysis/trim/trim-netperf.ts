import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import type { TraceHeader } from '../../nettrace/trace-header.ts'
import type { BlockOutput } from '../../nettrace/writer/block-output.ts'
import { KeptTypes } from './kept-types.ts'
import type { TrimFilter } from './trim-filter.ts'
import type { BlockTrim, TrimTarget } from './block-trim.ts'
import type { Redactor } from './redaction/redactor.ts'

/** Up to the payload, the size itself included; layout in netperf-events.ts. */
const headerBytes = 56

/** Blocks of V3: events stand alone, with their stacks and without numbers, so that they are copied as they are. */
export class NetperfTrim implements BlockTrim {
  readonly #output: BlockOutput
  readonly #filter: TrimFilter
  readonly #redactor: Redactor | null
  readonly #types: KeptTypes
  #syncTicks = 0n
  #eventCount = 0
  #selectedCount = 0
  #nameCount = 0

  constructor({ output, filter, redactor }: TrimTarget) {
    this.#redactor = redactor
    this.#output = output
    this.#filter = filter
    this.#types = new KeptTypes(filter)
  }

  get counts(): BlockTrim['counts'] {
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
      if (this.#isKept(content, view, position, payloadEnd)) this.#copy(content, view, position, blobEnd, kept)
      position = blobEnd
    }
    if (kept.length > 0) this.#output.block('event', kept.take())
  }

  finish(): void {
    // Nothing waits.
  }

  #copy(content: Uint8Array, view: DataView, position: number, blobEnd: number, kept: ByteBuilder): void {
    const payloadStart = position + headerBytes
    const payloadEnd = payloadStart + view.getUint32(position + 52, true)
    const known = this.#types.of(view.getUint32(position + 4, true))
    const payload = content.subarray(payloadStart, payloadEnd)
    const masked = known === undefined ? payload : (this.#redactor?.payload(known.type, payload) ?? payload)
    if (masked === payload) {
      kept.bytes(content.subarray(position, blobEnd))
      return
    }
    const stackEnd = payloadEnd + 4 + view.getUint32(payloadEnd, true)
    const blob = new ByteBuilder().bytes(content.subarray(position + 4, position + 52)).u32(masked.length)
    blob.bytes(masked).bytes(content.subarray(payloadEnd, Math.min(stackEnd, blobEnd)))
    while (blob.length % 4 !== 0) blob.u8(0)
    kept.u32(blob.length).bytes(blob.view())
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
