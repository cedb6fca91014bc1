import { formatCount } from '../../../shared/base/format.ts'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { ValueText } from '../../ui/text/value.tsx'
import { bytesText } from './heap-words.ts'

type Options = Partial<GridColumn> & Pick<GridColumn, 'id' | 'title'>

/** Bytes with their unit; exact in a copy. Empty while the row is on its way. */
export function bytesColumn(options: Options, valueAt: (index: number) => number | null): GridColumn {
  return {
    width: 100,
    align: 'end',
    render: (index) => {
      const bytes = valueAt(index)
      return <span className="tabular">{bytes === null ? '' : <ValueText text={bytesText(bytes)} />}</span>
    },
    text: (index) => String(valueAt(index) ?? ''),
    ...options,
  }
}

export function countColumn(options: Options, valueAt: (index: number) => number | null): GridColumn {
  return {
    width: 100,
    align: 'end',
    render: (index) => {
      const count = valueAt(index)
      return <span className="tabular">{count === null ? '' : formatCount(count)}</span>
    },
    text: (index) => String(valueAt(index) ?? ''),
    ...options,
  }
}

/** A figure that is written already. */
export function textColumn(options: Options, textAt: (index: number) => string): GridColumn {
  return {
    width: 76,
    align: 'end',
    render: (index) => <span className="tabular">{textAt(index)}</span>,
    text: textAt,
    ...options,
  }
}
