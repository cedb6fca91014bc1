import { useState } from 'react'
import { formatBytes, formatCount, formatPercent, formatTimeMs, quantityText } from '../../../shared/base/format.ts'
import type { NewestEvent, RecordingStatus } from '../../../shared/model/recording.ts'
import { useApp } from '../../store/create-store.ts'
import { selectRecordView } from '../../store/record-slice.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { PaneHeader } from '../../ui/layout/pane.tsx'
import { PlainTable } from '../../ui/layout/plain-table.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Value } from '../../ui/text/value.tsx'
import { providerLine } from './record-model.ts'
import { bufferWords } from './recording-words.ts'
import styles from './recording-view.module.css'
import { recordLabels } from './record-labels.ts'
import { TableHead } from '../../ui/layout/table-head.tsx'

interface PaneProps {
  readonly status: RecordingStatus | null
}

const sides = [
  { value: 'self', label: recordLabels.recordingPanes.self, hint: recordLabels.recordingPanes.selfHint },
  { value: 'total', label: recordLabels.recordingPanes.total, hint: recordLabels.recordingPanes.totalHint },
] as const

/** What would read as 0.0 %. */
const leastShare = 0.0005

/** Top functions of the last ten seconds; samples of running threads only, never called CPU time. */
export function TopTable({ status }: PaneProps) {
  const [side, setSide] = useState<'self' | 'total'>('self')
  const top = status?.top ?? null
  const shareOf = (row: { readonly selfShare: number; readonly totalShare: number }): number =>
    side === 'self' ? row.selfShare : row.totalShare
  const rows = (top?.functions ?? [])
    .filter((row) => shareOf(row) >= leastShare)
    .sort((a, b) => shareOf(b) - shareOf(a))
  const largest = Math.max(leastShare, ...rows.map(shareOf))
  return (
    <section className={styles.pane} aria-label={recordLabels.recordingPanes.topFunctions}>
      <PaneHeader title={recordLabels.recordingPanes.topFunctionsLast10}>
        <span className={styles.paneNote} title={topNote(status)}>
          {topNote(status)}
        </span>
        <SegmentedControl
          label={recordLabels.recordingPanes.sortedBy}
          size="small"
          segments={sides}
          value={side}
          onChange={setSide}
        />
      </PaneHeader>
      {rows.length === 0 ? (
        <EmptyState
          title={recordLabels.recordingPanes.noSamplesYet}
          text={recordLabels.recordingPanes.noSamplesYetText}
        />
      ) : (
        <PlainTable className={styles.tableScroll}>
          <table className={styles.table}>
            <TableHead
              columns={[
                recordLabels.recordingPanes.function,
                { label: recordLabels.recordingPanes.percentOfRunning, className: styles.share },
                { label: recordLabels.recordingPanes.module, className: styles.module },
              ]}
            />
            <tbody>
              {rows.map((row) => {
                const share = shareOf(row)
                return (
                  <tr key={`${row.module}!${row.method}`}>
                    <td>
                      <MiddleEllipsis text={row.name} hint={row.method} />
                    </td>
                    <td className={styles.share}>
                      <span className={styles.shareBar} style={{ width: `${String((share / largest) * 55)}%` }} />
                      <Value quantity={formatPercent(share * 100)} />
                    </td>
                    <td className={styles.module}>{row.module}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </PlainTable>
      )}
    </section>
  )
}

function topNote(status: RecordingStatus | null): string {
  const known = status?.names.knownShare ?? null
  const top = status?.top ?? null
  if (top === null) return ''
  const running = recordLabels.recordingPanes[top.isRunningKnown ? 'running' : 'countedAsRunning'](
    formatCount(top.runningCount),
    formatCount(top.sampleCount),
  )
  return known === null || known > 0.9995
    ? running
    : recordLabels.recordingPanes.framesResolved(running, (known * 100).toFixed(1))
}

const eventText = ({ name, detail }: NewestEvent): string => (detail === '' ? name : `${name} ${detail}`)

interface EventListProps extends PaneProps {
  readonly isWhole?: boolean
}

export function EventList({ status, isWhole }: EventListProps) {
  const display = useApp((state) => state.settings.timeDisplay)
  const events = status?.newest ?? []
  return (
    <section className={styles.pane} aria-label={recordLabels.recordingPanes.newestEvents}>
      <PaneHeader title={recordLabels.recordingPanes.newestEvents}>
        <span className={styles.paneNote}>{recordLabels.recordingPanes.samplesHidden}</span>
      </PaneHeader>
      {events.length === 0 ? (
        <EmptyState
          title={recordLabels.recordingPanes.noEventsYet}
          text={recordLabels.recordingPanes.noEventsYetText}
        />
      ) : (
        <PlainTable className={styles.tableScroll}>
          <table className={styles.table}>
            <TableHead
              columns={[
                { label: recordLabels.recordingPanes.time, className: styles.time },
                recordLabels.recordingPanes.event,
                ...(isWhole === true ? [recordLabels.recordingPanes.provider] : []),
              ]}
            />
            <tbody>
              {events.map((event) => (
                <tr key={event.index}>
                  <td className={styles.time}>{formatTimeMs(event.timeMs, display)}</td>
                  <td>
                    <span title={eventText(event)}>{eventText(event)}</span>
                  </td>
                  {isWhole === true && (
                    <td>
                      <MiddleEllipsis text={event.provider} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </PlainTable>
      )}
    </section>
  )
}

export function ProviderTable({ status }: PaneProps) {
  const providers = status?.providers ?? []
  return (
    <PlainTable className={styles.tableScroll}>
      <table className={styles.table}>
        <TableHead
          columns={[
            recordLabels.recordingPanes.provider,
            { label: recordLabels.recordingPanes.events, className: styles.number },
            { label: recordLabels.recordingPanes.payload, className: styles.number },
          ]}
        />
        <tbody>
          {providers.map((provider) => (
            <tr key={provider.name}>
              <td>{provider.name}</td>
              <td className={styles.number}>{formatCount(provider.eventCount)}</td>
              <td className={styles.number}>{quantityText(formatBytes(provider.bytes))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PlainTable>
  )
}

/** As it was asked for. */
export function SettingsList({ documentId }: { readonly documentId: string }) {
  const view = useApp(selectRecordView(documentId))
  return (
    <dl className={styles.settings}>
      {view.rows
        .filter((row) => row.isOn)
        .map((row) => (
          <div key={row.id}>
            <dt>{row.title}</dt>
            <dd className="mono">{providerLine(row.provider)}</dd>
          </div>
        ))}
      <div>
        <dt>{recordLabels.recordingPanes.bufferInTheProcess}</dt>
        <dd>{bufferWords(view.options.bufferMB)}</dd>
      </div>
      <div>
        <dt>{recordLabels.recordingPanes.symbolsRundown}</dt>
        <dd>
          {view.options.rundown === 'none'
            ? recordLabels.recordingPanes.none
            : view.options.rundown === 'default'
              ? recordLabels.recordingPanes.all
              : view.options.rundown}
        </dd>
      </div>
    </dl>
  )
}
