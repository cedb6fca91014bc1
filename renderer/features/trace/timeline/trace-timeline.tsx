import { memo, useId, useState } from 'react'
import type { TraceTimeline as Timeline } from '../../../../shared/model/trace/trace-timeline.ts'
import { contentHeightPx, rulerPx } from '../../../canvas/timeline/timeline-layout.ts'
import { Splitter } from '../../../ui/controls/splitter.tsx'
import { useMetrics } from '../../../ui/metrics.ts'
import { useSteady } from '../../../ui/use-steady.ts'
import { TimelineCorner } from './timeline-corner.tsx'
import { TimelineHeads } from './timeline-heads.tsx'
import { timelineKey } from './timeline-keys.ts'
import { TimelineTable } from './timeline-table.tsx'
import { TimelineTooltip } from './timeline-tooltip.tsx'
import { rowName, spotWords, timeText } from './timeline-words.ts'
import styles from './timeline.module.css'
import { firstOptions } from './timeline-options.ts'
import { type TimelineState, useTimeline } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'

const leastHeightPx = 54
/** Before it is known what there is to show. */
const firstHeightPx = 250

/** Threads and tracks over time, above all tabs. */
export const TraceTimeline = memo(function TraceTimeline() {
  const [options, setOptions] = useState(firstOptions)
  /** Null: nobody has dragged its edge. */
  const [wantedPx, setWantedPx] = useState<number | null>(null)
  const { attachPlot, attachScroller, ...state } = useTimeline(options)
  const { scale } = useMetrics()
  const helpId = useId()
  const pin = (id: number): void => {
    const { pinned } = options
    setOptions({ ...options, pinned: pinned.includes(id) ? pinned.filter((other) => other !== id) : [...pinned, id] })
  }
  const showAll = (): void => setOptions({ ...options, hasAllThreads: true })
  const showAllCounters = (): void => setOptions({ ...options, hasAllCounters: true })
  const steady = useSteady({
    onPin: pin,
    onShowAll: showAll,
    onShowAllCounters: showAllCounters,
    onToggle: state.toggleThread,
  })
  const { timeline, rows } = state
  const contentPx = timeline === null ? firstHeightPx * scale : contentHeightPx(rows, Math.round(rulerPx * scale))
  // Files with nothing to show over time have no timeline; until it is known, its place stays free.
  if (state.error !== null && timeline === null) return null
  if (timeline !== null && isEmpty(timeline)) return null
  const { size, scrollPx, selection, cursor } = state
  const heads = { rows, scrollPx, heightPx: size.heightPx, selection, current: cursor?.row ?? null, ...steady }
  return (
    <section className={styles.timeline} aria-label={timelineLabels.timeline.timeline} data-testid="trace-timeline">
      <div
        ref={attachScroller}
        data-timeline-scroller
        className={styles.scroller}
        style={{ height: contentPx, ...(wantedPx === null ? {} : { maxHeight: wantedPx }) }}
      >
        <div className={styles.ground} style={{ height: contentPx }} />
        <TimelineHeads {...heads} isFixed={false} />
        <div className={styles.still}>
          <div className={styles.stillHeads}>
            <TimelineCorner state={state} options={options} onChange={setOptions} />
            <TimelineHeads {...heads} isFixed />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application has keys of its own */}
          <div
            ref={attachPlot}
            role="application"
            aria-roledescription="timeline"
            aria-label={timelineLabels.timeline.timeline}
            aria-describedby={helpId}
            aria-busy={timeline === null}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has keys of its own
            tabIndex={0}
            className={styles.plot}
            onFocus={() => state.setFocus(true)}
            onBlur={() => {
              state.finishExtending()
              state.setFocus(false)
            }}
            onKeyDown={(event) => timelineKey(event, state, pin)}
            onKeyUp={(event) => {
              if (event.key === 'Shift') state.finishExtending()
            }}
          />
        </div>
      </div>
      <Splitter
        label={timelineLabels.timeline.heightOfTheTimeline}
        orientation="horizontal"
        size={size.heightPx}
        min={leastHeightPx}
        max={Math.max(leastHeightPx, contentPx)}
        onResize={setWantedPx}
      />
      <p id={helpId} className="visually-hidden">
        {timelineLabels.timeline.keys}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {cursorWords(state)}
      </p>
      <TimelineTable rows={rows} selection={selection} timeline={timeline} />
      <TimelineTooltip state={state} />
    </section>
  )
})

function isEmpty({ allThreadCount, collections, tracks, counters }: Timeline): boolean {
  return allThreadCount === 0 && collections === null && tracks.length === 0 && counters.length === 0
}

function cursorWords({ cursor, timeline, stretch, rowOf }: TimelineState): string {
  const row = rowOf(cursor?.row)
  if (cursor === null || timeline === null || row === null) return ''
  const time = timeText(cursor.timeMs, stretch.toMs - stretch.fromMs)
  return [time, rowName(row.subject), ...spotWords(row.subject, timeline, cursor.timeMs)].join(', ')
}
