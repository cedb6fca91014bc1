import { rawFieldName, rowName } from '../../../../shared/model/heap/heap-row-names.ts'
import { useMemo, useState } from 'react'
import type { HeapComparePath, HeapComparison } from '../../../../shared/model/heap/heap-compare.ts'
import { Chip } from '../../../ui/chip.tsx'
import { ChangeBar, changeTone } from '../../../ui/compare/change-bar.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../../ui/data-grid/types.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { bytesColumn } from '../figure-column.tsx'
import { bytesChangeText, countChangeText, letters } from './compare-words.ts'
import { childrenOf, chainOfChange, shownPaths } from './shown-paths.ts'
import { compareLabels } from './compare-labels.ts'
import styles from './heap-compare.module.css'

const changeOf = ({ bytesA, bytesB }: HeapComparePath): number => bytesB - bytesA

/** Roots and the types below them, by how much more or less they keep alive. */
export function HeapComparePathsGrid({ comparison: { paths, heaps } }: { readonly comparison: HeapComparison }) {
  const children = useMemo(() => childrenOf(paths), [paths])
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(() => chainOfChange(paths, children))
  const [selected, setSelected] = useState<string | null>(null)
  const shown = useMemo(() => shownPaths(children, unfolded), [children, unfolded])
  const row = (index: number): HeapComparePath => paths[shown[index]!.place]!
  const most = paths.reduce((largest, path) => Math.max(largest, Math.abs(changeOf(path))), 0)
  const name = (index: number): string => rowName(row(index).name, row(index).rootKind)
  const columns: readonly GridColumn[] = [
    {
      id: 'name',
      title: compareLabels.paths.pathFromRoot,
      width: 'rest',
      isRowHeader: true,
      render: (index) => (
        <span className={styles.named}>
          <MiddleEllipsis text={name(index)} hint={rawFieldName(row(index).name) ?? undefined} />
          {row(index).state !== null && (
            <Chip tone={row(index).state === 'new' ? 'warn' : 'absent'}>{row(index).state}</Chip>
          )}
        </span>
      ),
      text: name,
    },
    {
      id: 'count',
      title: compareLabels.paths.objects,
      width: 110,
      align: 'end',
      render: (index) => {
        const change = row(index).countB - row(index).countA
        return <span className={cx('tabular', changeTone(change))}>{countChangeText(change)}</span>
      },
      text: (index) => String(row(index).countB - row(index).countA),
    },
    {
      id: 'bar',
      title: '',
      width: 140,
      minWidth: 70,
      dropBelow: 820,
      render: (index) => <ChangeBar change={changeOf(row(index))} most={most} />,
      text: () => '',
    },
    {
      id: 'change',
      title: compareLabels.paths.bytesChange,
      width: 130,
      align: 'end',
      render: (index) => (
        <span className={cx('tabular', changeTone(changeOf(row(index))))}>{bytesChangeText(changeOf(row(index)))}</span>
      ),
      text: (index) => String(changeOf(row(index))),
    },
    bytesColumn({ id: 'a', title: compareLabels.paths.bytesA, dropBelow: 700 }, (index) => row(index).bytesA),
    bytesColumn(
      { id: 'b', title: compareLabels.paths.bytesOf(letters[heaps.length - 1]!), dropBelow: 700 },
      (index) => row(index).bytesB,
    ),
  ]
  const setExpanded = (index: number, isExpanded: boolean): void => {
    const next = new Set(unfolded)
    if (isExpanded) next.add(shown[index]!.place)
    else next.delete(shown[index]!.place)
    setUnfolded(next)
  }
  return (
    <DataGrid
      label={compareLabels.paths.title}
      columns={columns}
      rowCount={shown.length}
      rowKey={(index) => String(shown[index]!.place)}
      selectedKey={selected}
      onSelect={setSelected}
      tree={{
        level: (index) => shown[index]!.level,
        isExpandable: (index) => children[shown[index]!.place + 1]!.length > 0,
        isExpanded: (index) => unfolded.has(shown[index]!.place),
        setExpanded,
      }}
      paddingStart={16}
      empty={<EmptyState title={compareLabels.paths.nothingToShow} text={compareLabels.paths.unchanged} />}
    />
  )
}
