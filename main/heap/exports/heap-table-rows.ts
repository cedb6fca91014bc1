import { heapGenerations, type HeapObjectRow, type HeapTypeRow } from '../../../shared/model/heap/heap-document.ts'
import type { TraceCell, TraceColumn } from '../../../shared/model/trace/trace-tables.ts'

/** Tables of a heap as files have them. */
export const typeColumns: readonly TraceColumn[] = [
  { id: 'name', kind: 'text' },
  { id: 'module', kind: 'text' },
  { id: 'count', kind: 'count' },
  { id: 'shallow_bytes', kind: 'bytes' },
  { id: 'retained_bytes', kind: 'bytes' },
  ...heapGenerations.map((generation): TraceColumn => ({ id: `${generation}_bytes`, kind: 'bytes' })),
]

/** What the source does not tell is empty. */
export function typeCells(row: HeapTypeRow): readonly TraceCell[] {
  const { name, module, count, shallowBytes, retainedBytes, generationBytes } = row
  return [name, module, count, shallowBytes, retainedBytes, ...(generationBytes ?? heapGenerations.map(() => null))]
}

export const objectColumns: readonly TraceColumn[] = [
  { id: 'name', kind: 'text' },
  { id: 'address', kind: 'text' },
  { id: 'generation', kind: 'text' },
  { id: 'shallow_bytes', kind: 'bytes' },
  { id: 'retained_bytes', kind: 'bytes' },
]

/** What the source does not tell is empty. */
export function objectCells(row: HeapObjectRow): readonly TraceCell[] {
  const { name, address, generation, shallowBytes, retainedBytes } = row
  return [name, address === '' ? null : address, generation === '' ? null : generation, shallowBytes, retainedBytes]
}
