/** Columns of the tables of metadata (ECMA-335, II.22): a number is bytes, a text a heap or a kind of index. */
export type Column = number | 'text' | 'guid' | 'blob' | { readonly table: number } | { readonly coded: CodedIndex }

export interface CodedIndex {
  readonly bits: number
  readonly tables: readonly number[]
}

const to = (table: number): Column => ({ table })
const coded = (bits: number, ...tables: readonly number[]): Column => ({ coded: { bits, tables } })

export const tableNumbers = { typeDef: 2, methodDef: 6, assembly: 0x20, nestedClass: 0x29 } as const
export const typeDefColumns = { name: 1, namespace: 2, methods: 5 } as const
export const methodDefColumns = { flags: 2, name: 3 } as const
export const nestedClassColumns = { inner: 0, outer: 1 } as const

const typeDefOrRef = coded(2, 2, 1, 0x1b)
const implementation = coded(2, 0x26, 0x23, 0x27)
const methodDefOrRef = coded(1, 6, 0xa)
const withAttributes = [
  6, 4, 1, 2, 8, 9, 0xa, 0, 0xe, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20, 0x23, 0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2b,
]
const anyWithAttributes = coded(5, ...withAttributes)

/** By number, up to the table of nested types; what comes behind it is not read. */
export const tableColumns: readonly (readonly Column[])[] = [
  [2, 'text', 'guid', 'guid', 'guid'],
  [coded(2, 0, 0x1a, 0x23, 1), 'text', 'text'],
  [4, 'text', 'text', typeDefOrRef, to(4), to(6)],
  [to(4)],
  [2, 'text', 'blob'],
  [to(6)],
  [4, 2, 2, 'text', 'blob', to(8)],
  [to(8)],
  [2, 2, 'text'],
  [to(2), typeDefOrRef],
  [coded(3, 2, 1, 0x1a, 6, 0x1b), 'text', 'blob'],
  [2, coded(2, 4, 8, 0x17), 'blob'],
  [anyWithAttributes, coded(3, 6, 0xa), 'blob'],
  [coded(1, 4, 8), 'blob'],
  [2, coded(2, 2, 6, 0x20), 'blob'],
  [2, 4, to(2)],
  [4, to(4)],
  ['blob'],
  [to(2), to(0x14)],
  [to(0x14)],
  [2, 'text', typeDefOrRef],
  [to(2), to(0x17)],
  [to(0x17)],
  [2, 'text', 'blob'],
  [2, to(6), coded(1, 0x14, 0x17)],
  [to(2), methodDefOrRef, methodDefOrRef],
  ['text'],
  ['blob'],
  [2, coded(1, 4, 6), 'text', to(0x1a)],
  [4, to(4)],
  [4, 4],
  [4],
  [4, 2, 2, 2, 2, 4, 'blob', 'text', 'text'],
  [4],
  [4, 4, 4],
  [2, 2, 2, 2, 4, 'blob', 'text', 'text', 'blob'],
  [4, to(0x23)],
  [4, 4, 4, to(0x23)],
  [4, 'text', 'blob'],
  [4, 4, 'text', 'text', implementation],
  [4, 4, 'text', implementation],
  [to(2), to(2)],
]
