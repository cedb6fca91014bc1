import { useState } from 'react'
import { isWithinNoise } from '../../../../shared/model/compare-figures.ts'
import type { CompareRow, TraceComparison } from '../../../../shared/model/trace/trace-compare.ts'
import { cx } from '../../../ui/class-names.ts'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../../ui/data-grid/types.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { useFrameEntries } from '../view/frame-entries.ts'
import { useTraceView } from '../view/trace-view.ts'
import { ChangeBar, changeTone } from '../../../ui/compare/change-bar.tsx'
import { changeText, figureText, relativeText, unitWords } from './compare-words.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'
import { isTypeAhead } from '../view/type-ahead.ts'

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
      title: compareLabels.table.function,
      width: 'rest',
      isRowHeader: true,
      render: (index) => <MiddleEllipsis text={row(index).name} hint={row(index).method} />,
      text: (index) => row(index).name,
    },
    figure('a'),
    figure('b'),
    {
      id: 'bar',
      title: compareLabels.table.change,
      width: 200,
      minWidth: 90,
      dropBelow: 760,
      render: (index) => <ChangeBar change={row(index).change} most={most} isNoise={isWithinNoise(row(index))} />,
      text: (index) => changeText(row(index).change),
    },
    {
      id: 'change',
      title: sign,
      width: 84,
      align: 'end',
      render: (index) => (
        <span className={cx('tabular', changeTone(row(index).change, isWithinNoise(row(index))))}>
          {changeText(row(index).change)}
        </span>
      ),
      text: (index) => String(row(index).change),
    },
    {
      id: 'relative',
      title: compareLabels.table.relative,
      width: 96,
      align: 'end',
      render: (index) => <span className="tabular">{relativeText(row(index))}</span>,
      text: (index) => relativeText(row(index)),
    },
    {
      id: 'module',
      title: compareLabels.table.module,
      width: 190,
      minWidth: 80,
      dropBelow: 900,
      render: (index) => <MiddleEllipsis text={row(index).module} />,
      text: (index) => row(index).module,
    },
  ]
  return (
    <DataGrid
      label={compareLabels.table.changesByFunction}
      columns={columns}
      isTypeAhead={isTypeAhead}
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
      empty={<EmptyState title={compareLabels.table.nothingToShow} text={compareLabels.table.noFunctionMatches} />}
    />
  )
}
