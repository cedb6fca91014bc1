import type { EventType } from '../../../nettrace/event-type.ts'
import { layoutOf } from '../../../events/payload/decode-payload.ts'
import { scalarBytes } from '../../../events/payload/scalar-read.ts'
import type { ScalarKind } from '../../../events/payload/value-shape.ts'
import { ByteInterner } from '../../byte-interner.ts'

const mostTexts = 20_000
const mostBytes = 2 ** 22
const longestBytes = 1000

/** Texts of fields in which the rules found nothing: most of a stream says the same few things again, and these cost no string. */
export class UnchangedTexts {
  #texts = new ByteInterner(mostTexts, mostBytes)
  /** By id of a text: 1 when nothing is found in it. */
  #isUnchanged = new Uint8Array(mostTexts)
  readonly #fieldNumbers = new Map<string, number>()

  /** UTF-16, without the zero behind it. */
  has(field: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (start === end) return true
    const id = this.#idOf(field, bytes, start, end)
    return id >= 0 && this.#isUnchanged[id] === 1
  }

  add(field: number, bytes: Uint8Array, start: number, end: number): void {
    const id = this.#idOf(field, bytes, start, end)
    if (id >= 0) this.#isUnchanged[id] = 1
  }

  /** What rules find depends on the field. */
  fieldNumber(name: string): number {
    let number = this.#fieldNumbers.get(name)
    if (number === undefined) this.#fieldNumbers.set(name, (number = this.#fieldNumbers.size))
    return number
  }

  /** -1: too long to be kept. */
  #idOf(field: number, bytes: Uint8Array, start: number, end: number): number {
    if (end - start > longestBytes) return -1
    const id = this.#texts.intern(bytes, start, end, field)
    if (id >= 0) return id
    this.#texts = new ByteInterner(mostTexts, mostBytes)
    this.#isUnchanged.fill(0)
    return this.#texts.intern(bytes, start, end, field)
  }
}

/**
 * Payloads of a type that has only numbers and texts one after the other, as most have. Says of a payload that everything in it is known to
 * need no mask, or that it must be looked at.
 */
export class PlainPayloads {
  readonly #texts: UnchangedTexts
  readonly #isOurs: boolean
  /** Bytes of each field; 0: a text. */
  readonly #sizes: readonly number[]
  readonly #fields: readonly number[]

  private constructor(
    texts: UnchangedTexts,
    steps: readonly (readonly [size: number, field: number])[],
    isOurs: boolean,
  ) {
    this.#texts = texts
    this.#isOurs = isOurs
    this.#sizes = steps.map(([size]) => size)
    this.#fields = steps.map(([, field]) => field)
  }

  /** Null: its fields say themselves how long they are, or what others mean. */
  static of(type: EventType, pointerBytes: number, texts: UnchangedTexts): PlainPayloads | null {
    const { fields, isOurs } = layoutOf(type)
    const steps: [number, number][] = []
    for (const { name, shape } of fields) {
      if (shape.kind !== 'scalar' || notPlain.has(shape.scalar)) return null
      const isText = shape.scalar === 'text'
      // Of a pair the key says what the value is.
      if (isText && name === 'Key') return null
      steps.push(isText ? [0, texts.fieldNumber(name)] : [scalarBytes(shape.scalar, pointerBytes), -1])
    }
    return new PlainPayloads(texts, steps, isOurs)
  }

  /** Length of all fields when they are numbers, which most events have only; 0 when there is a text. */
  get numberBytes(): number {
    return this.#sizes.includes(0) ? 0 : this.#sizes.reduce((sum, size) => sum + size, 0)
  }

  /** False too when the payload is not what the type says. */
  isUnchanged(bytes: Uint8Array, start: number, end: number): boolean {
    let position = start
    for (let index = 0; index < this.#sizes.length; index++) {
      // Older versions of the runtime's events end earlier.
      if (this.#isOurs && position === end) return true
      const size = this.#sizes[index]!
      if (size > 0) position += size
      else {
        const textEnd = zeroOf(bytes, position, end)
        if (textEnd < 0 || !this.#texts.has(this.#fields[index]!, bytes, position, textEnd)) return false
        position = textEnd + 2
      }
    }
    return position === end
  }
}

/** Texts of other kinds, and what takes as many bytes as it says itself. */
const notPlain: ReadonlySet<ScalarKind> = new Set(['ansi', 'char8', 'char16', 'varInt', 'varUint'])

/** The zero that ends a text of UTF-16; -1: there is none. */
function zeroOf(bytes: Uint8Array, start: number, end: number): number {
  for (let position = start; position + 1 < end; position += 2)
    if (bytes[position] === 0 && bytes[position + 1] === 0) return position
  return -1
}
