import { useState } from 'react'
import { formatBytes, formatCount, formatDuration, formatRate, quantityText } from '../../../shared/base/format.ts'
import type {
  CollectedKind,
  CollectedKindName,
  CollectedRow,
  RecordingStatus,
} from '../../../shared/model/recording.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { PaneHeader } from '../../ui/layout/pane.tsx'
import { PlainTable } from '../../ui/layout/plain-table.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Value } from '../../ui/text/value.tsx'
import { emptyCause } from './reason-words.ts'
import styles from './recording-view.module.css'
import { recordLabels } from './record-labels.ts'
import { TableHead } from '../../ui/layout/table-head.tsx'

interface KindWords {
  readonly label: string
  readonly column: string
  /** Column of the amounts; null: events of this kind have none. */
  readonly amount: string | null
}

const kindWords: Readonly<Record<CollectedKindName, KindWords>> = {
  allocations: {
    label: recordLabels.collectedTable.allocations,
    column: recordLabels.collectedTable.type,
    amount: recordLabels.collectedTable.allocated,
  },
  waits: {
    label: recordLabels.collectedTable.waits,
    column: recordLabels.collectedTable.wait,
    amount: recordLabels.collectedTable.waited,
  },
  exceptions: { label: recordLabels.collectedTable.exceptions, column: recordLabels.collectedTable.type, amount: null },
  requests: { label: recordLabels.collectedTable.requests, column: recordLabels.collectedTable.request, amount: null },
  messages: {
    label: recordLabels.collectedTable.messages,
    column: recordLabels.collectedTable.levelAndCategory,
    amount: null,
  },
  collections: {
    label: recordLabels.collectedTable.collections,
    column: recordLabels.collectedTable.generationAndReason,
    amount: null,
  },
  events: { label: recordLabels.collectedTable.allEvents, column: recordLabels.collectedTable.event, amount: null },
}
const order = Object.keys(kindWords) as readonly CollectedKindName[]

const firstOfQuestion: Readonly<Record<string, CollectedKindName>> = {
  allocations: 'allocations',
  gc: 'collections',
  locks: 'waits',
  exceptions: 'exceptions',
  requests: 'requests',
  logs: 'messages',
}

/** So long most questions take to their first event. */
const patienceMs = 5000

interface CollectedTableProps {
  readonly status: RecordingStatus | null
  readonly presetId: string
}

/** What a question without sampled stacks has collected so far, by what it asks for. */
export function CollectedTable({ status, presetId }: CollectedTableProps) {
  const [chosen, setChosen] = useState<CollectedKindName | null>(null)
  const kinds = order.flatMap((name) => (status?.collected ?? []).filter(({ kind }) => kind === name))
  const wanted = chosen ?? firstOfQuestion[presetId]
  const found = kinds.find(({ kind }) => kind === wanted)
  // What was asked for and did not come is said, not covered by what came besides.
  const shown = wanted === undefined ? kinds[0] : found
  const offered = order.filter((name) => name === wanted || kinds.some(({ kind }) => kind === name))
  return (
    <section className={styles.pane} aria-label={recordLabels.collectedTable.collectedSoFar}>
      <PaneHeader title={recordLabels.collectedTable.collectedSoFar}>
        <span className={styles.paneNote} />
        {offered.length > 1 && (
          <SegmentedControl
            label={recordLabels.collectedTable.whatToShow}
            size="small"
            segments={offered.map((kind) => ({ value: kind, label: kindWords[kind].label }))}
            value={shown?.kind ?? wanted ?? 'events'}
            onChange={setChosen}
          />
        )}
      </PaneHeader>
      {shown === undefined || shown.rows.length === 0 ? (
        <EmptyState
          title={recordLabels.collectedTable.nothingYet}
          text={
            (status?.elapsedMs ?? 0) < patienceMs ? recordLabels.collectedTable.nothingYetText : emptyCause(presetId)
          }
        />
      ) : (
        <KindTable shown={shown} elapsedMs={status?.elapsedMs ?? 0} />
      )}
    </section>
  )
}

function KindTable({ shown, elapsedMs }: { readonly shown: CollectedKind; readonly elapsedMs: number }) {
  const { column, amount } = kindWords[shown.kind]
  return (
    <PlainTable className={styles.tableScroll}>
      <table className={styles.table}>
        <TableHead
          columns={[
            column,
            {
              label:
                shown.kind === 'allocations' ? recordLabels.collectedTable.samples : recordLabels.collectedTable.events,
              className: styles.figure,
            },
            {
              label: recordLabels.collectedTable.perSecond,
              className: styles.figure,
              title: recordLabels.collectedTable.perSecondHint,
            },
            ...(amount !== null ? [{ label: amount, className: styles.figure }] : []),
          ]}
        />
        <tbody>
          {shown.rows.map((row) => (
            <tr key={row.name}>
              <td>
                <MiddleEllipsis text={row.name} />
              </td>
              <td className={styles.figure}>{formatCount(row.count)}</td>
              <td className={styles.figure}>
                <Value quantity={formatRate(elapsedMs < 500 ? null : (row.count * 1000) / elapsedMs)} />
              </td>
              {amount !== null && <td className={styles.figure}>{amountText(shown.kind, row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </PlainTable>
  )
}

function amountText(kind: CollectedKindName, { amount }: CollectedRow): string {
  if (amount === null) return '–'
  return quantityText(kind === 'allocations' ? formatBytes(amount) : formatDuration(amount))
}
