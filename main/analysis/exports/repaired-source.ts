import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { repairPlan } from './repair-plan.ts'

interface Stretch {
  readonly start: number
  readonly end: number
  /** Where it is in the damaged source, or what it is. */
  readonly from: number | Uint8Array
}

/** A damaged trace as its repaired copy would be, without the copy. */
export class RepairedSource implements RangeSource {
  readonly #source: RangeSource
  readonly #stretches: readonly Stretch[]
  readonly size: number

  constructor(source: RangeSource, firstDamage: number) {
    this.#source = source
    let end = 0
    this.#stretches = repairPlan(source, firstDamage).map((piece) => {
      const start = end
      end += 'bytes' in piece ? piece.bytes.length : piece.to - piece.from
      return { start, end, from: 'bytes' in piece ? piece.bytes : piece.from }
    })
    this.size = end
  }

  read(offset: number, byteCount: number): Uint8Array {
    const end = Math.min(offset + byteCount, this.size)
    const parts = this.#stretches
      .filter((stretch) => stretch.start < end && stretch.end > offset)
      .map((stretch) => {
        const from = Math.max(offset, stretch.start) - stretch.start
        const to = Math.min(end, stretch.end) - stretch.start
        return typeof stretch.from === 'number'
          ? this.#source.read(stretch.from + from, to - from)
          : stretch.from.subarray(from, to)
      })
    if (parts.length === 1) return parts[0]!
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let position = 0
    for (const part of parts) {
      bytes.set(part, position)
      position += part.length
    }
    return bytes
  }
}
