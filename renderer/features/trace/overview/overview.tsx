import { formatBytes, formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { TraceOverview, TraceOverviewFunction } from '../../../../shared/model/trace/trace-overview.ts'
import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { shareWords } from '../trace-words.ts'
import { shortMethod } from '../view/selection-words.ts'
import { useTraceContents, useTraceView } from '../view/trace-view.ts'
import { useAnswer } from '../view/use-answer.ts'
import { AnswerLine, OverviewPane, OverviewRow } from './overview-pane.tsx'
import { ClassBar } from './class-bar.tsx'
import styles from './overview.module.css'
import { MissingPane } from './missing-pane.tsx'
import { RequestPane } from './request-pane.tsx'
import { TopFindings } from './top-findings.tsx'
import { overviewLabels } from './overview-labels.ts'

/** What a person wants to know first, every figure a way into its tab. */
export function Overview() {
  const { target, selection } = useTraceView()
  const { value, error } = useAnswer('traces.overview', { documentId: target.documentId, selection })
  if (error !== null) return <ErrorState error={error} title={overviewLabels.overview.couldntShow} />
  if (value === null) return <BusyText>{overviewLabels.overview.reading}</BusyText>
  return (
    <div className={styles.overview} data-testid="trace-overview">
      <TopFindings />
      <div className={styles.upper}>
        <TimePane overview={value} />
        <BlockedPane overview={value} />
      </div>
      <div className={styles.lower}>
        <AllocationPane overview={value} />
        <GcPane overview={value} />
        <ExceptionPane overview={value} />
        <RequestPane />
        <MissingPane overview={value} />
      </div>
    </div>
  )
}

interface PaneProps {
  readonly overview: TraceOverview
}

const duration = (ms: number): string => quantityText(formatDuration(ms))
const bytes = (count: number): string => quantityText(formatBytes(count))

/** Goes to a tab with a function picked. */
function useGoToFrame(): (tab: string, frame: TraceFrame) => void {
  const { goTo, pickFrame } = useTraceView()
  return (tab, { method, module, name }) => {
    pickFrame({ method, module, name })
    goTo({ tab })
  }
}

/** Part of the samples from which on the cost of recording is worth a line. */
const leastTracing = 0.1

function TimePane({ overview }: PaneProps) {
  const isRecorded = useTraceContents(({ summary }) => Object.values(summary.samples).some((count) => count > 0))
  const { samples, selectedCount, tracingCount, self, own, durationMs, threadCount } = overview
  const all = Object.values(samples).reduce((sum, count) => sum + count, 0)
  return (
    <OverviewPane
      title={overviewLabels.overview.whereDidTimeGo}
      tab={all === 0 ? null : 'call-tree'}
      tabLabel={overviewLabels.overview.callTree}
      isWide
    >
      {all === 0 ? (
        <p className={styles.absent}>
          {isRecorded ? overviewLabels.overview.noSamplesSelected : overviewLabels.overview.noSamples}
        </p>
      ) : (
        <>
          <AnswerLine figure={formatCount(selectedCount)}>
            {overviewLabels.overview.ofSamples(formatCount(all), duration(durationMs), threadCount)}
          </AnswerLine>
          <ClassBar samples={samples} />
          {tracingCount >= leastTracing * selectedCount && tracingCount > 0 && (
            <p className={styles.absent}>
              {overviewLabels.overview.ofTracing(shareWords(tracingCount, selectedCount))}
            </p>
          )}
          <div className={styles.columns}>
            <FunctionList
              title={overviewLabels.overview.functionsBySelfTime}
              rows={self}
              all={selectedCount}
              tone="self"
            />
            <FunctionList title={overviewLabels.overview.yourCodeByTotal} rows={own} all={selectedCount} tone="total" />
          </div>
        </>
      )}
    </OverviewPane>
  )
}

interface FunctionListProps {
  readonly title: string
  readonly rows: readonly TraceOverviewFunction[]
  readonly all: number
  readonly tone: 'self' | 'total'
}

function FunctionList({ title, rows, all, tone }: FunctionListProps) {
  const goToFrame = useGoToFrame()
  const most = rows[0]?.count ?? 1
  return (
    <div className={styles.column}>
      <h3 className={styles.subtitle}>{title}</h3>
      {rows.length === 0 && <p className={styles.absent}>{overviewLabels.overview.none}</p>}
      <ul className={styles.list}>
        {rows.map((row) => (
          <OverviewRow
            key={`${row.module}!${row.method}`}
            name={row.name}
            hint={row.method}
            share={row.count / most}
            tone={tone}
            values={[formatCount(row.count), shareWords(row.count, all)]}
            onOpen={() => goToFrame('callers', row)}
          />
        ))}
      </ul>
    </div>
  )
}

function BlockedPane({ overview: { blocked } }: PaneProps) {
  const goToFrame = useGoToFrame()
  return (
    <OverviewPane
      title={overviewLabels.overview.whatWasBlocked}
      tab="locks"
      tabLabel={overviewLabels.overview.locksAndWaits}
    >
      {blocked === null ? (
        <p className={styles.absent}>{overviewLabels.overview.noWaits}</p>
      ) : (
        <>
          <AnswerLine figure={duration(blocked.waitMs)}>{overviewLabels.overview.blockedBelowYourCode}</AnswerLine>
          {blocked.otherMs > 0 && (
            <p className={styles.note}>{overviewLabels.overview.otherWaits(duration(blocked.otherMs))}</p>
          )}
          <ul className={styles.list}>
            {blocked.rows.map((row) => (
              <OverviewRow
                key={`${row.module}!${row.method}`}
                name={row.name}
                hint={overviewLabels.overview.longestWait(row.method, duration(row.longestMs))}
                share={row.waitMs / (blocked.rows[0]?.waitMs ?? 1)}
                tone="wait"
                values={[duration(row.waitMs), `${formatCount(row.count)} ×`]}
                onOpen={() => goToFrame('locks', row)}
              />
            ))}
          </ul>
        </>
      )}
    </OverviewPane>
  )
}

function AllocationPane({ overview: { allocated, durationMs } }: PaneProps) {
  const { goTo } = useTraceView()
  return (
    <OverviewPane
      title={overviewLabels.overview.whatAllocated}
      tab="allocations"
      tabLabel={overviewLabels.overview.allocations}
    >
      {allocated === null ? (
        <p className={styles.absent}>{overviewLabels.overview.noAllocations}</p>
      ) : (
        <>
          <AnswerLine figure={bytes(allocated.bytes)}>
            {durationMs > 0
              ? overviewLabels.overview.sampledRate(
                  quantityText(formatBytes((allocated.bytes * 1000) / durationMs, true)),
                )
              : overviewLabels.overview.sampled}
          </AnswerLine>
          <ul className={styles.list}>
            {allocated.rows.map(({ type, name, bytes: size }) => (
              <OverviewRow
                key={type}
                name={name}
                hint={type}
                share={size / (allocated.rows[0]?.bytes ?? 1)}
                tone="memory"
                values={[bytes(size), shareWords(size, allocated.bytes)]}
                onOpen={() => goTo({ tab: 'allocations' })}
              />
            ))}
          </ul>
        </>
      )}
    </OverviewPane>
  )
}

function GcPane({ overview: { collections, durationMs } }: PaneProps) {
  const { goTo } = useTraceView()
  return (
    <OverviewPane title={overviewLabels.overview.gcPauses} tab="gc" tabLabel={overviewLabels.overview.gc}>
      {collections === null ? (
        <p className={styles.absent}>{overviewLabels.overview.noGc}</p>
      ) : (
        <>
          <AnswerLine figure={duration(collections.pauseMs)}>
            {overviewLabels.overview.ofTheTime(shareWords(collections.pauseMs, durationMs), collections.count)}
          </AnswerLine>
          <ul className={styles.list}>
            {collections.generations.map(({ generation, count, pauseMs, longestMs }) => (
              <OverviewRow
                key={generation}
                name={overviewLabels.overview.gen(String(generation))}
                hint={overviewLabels.overview.longestPause(duration(longestMs))}
                share={collections.pauseMs === 0 ? 0 : pauseMs / collections.pauseMs}
                tone="gc"
                values={[
                  `${formatCount(count)} ×`,
                  duration(pauseMs),
                  overviewLabels.overview.max(duration(longestMs)),
                ]}
                onOpen={() => goTo({ tab: 'gc' })}
              />
            ))}
          </ul>
          {collections.inducedCount > 0 && (
            <p className={styles.note}>{overviewLabels.overview.induced(formatCount(collections.inducedCount))}</p>
          )}
        </>
      )}
    </OverviewPane>
  )
}

function ExceptionPane({ overview: { exceptions } }: PaneProps) {
  const { goTo } = useTraceView()
  return (
    <OverviewPane
      title={overviewLabels.overview.exceptions}
      tab="exceptions"
      tabLabel={overviewLabels.overview.exceptions}
    >
      {exceptions === null ? (
        <p className={styles.absent}>{overviewLabels.overview.noExceptions}</p>
      ) : (
        <>
          <AnswerLine figure={formatCount(exceptions.count)}>{overviewLabels.overview.thrown}</AnswerLine>
          <ul className={styles.list}>
            {exceptions.rows.map(({ type, count }) => (
              <OverviewRow
                key={type}
                name={shortMethod(type)}
                hint={type}
                share={count / (exceptions.rows[0]?.count ?? 1)}
                tone="bad"
                values={[formatCount(count)]}
                onOpen={() => goTo({ tab: 'exceptions' })}
              />
            ))}
          </ul>
        </>
      )}
    </OverviewPane>
  )
}
