import type { FilterNode } from '../../../shared/filter/filter-node.ts'
import { isEventField } from '../../../shared/filter/filter-node.ts'
import { matchesText, patternOf } from './match-value.ts'

/** What is the same for all events of one type. */
export interface TypeFacts {
  /** Task/Opcode; null: events of the type go by several names. */
  readonly event: string | null
  readonly provider: string
  readonly id: number
  /** Of its payload, in lower case. */
  readonly fields: ReadonlySet<string>
}

/** True or false for all events of the type, or what still has to be looked at in each. */
export type TypeVerdict = boolean | FilterNode

/** A filter with everything decided that the type of an event decides, so that most events of most filters are never looked into. */
export function forType(node: FilterNode, type: TypeFacts): TypeVerdict {
  switch (node.kind) {
    case 'and':
    case 'or':
      return joined(node.kind, node.parts, type)
    case 'not': {
      const part = forType(node.part, type)
      return typeof part === 'boolean' ? !part : { kind: 'not', part }
    }
    case 'word':
      if (type.provider.toLowerCase().includes(node.text)) return true
      if (type.event === null) return node
      if (type.event.toLowerCase().includes(node.text)) return true
      // It may be the number of a thread.
      return /^\d+$/.test(node.text) ? node : false
    case 'compare':
    case 'in':
      return ofField(node, type)
  }
}

function joined(kind: 'and' | 'or', parts: readonly FilterNode[], type: TypeFacts): TypeVerdict {
  const open: FilterNode[] = []
  for (const part of parts) {
    const verdict = forType(part, type)
    // What decides: a false condition, or a true alternative.
    if (verdict === (kind === 'or')) return verdict
    if (typeof verdict !== 'boolean') open.push(verdict)
  }
  if (open.length === 0) return kind === 'and'
  return open.length === 1 ? open[0]! : { kind, parts: open }
}

function ofField(node: Extract<FilterNode, { kind: 'compare' | 'in' }>, type: TypeFacts): TypeVerdict {
  const name = node.field.name.toLowerCase()
  const matches = patternOf(node)
  switch (name) {
    case 'provider':
      return matchesText(matches, type.provider)
    case 'event':
      return type.event === null ? node : matchesText(matches, type.event)
    case 'id':
      return matches({ text: String(type.id), number: type.id })
    default:
      // An event without the field is neither equal to a value nor different from it.
      return isEventField(name) || type.fields.has(name) ? node : false
  }
}
