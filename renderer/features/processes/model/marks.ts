import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ListItem } from './row-tree.ts'

interface Marking {
  readonly marked: ReadonlySet<ProcessKey>
  /** Where a range begins, and what Ctrl+click adds to. */
  readonly selectedKey: ProcessKey | null
  readonly index: number
  readonly how: 'toggle' | 'range' | 'clear'
}

/** Which processes are marked after one more; headings and processes that have exited are none. */
export function nextMarks(
  items: readonly ListItem[],
  { marked, selectedKey, index, how }: Marking,
): readonly ProcessKey[] {
  const keyAt = (at: number): ProcessKey | null => {
    const item = items[at]
    return item?.kind === 'process' && item.row.state !== 'exited' ? item.row.key : null
  }
  if (how === 'clear') return []
  if (how === 'range') {
    const from = items.findIndex((item) => item.kind === 'process' && item.row.key === selectedKey)
    const [first, last] = from < 0 ? [index, index] : [Math.min(from, index), Math.max(from, index)]
    return Array.from({ length: last - first + 1 }, (_, at) => keyAt(first + at)).filter((key) => key !== null)
  }
  const key = keyAt(index)
  if (key === null) return [...marked]
  if (marked.has(key)) return [...marked].filter((one) => one !== key)
  const isFirst =
    marked.size === 0 &&
    selectedKey !== null &&
    items.some((item) => item.kind === 'process' && item.row.key === selectedKey)
  return isFirst ? [...new Set([selectedKey, key])] : [...marked, key]
}
