import { ByteCursor } from '../byte-cursor.ts'
import { nettraceLimits } from '../limits.ts'
import { secretKey } from '../secret-hash.ts'
import type { LabelValues } from '../trace/segment-writer.ts'
import type { TraceBuilder } from '../trace/trace-builder.ts'
import type { Label } from '../trace/trace-tables.ts'

const none: LabelValues = { index: 0, activity: 0, relatedActivity: 0 }
const lastOfList = 128

/**
 * Label lists of V6, by ids that are valid until the next sequence point:
 *
 *   u32 first id (>= 1) | u32 count | lists of labels; bit 7 of a label's kind marks the last one of its list
 *   kinds: 1 activity guid | 2 related activity guid | 3 trace id 16 B | 4 span id u64 | 5 str6 str6 | 6 str6 vi64
 *          | 7 opcode u8 | 8 keywords u64 | 9 level u8 | 10 version u8
 */
export class V6Labels {
  readonly #builder: TraceBuilder
  readonly #cursor = new ByteCursor()
  /** By `secretKey` of the id. */
  readonly #valuesById = new Map<number, LabelValues>()

  constructor(builder: TraceBuilder) {
    this.#builder = builder
  }

  readonly resolve = (id: number): LabelValues => {
    if (id === 0) return none
    const values = this.#valuesById.get(secretKey(id))
    if (values !== undefined) return values
    const { input } = this.#builder
    this.#builder.addDamage(input.start, 'EventBlock', 'a label list that was defined', `id ${id}`)
    this.#valuesById.set(secretKey(id), none)
    return none
  }

  clear(): void {
    this.#valuesById.clear()
  }

  read(start: number, end: number): void {
    const builder = this.#builder
    const { trace } = builder
    const cursor = this.#cursor
    cursor.reset(builder.input.bytes, start, end)
    const firstId = cursor.u32()
    const count = cursor.u32()
    for (let index = 0; index < count; index++) {
      const labels = this.#readList()
      if (labels === null || trace.labels.length >= nettraceLimits.labelLists)
        return builder.addDamage(start, 'LabelListBlock', `${count} label lists`, String(index))
      const values: LabelValues = {
        index: trace.labels.length,
        activity: this.#guidOf(labels, 'activity'),
        relatedActivity: this.#guidOf(labels, 'relatedActivity'),
      }
      trace.labels.push(labels)
      this.#valuesById.set(secretKey(firstId + index), values)
    }
  }

  #guidOf(labels: readonly Label[], kind: 'activity' | 'relatedActivity'): number {
    const label = labels.find((one) => one.kind === kind)
    return label !== undefined && 'bytes' in label ? this.#builder.trace.activities.intern(label.bytes, 0) : 0
  }

  #readList(): Label[] | null {
    const labels: Label[] = []
    for (;;) {
      const kind = this.#cursor.u8()
      const label = this.#readLabel(kind & (lastOfList - 1))
      if (label === null || this.#cursor.isExhausted) return null
      labels.push(label)
      if ((kind & lastOfList) !== 0) return labels
    }
  }

  #readLabel(kind: number): Label | null {
    const cursor = this.#cursor
    switch (kind) {
      case 1:
        return { kind: 'activity', bytes: this.#take16() }
      case 2:
        return { kind: 'relatedActivity', bytes: this.#take16() }
      case 3:
        return { kind: 'traceId', bytes: this.#take16() }
      case 4:
        return { kind: 'spanId', value: cursor.u64() }
      case 5:
        return {
          kind: 'text',
          key: cursor.utf8(nettraceLimits.nameChars),
          value: cursor.utf8(nettraceLimits.nameChars),
        }
      case 6:
        return { kind: 'number', key: cursor.utf8(nettraceLimits.nameChars), value: cursor.signedVarint64() }
      case 7:
        return { kind: 'opcode', value: cursor.u8() }
      case 8:
        return { kind: 'keywords', value: cursor.u64() }
      case 9:
        return { kind: 'level', value: cursor.u8() }
      case 10:
        return { kind: 'version', value: cursor.u8() }
      default:
        return null
    }
  }

  #take16(): Uint8Array {
    const cursor = this.#cursor
    cursor.skip(16)
    return cursor.isExhausted
      ? new Uint8Array(16)
      : Uint8Array.from(cursor.bytes.subarray(cursor.position - 16, cursor.position))
  }
}
