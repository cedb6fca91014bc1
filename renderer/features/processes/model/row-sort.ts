import type { ProcessRow, ProcessUsage } from '../../../../shared/model/process.ts'
import type { ProcessSort, ProcessSortColumn } from '../../../store/processes-slice.ts'

export type UsageLookup = (key: ProcessRow['key']) => ProcessUsage | null

/**
 * Order of siblings. Without a sort: by name, with what cannot be used at the end. Unknown values always come last, and ties
 * are settled by name and pid, so that rows never swap places without a reason.
 */
export function compareRows(sort: ProcessSort | null, usage: UsageLookup): (a: ProcessRow, b: ProcessRow) => number {
  if (sort === null) return (a, b) => Number(isUnusable(a)) - Number(isUnusable(b)) || byNameAndPid(a, b)
  const sign = sort.direction === 'ascending' ? 1 : -1
  return (a, b) => {
    const left = sortValue(a, sort.column, usage)
    const right = sortValue(b, sort.column, usage)
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byNameAndPid(a, b)
    return sign * compareValues(left, right) || byNameAndPid(a, b)
  }
}

function isUnusable(row: ProcessRow): boolean {
  return row.state === 'no-permission' || row.state === 'no-endpoint' || row.state === 'failed'
}

function sortValue(row: ProcessRow, column: ProcessSortColumn, usage: UsageLookup): string | number | null {
  switch (column) {
    case 'name':
      return row.name
    case 'pid':
      return row.pid
    case 'runtime':
      return row.runtimeVersion
    case 'user':
      return row.userName ?? (row.userId === null ? null : String(row.userId))
    case 'cpu':
      return usage(row.key)?.cpuPercent ?? null
    case 'workingSet':
      return usage(row.key)?.workingSetBytes ?? null
    case 'up':
      // The longer it is up, the earlier it started.
      return row.startTimeMs === null ? null : -row.startTimeMs
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

function byNameAndPid(a: ProcessRow, b: ProcessRow): number {
  return collator.compare(a.name, b.name) || a.pid - b.pid
}
