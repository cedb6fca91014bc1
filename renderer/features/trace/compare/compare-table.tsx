import { useState } from 'react'
import { isWithinNoise } from '../../../../shared/model/compare-figures.ts'
import type { CompareRow, TraceComparison } from '../../../../shared/model/trace-compare.ts'
import { cx } from '../../../ui/class-names.ts'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../../ui/data-grid/types.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { useFrameEntries } from '../view/frame-entries.ts'
import { useTraceView } from '../view/trace-view.ts'
import { changeText, figureText, relativeText, unitWords } from './compare-words.ts'
import styles from './compare.module.css'

/** Functions by how much more or less of them there is in B. */
export function CompareTable({ comparison }: { readonly comparison: TraceComparison }) {
  const [selected, setSelected] = useState<string | null>(null)
  const { pickFrame } = useTraceView()
  const entriesOf = useFrameEntries()
  const { rows, unit } = comparison
  const { sign } = unitWords[unit]
  const most = Math.abs(rows[0]?.change ?? 0)
  const row = (index: number): CompareRow => rows[index]!
  const figure = (id: 'a' | 'b'): GridColumn => ({
    id,
    title: `${id.toUpperCase()} ${sign}`,
    width: 84,
    align: 'end',
    render: (index) => <span className="tabular">{figureText(row(index)[id])}</span>,
    text: (index) => String(row(index)[id] ?? ''),
  })
  const columns: readonly GridColumn[] = [
    {
      id: 'function',
      title: 'Function',
      width: 'rest',
      isRowHeader: true,
      render: (index) => <MiddleEllipsis text={row(index).name} hint={row(index).method} />,
      text: (index) => row(index).name,
    },
    figure('a'),
    figure('b'),
    {
      id: 'bar',
      title: 'Change',
      width: 200,
      minWidth: 90,
      dropBelow: 760,
      render: (index) => <ChangeBar row={row(index)} most={most} />,
      text: (index) => changeText(row(index).change),
    },
    {
      id: 'change',
      title: sign,
      width: 84,
      align: 'end',
      render: (index) => <span className={cx('tabular', toneOf(row(index)))}>{changeText(row(index).change)}</span>,
      text: (index) => String(row(index).change),
    },
    {
      id: 'relative',
      title: 'Relative',
      width: 96,
      align: 'end',
      render: (index) => <span className="tabular">{relativeText(row(index))}</span>,
      text: (index) => relativeText(row(index)),
    },
    {
      id: 'module',
      title: 'Module',
      width: 190,
      minWidth: 80,
      dropBelow: 900,
      render: (index) => <MiddleEllipsis text={row(index).module} />,
      text: (index) => row(index).module,
    },
  ]
  return (
    <DataGrid
      label="Changes by function"
      columns={columns}
      rowCount={rows.length}
      rowKey={(index) => `${row(index).module}!${row(index).method}`}
      selectedKey={selected}
      onSelect={(key, index) => {
        setSelected(key)
        const { method, module, name } = row(index)
        pickFrame({ method, module, name })
      }}
      rowClassName={(index) => (isWithinNoise(row(index)) ? styles.noise : undefined)}
      contextMenu={(index) => entriesOf(row(index))}
      paddingStart={16}
      empty={<EmptyState title="Nothing to show" text="No function matches." />}
    />
  )
}

/** From the middle: to the right with stripes for more, to the left with dots for less, so that no color is needed to tell them apart. */
function ChangeBar({ row, most }: { readonly row: CompareRow; readonly most: number }) {
  const share = most === 0 ? 0 : Math.min(1, Math.abs(row.change) / most)
  const isMore = row.change > 0
  const width = `${String(share * 50)}%`
  return (
    <span className={styles.track} aria-hidden>
      <span
        className={cx(styles.bar, isMore ? styles.barMore : styles.barLess, isWithinNoise(row) && styles.barNoise)}
        style={isMore ? { left: '50%', width } : { right: '50%', width }}
      />
    </span>
  )
}

function toneOf(row: CompareRow): string | undefined {
  if (isWithinNoise(row)) return undefined
  return row.change > 0 ? styles.more : styles.less
}
