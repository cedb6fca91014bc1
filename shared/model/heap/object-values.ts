/** What an object of a dump holds. */
export interface ObjectValues {
  readonly kind: 'text' | 'elements' | 'fields'
  /** Characters of a text, elements of an array; null: not told. */
  readonly length: number | null
  /** Of a string, at most its first 4,000 characters. */
  readonly text: string
  /** Fields, or the first elements of an array; at most 200. None of an array of several dimensions. */
  readonly rows: readonly ObjectValue[]
}

export interface ObjectValue {
  /** As C# calls the field; of an element its index. */
  readonly name: string
  /** Declared type; empty: that of the array. */
  readonly type: string
  /** A number, `true`, `"text"`, `null`, `Shop.Order @ 7f00`, or `{...}` for a struct. */
  readonly value: string
}
