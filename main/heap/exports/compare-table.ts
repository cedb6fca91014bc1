import type { HeapCompareRow } from '../../../shared/model/heap/heap-compare.ts'
import type { TraceCell, TraceColumn } from '../../../shared/model/trace/trace-tables.ts'

/** A comparison as files have it: each heap by the letter that the page gives it. */
export function compareColumns(heapCount: number): readonly TraceColumn[] {
  const each = Array.from({ length: heapCount }, (_, place) => String.fromCodePoint(0x61 + place))
  return [
    { id: 'name', kind: 'text' },
    { id: 'module', kind: 'text' },
    ...each.map((letter): TraceColumn => ({ id: `count_${letter}`, kind: 'count' })),
    ...each.map((letter): TraceColumn => ({ id: `shallow_bytes_${letter}`, kind: 'bytes' })),
    ...each.map((letter): TraceColumn => ({ id: `retained_bytes_${letter}`, kind: 'bytes' })),
    { id: 'count_change', kind: 'count' },
    { id: 'shallow_bytes_change', kind: 'bytes' },
    { id: 'retained_bytes_change', kind: 'bytes' },
    { id: 'state', kind: 'text' },
  ]
}

export function compareCells(row: HeapCompareRow): readonly TraceCell[] {
  const { name, module, counts, shallow, retained, countChange, state, isGrowing } = row
  return [
    name,
    module,
    ...counts,
    ...shallow,
    ...retained,
    countChange,
    change(shallow),
    change(retained),
    state ?? (isGrowing ? 'growing' : null),
  ]
}

function change(bytes: readonly number[]): number {
  return bytes.at(-1)! - bytes[0]!
}
