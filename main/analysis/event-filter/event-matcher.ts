import type { FilterNode } from '../../../shared/filter/filter-node.ts'
import { parseFilter } from '../../../shared/filter/parse-filter.ts'
import { printedName } from '../../events/event-names.ts'
import { layoutOf } from '../../events/payload/decode-payload.ts'
import { type PayloadField, type PayloadValue, valueText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { EventRows } from '../tables/event-rows.ts'
import { type PayloadSource, Payloads } from '../tables/payload-texts.ts'
import { type ComparedValue, matchesText, patternOf, type ValuePattern } from './match-value.ts'
import { nestedFields, nestedNames } from './nested-fields.ts'
import { forType, type TypeFacts, type TypeVerdict } from './type-filter.ts'

/** Whether the event at a row of `rows.segment` matches. */
export type EventMatcher = (at: number) => boolean

/**
 * The matcher of a filter. Types decide what they can; payloads are read from the file only where a condition is left about them. A filter
 * that can't be read matches nothing: who takes it from a person reads it first and says what is wrong.
 */
export function eventMatcher(filter: string, trace: Trace, rows: EventRows, read: PayloadSource): EventMatcher {
  const parsed = parseFilter(filter)
  if (!parsed.ok) return () => false
  const { node } = parsed
  if (node === null) return () => true
  const matcher = new Matcher(trace, rows, read)
  const verdicts: (TypeVerdict | undefined)[] = []
  // Newer streams may give an event another opcode than its type has.
  const hasOneName = !trace.labels.some((labels) => labels.some(({ kind }) => kind === 'opcode'))
  return (at) => {
    const typeIndex = rows.segment.typeIndex[at]!
    const verdict = (verdicts[typeIndex] ??= forType(node, factsOf(trace, typeIndex, hasOneName)))
    return typeof verdict === 'boolean' ? verdict : matcher.matches(verdict, at)
  }
}

function factsOf(trace: Trace, typeIndex: number, hasOneName: boolean): TypeFacts {
  const type = trace.types[typeIndex]!
  return {
    event: hasOneName ? printedName(type) : null,
    provider: type.provider,
    id: type.eventId,
    fields: new Set(nestedNames(layoutOf(type).fields).map((name) => name.toLowerCase())),
  }
}

class Matcher {
  readonly #trace: Trace
  readonly #rows: EventRows
  readonly #payloads: Payloads
  readonly #nsPerTick: number
  /** Fields of the event looked at last. */
  #fieldsAt = -1
  #fieldsOf: unknown = null
  #fields: readonly PayloadField[] = []

  constructor(trace: Trace, rows: EventRows, read: PayloadSource) {
    this.#trace = trace
    this.#rows = rows
    this.#payloads = new Payloads(trace, read)
    this.#nsPerTick = 1e9 / (trace.header?.ticksPerSecond ?? 1e9)
  }

  matches(node: FilterNode, at: number): boolean {
    switch (node.kind) {
      case 'and':
        return node.parts.every((part) => this.matches(part, at))
      case 'or':
        return node.parts.some((part) => this.matches(part, at))
      case 'not':
        return !this.matches(node.part, at)
      case 'word':
        return this.#hasWord(node.text, at)
      case 'compare':
      case 'in':
        return this.#hasValue(node, at)
    }
  }

  /** The provider was looked at before. */
  #hasWord(text: string, at: number): boolean {
    if (String(this.#threadId(at)).includes(text)) return true
    return this.#rows.nameAt(at).toLowerCase().includes(text)
  }

  #hasValue(node: Extract<FilterNode, { kind: 'compare' | 'in' }>, at: number): boolean {
    const matches = patternOf(node)
    const name = node.field.name.toLowerCase()
    switch (name) {
      case 'event':
        return matchesText(matches, this.#rows.nameAt(at))
      case 'thread': {
        const number = this.#threadId(at)
        return matches({ text: String(number), number })
      }
      case 'time':
        return matches({ text: '', number: this.#rows.segment.timestamp[at]! * this.#nsPerTick })
      case 'text':
        return this.#hasText(matches, at, node.kind === 'compare' && node.operator === '!=')
      default:
        return this.#fieldsOfEvent(at).some(
          (field) => field.name.toLowerCase() === name && matches(comparedValue(field)),
        )
    }
  }

  /** In any field; `!=` asks that no field has it. */
  #hasText(matches: ValuePattern, at: number, isNegated: boolean): boolean {
    const fields = this.#fieldsOfEvent(at)
    return isNegated
      ? fields.every((field) => matches(comparedValue(field)))
      : fields.some((field) => matches(comparedValue(field)))
  }

  #threadId(at: number): number {
    return this.#trace.threads[this.#rows.segment.threadIndex[at]!]?.id ?? Number.NaN
  }

  #fieldsOfEvent(at: number): readonly PayloadField[] {
    const { segment } = this.#rows
    if (this.#fieldsAt === at && this.#fieldsOf === segment) return this.#fields
    this.#fieldsAt = at
    this.#fieldsOf = segment
    const fields = this.#payloads.fieldsOf({
      typeIndex: segment.typeIndex[at]!,
      payloadOffset: segment.payloadStreamOffset(at),
      payloadLength: segment.payloadLength[at]!,
    })
    this.#fields = nestedFields(fields)
    return this.#fields
  }
}

function comparedValue({ value, shape }: PayloadField): ComparedValue {
  return { text: valueText(value, shape), number: numberOf(value) }
}

function numberOf(value: PayloadValue): number {
  if (typeof value === 'number') return value
  return typeof value === 'bigint' ? Number(value) : Number.NaN
}
