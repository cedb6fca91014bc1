import { useState } from 'react'
import { formatBytes, formatCount, quantityText } from '../../../shared/base/format.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PaneHeader } from '../../ui/layout/pane.tsx'
import styles from './diagnostics-screen.module.css'
import { diagnosticsLabels } from './diagnostics-labels.ts'

function amount(count: number, unit: QueueReport['unit']): string {
  return unit === 'bytes' ? quantityText(formatBytes(count)) : formatCount(count)
}

/** Every bounded queue between socket and pixel: what it may hold, holds, has held at most, and has dropped. */
export function QueueTable({ queues }: { readonly queues: readonly QueueReport[] }) {
  const [selected, setSelected] = useState<string | null>(null)
  const at = (index: number) => queues[index]
  const figure = (id: 'limit' | 'fill' | 'peak', title: string, hint: string): GridColumn => ({
    id,
    title,
    hint,
    width: 84,
    align: 'end',
    render: (index) => amount(at(index)?.[id] ?? 0, at(index)?.unit ?? 'items'),
    text: (index) => String(at(index)?.[id] ?? ''),
  })
  const columns: readonly GridColumn[] = [
    {
      id: 'name',
      title: diagnosticsLabels.queueTable.queue,
      width: 'rest',
      minWidth: 160,
      render: (index) => <span title={at(index)?.name}>{at(index)?.name}</span>,
      text: (index) => at(index)?.name ?? '',
    },
    {
      id: 'owner',
      title: diagnosticsLabels.queueTable.owner,
      width: 104,
      render: (index) => <span className="muted">{at(index)?.owner}</span>,
      text: (index) => at(index)?.owner ?? '',
    },
    {
      id: 'unit',
      title: diagnosticsLabels.queueTable.holds,
      width: 64,
      render: (index) => <span className="muted">{at(index)?.unit}</span>,
      text: (index) => at(index)?.unit ?? '',
    },
    figure('limit', diagnosticsLabels.queueTable.limit, diagnosticsLabels.queueTable.limitHint),
    figure('fill', diagnosticsLabels.queueTable.now, diagnosticsLabels.queueTable.nowHint),
    {
      id: 'share',
      title: '',
      hint: diagnosticsLabels.queueTable.shareHint,
      width: 60,
      render: (index) => <Fill queue={at(index)} />,
      text: (index) => String(shareOf(at(index))),
    },
    figure('peak', diagnosticsLabels.queueTable.peak, diagnosticsLabels.queueTable.peakHint),
    {
      id: 'dropped',
      title: diagnosticsLabels.queueTable.dropped,
      hint: diagnosticsLabels.queueTable.droppedHint,
      width: 72,
      align: 'end',
      render: (index) => formatCount(at(index)?.droppedCount ?? 0),
      text: (index) => String(at(index)?.droppedCount ?? ''),
    },
  ]
  return (
    <section className={styles.queues} aria-label={diagnosticsLabels.queueTable.queues}>
      <PaneHeader title={diagnosticsLabels.queueTable.queuesFromSocketScreen} />
      <DataGrid
        label={diagnosticsLabels.queueTable.queues}
        columns={columns}
        rowCount={queues.length}
        rowKey={(index) => `${at(index)?.owner ?? ''} ${at(index)?.name ?? ''} ${String(index)}`}
        selectedKey={selected}
        onSelect={setSelected}
        paddingStart={12}
        empty={
          <EmptyState
            title={diagnosticsLabels.queueTable.noQueuesYet}
            text={diagnosticsLabels.queueTable.noQueuesYetText}
          />
        }
      />
    </section>
  )
}

function shareOf(queue: QueueReport | undefined): number {
  return queue && queue.limit > 0 ? Math.min(1, queue.fill / queue.limit) : 0
}

function Fill({ queue }: { readonly queue: QueueReport | undefined }) {
  const share = shareOf(queue)
  return (
    <span className={styles.fill} aria-hidden>
      <span style={{ width: `${String(share * 100)}%` }} data-full={share >= 0.8 || undefined} />
    </span>
  )
}
