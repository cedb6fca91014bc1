import { useEffect, useState } from 'react'
import { formatCount } from '../../../../shared/base/format.ts'
import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceTreeRow, TraceTreeView } from '../../../../shared/model/trace/trace-tree.ts'
import { useTree } from '../../../bridge/use-tree.ts'
import { DataGrid } from '../../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../../ui/data-grid/types.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { useFrameEntries } from '../view/frame-entries.ts'
import { shareWords } from '../trace-words.ts'
import { type WeightWords, weightWords } from '../view/weight-words.ts'
import { useRevision, useTraceView } from '../view/trace-view.ts'
import { ShareBar } from './share-bar.tsx'
import styles from './stack-tree.module.css'
import { TreeModel, type TreeSubject } from './tree-model.ts'
import { callTreeLabels } from './call-tree-labels.ts'
import { isTypeAhead } from '../view/type-ahead.ts'

interface StackTreeProps {
  readonly label: string
  readonly view: TraceTreeView
  /** Where the tree begins; null: at everything. */
  readonly frame: TraceFrame | null
  readonly empty: string
}

/** Stacks of the selection as a tree that is unfolded row by row. */
export function StackTree({ label, view, frame, empty }: StackTreeProps) {
  const { target, selection, frame: picked, pickFrame, imported } = useTraceView()
  const words = weightWords(imported)
  const tree = useStackTree(target.documentId, { selection, view, frame })
  const [selected, setSelected] = useState<string | null>(null)
  const entriesOf = useFrameEntries()
  if (tree?.error) return <ErrorState error={tree.error} title={callTreeLabels.tree.couldntShowTheseStacks} />
  if (tree === null || tree.sampleCount === null) return <BusyText>{callTreeLabels.tree.reading}</BusyText>
  const { rows, sampleCount } = tree
  const rowAt = (index: number) => rows[index]!
  const entries = (index: number): readonly MenuEntry[] | null => {
    const { row } = rowAt(index)
    return row === null ? null : entriesOf(row)
  }
  return (
    <DataGrid
      label={label}
      columns={columnsOf(
        words,
        view,
        sampleCount,
        (index) => rowAt(index).row,
        (index) => omittedText(rowAt(index).omitted),
      )}
      isTypeAhead={isTypeAhead}
      rowCount={rows.length}
      rowKey={(index) => rowAt(index).key}
      reusesElements
      rowFacts={(index) => {
        const { row, omitted } = rowAt(index)
        return [row?.name, row?.method, row?.module, row?.self, row?.total, omitted?.rowCount, sampleCount, imported]
      }}
      selectedKey={selected}
      onSelect={(key, index) => {
        setSelected(key)
        const { row } = rowAt(index)
        if (row !== null) pickFrame({ method: row.method, module: row.module, name: row.name })
      }}
      tree={{
        level: (index) => rowAt(index).path.length,
        isExpandable: (index) => rowAt(index).row?.hasRows === true,
        isExpanded: (index) => tree.isUnfolded(rowAt(index).key),
        setExpanded: (index, isExpanded) => tree.setUnfolded(rowAt(index), isExpanded),
        isCompact: true,
      }}
      rowClassName={(index) => {
        const { row } = rowAt(index)
        return row !== null && picked !== null && isSame(row, picked) ? styles.picked : undefined
      }}
      contextMenu={entries}
      paddingStart={16}
      empty={<EmptyState title={callTreeLabels.tree.nothingToShow} text={empty} />}
    />
  )
}

function isSame(a: TraceFrame, b: TraceFrame): boolean {
  return a.method === b.method && a.module === b.module
}

function omittedText(omitted: { readonly rowCount: number } | null): string {
  return omitted === null ? '' : callTreeLabels.tree.more(formatCount(omitted.rowCount))
}

function columnsOf(
  words: WeightWords,
  view: TraceTreeView,
  sampleCount: number,
  rowAt: (index: number) => TraceTreeRow | null,
  omittedAt: (index: number) => string,
): readonly GridColumn[] {
  const share = (count: number | undefined): string => (count === undefined ? '' : shareWords(count, sampleCount))
  const countColumns = (id: 'self' | 'total', title: string, hint: string): readonly GridColumn[] => [
    {
      id,
      title,
      width: 76,
      align: 'end',
      hint,
      dropBelow: 560,
      render: (index) => <span className="tabular">{countText(rowAt(index)?.[id], words)}</span>,
      text: (index) => String(rowAt(index)?.[id] ?? ''),
    },
    {
      id: `${id}-share`,
      title: `${title} %`,
      width: 124,
      minWidth: 64,
      hint: callTreeLabels.tree.percentHint(hint),
      render: (index) => {
        const row = rowAt(index)
        return row === null ? null : <ShareBar share={row[id] / sampleCount} text={share(row[id])} tone={id} />
      },
      text: (index) => share(rowAt(index)?.[id]),
    },
  ]
  return [
    {
      id: 'function',
      title: callTreeLabels.tree.function,
      width: 'rest',
      isRowHeader: true,
      render: (index) => {
        const row = rowAt(index)
        return <MiddleEllipsis text={row?.name ?? omittedAt(index)} hint={row?.method} />
      },
      text: (index) => rowAt(index)?.name ?? omittedAt(index),
    },
    ...(view === 'callers'
      ? countColumns('total', words.noun, callTreeLabels.tree.callerHint(words.noun))
      : [
          ...countColumns('total', callTreeLabels.tree.total, callTreeLabels.tree.totalHint(words.noun)),
          ...countColumns('self', callTreeLabels.tree.self, callTreeLabels.tree.selfHint(words.noun)),
        ]),
    {
      id: 'module',
      title: callTreeLabels.tree.module,
      width: 164,
      minWidth: 80,
      // Names of deep rows need the room more.
      dropBelow: view === 'callers' ? 700 : 900,
      render: (index) => <MiddleEllipsis text={rowAt(index)?.module ?? ''} />,
      text: (index) => rowAt(index)?.module ?? '',
    },
  ]
}

function countText(count: number | undefined, words: WeightWords): string {
  return count === undefined ? '' : words.figure(count)
}

/** Read again while its trace grows. */
function useStackTree(documentId: string, subject: TreeSubject): TreeModel | null {
  const revision = useRevision()
  const tree = useTree(JSON.stringify([documentId, subject]), (events) => new TreeModel(documentId, subject, events))
  useEffect(() => tree?.refresh(revision), [tree, revision])
  return tree
}
