/** What can be asked of any event. Every other name is a field of its payload. */
export const eventFields = ['provider', 'event', 'id', 'thread', 'time', 'text'] as const
export type EventFieldName = (typeof eventFields)[number]

export const filterOperators = ['=', '!=', '<=', '>=', '<', '>', '~', 'contains'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** Where something stands in the text of a filter, in UTF-16 units. */
export interface FilterPlace {
  readonly at: number
  readonly length: number
}

/** Times are in nanoseconds, sizes in bytes; `text` is as it was typed. */
export interface FilterNumber {
  readonly kind: 'number'
  readonly value: number
  readonly unit: 'time' | 'size' | null
  readonly text: string
}

export type FilterValue =
  | FilterNumber
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string }

/** `to` is part of it. */
export interface FilterRange {
  readonly kind: 'range'
  readonly from: FilterNumber
  readonly to: FilterNumber
}

export interface FilterField extends FilterPlace {
  /** As it was typed; its case does not matter. */
  readonly name: string
}

export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly part: FilterNode }
  /** A word on its own: in the name of the event, its provider or the number of its thread. Lower case. */
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'compare'
      readonly field: FilterField
      readonly operator: FilterOperator
      readonly value: FilterValue
    }
  | { readonly kind: 'in'; readonly field: FilterField; readonly values: readonly (FilterValue | FilterRange)[] }

export interface FilterError extends FilterPlace {
  /** A sentence for people. */
  readonly message: string
}

export type ParsedFilter =
  /** Null: everything. */
  { readonly ok: true; readonly node: FilterNode | null } | { readonly ok: false; readonly error: FilterError }

export function isEventField(name: string): name is EventFieldName {
  return (eventFields as readonly string[]).includes(name)
}

/** Names of fields that a filter asks for, other than those of every event. */
export function payloadFields(node: FilterNode | null): readonly FilterField[] {
  if (node === null) return []
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.parts.flatMap(payloadFields)
    case 'not':
      return payloadFields(node.part)
    case 'word':
      return []
    case 'compare':
    case 'in':
      return isEventField(node.field.name.toLowerCase()) ? [] : [node.field]
  }
}
