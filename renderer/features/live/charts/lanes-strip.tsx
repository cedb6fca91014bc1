import { Flag, Recycle, TriangleAlert, Unplug, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { LiveMark } from '../../../../shared/model/live.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import { appStore } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { writeText } from '../../../ui/text/write-text.ts'
import type { BoardView } from '../board/board-view.ts'
import styles from './lanes-strip.module.css'
import { LanesLayer } from './lanes-layer.ts'
import { lanesHeightPx } from './lanes-painter.ts'
import { editMark, removeMark } from '../live-commands.ts'
import { liveViewOf, useLive, useLiveView, useTick } from '../live-context.ts'
import type { LiveRuntime } from '../live-runtime.ts'
import { NameDialog } from '../name-dialog.tsx'
import { usePaintedLayer } from './use-painted-layer.ts'
import { orderedRange } from '../../../canvas/timeline/time-scale.ts'
import { liveLabels } from '../live-labels.ts'

/** Collections, exceptions, marks and gaps on the charts' time axis, with the axis itself below. */
export function LanesStrip({ view }: { readonly view: BoardView }) {
  const { runtime } = useLive()
  const allMarks = useLiveView((view) => view.marks)
  const [edited, setEdited] = useState<LiveMark | null>(null)
  const attach = useLanesLayer()
  return (
    <div className={styles.lanes} role="group" aria-label={liveLabels.lanesStrip.events}>
      <div className={styles.laneHeads}>
        <LaneHead
          icon={Recycle}
          label={liveLabels.lanesStrip.gc}
          count={(fromMs, toMs) => runtime.group.lanes.gcIn(fromMs, toMs).length}
        />
        <LaneHead
          icon={TriangleAlert}
          label={liveLabels.lanesStrip.exceptions}
          count={(fromMs, toMs) =>
            runtime.group.lanes.exceptionsIn(fromMs, toMs).reduce((sum, event) => sum + event.amount, 0)
          }
        />
        <LaneHead
          icon={Flag}
          label={liveLabels.lanesStrip.marks}
          count={(fromMs, toMs) => countWithin(allMarks, fromMs, toMs)}
        />
        <LaneHead
          icon={Unplug}
          label={liveLabels.lanesStrip.gaps}
          count={(fromMs, toMs) =>
            runtime.group.gaps.filter((gap) => gap.fromMs <= toMs && (gap.toMs ?? Infinity) >= fromMs).length
          }
        />
      </div>
      <div
        ref={attach}
        className={styles.lanePlot}
        data-plot=""
        data-testid="live-lanes"
        style={{ height: lanesHeightPx }}
      >
        <div className={styles.markClip}>
          <div data-marks="" className={styles.marks}>
            {allMarks.map((mark) => (
              <button
                key={mark.id}
                type="button"
                data-time-ms={mark.timeMs}
                hidden
                className={cx(
                  styles.mark,
                  mark.origin === 'threshold' && styles.markThreshold,
                  (mark.origin === 'restart' || mark.origin === 'exit') && styles.markEvent,
                )}
                title={liveLabels.lanesStrip.editMark(mark.label)}
                onClick={() => setEdited(mark)}
              >
                {mark.label}
              </button>
            ))}
          </div>
        </div>
        <CursorSlider view={view} />
        <div data-cursor-time="" className={styles.cursorTime} hidden />
      </div>
      {edited !== null && <MarkDialog mark={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

function countWithin(marks: readonly LiveMark[], fromMs: number, toMs: number): number {
  return marks.filter((mark) => mark.timeMs >= fromMs && mark.timeMs <= toMs).length
}

interface LaneHeadProps {
  readonly icon: LucideIcon
  readonly label: string
  /** Of the visible stretch. */
  readonly count: (fromMs: number, toMs: number) => number
}

function LaneHead({ icon, label, count }: LaneHeadProps) {
  const { runtime } = useLive()
  const text = useRef<HTMLSpanElement | null>(null)
  useTick(() => {
    const { fromMs, toMs } = runtime.view.range
    writeText(text.current, formatCount(count(fromMs, toMs)))
  })
  return (
    <div className={styles.laneHead}>
      <Icon icon={icon} size={13} />
      <span>{label}</span>
      <span ref={text} />
    </div>
  )
}

function MarkDialog({ mark, onClose }: { readonly mark: LiveMark; readonly onClose: () => void }) {
  const { documentId } = useLive()
  return (
    <NameDialog
      title={liveLabels.lanesStrip.mark}
      label={liveLabels.lanesStrip.markName}
      initial={mark.label}
      confirm={liveLabels.lanesStrip.save}
      onConfirm={(label) => editMark(documentId, mark, label)}
      onClose={onClose}
      extra={
        <Button
          kind="quiet"
          onClick={() => {
            removeMark(documentId, mark)
            onClose()
          }}
        >
          {liveLabels.lanesStrip.removeMark}
        </Button>
      }
    />
  )
}

/** The keyboard way to the cursor and to a range: arrows move, Shift and arrows select, Escape takes the cursor away. */
function CursorSlider({ view }: { readonly view: BoardView }) {
  const { documentId, formatTime } = useLive()
  const slider = useRef<HTMLDivElement | null>(null)
  const anchorMs = useRef<number | null>(null)
  const describe = () => {
    const { cursorMs, cursorShare } = view
    slider.current?.setAttribute('aria-valuenow', String(Math.round((cursorShare ?? 1) * 100)))
    slider.current?.setAttribute(
      'aria-valuetext',
      cursorMs === null ? liveLabels.lanesStrip.noCursor : formatTime(cursorMs),
    )
  }
  useTick(describe)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.ctrlKey ? 0.1 : 0.01
    const from = view.cursorShare ?? 1
    const next = { ArrowLeft: from - step, ArrowRight: from + step, Home: 0, End: 1 }[event.key]
    if (next === undefined) {
      if (event.key !== 'Escape' || view.cursorShare === null || liveViewOf(documentId).selection !== null) return
      event.preventDefault()
      view.setCursor(null)
      return
    }
    event.preventDefault()
    const before = view.cursorMs ?? view.range.toMs
    view.setCursor(next)
    const after = view.cursorMs ?? view.range.toMs
    if (!event.shiftKey) {
      anchorMs.current = null
      return
    }
    // A selection that is gone is not taken up again.
    if (liveViewOf(documentId).selection === null) anchorMs.current = null
    anchorMs.current ??= before
    appStore.getState().selectLive(documentId, orderedRange(anchorMs.current, after))
  }
  return (
    <div
      ref={slider}
      className={styles.cursorSlider}
      role="slider"
      tabIndex={0}
      aria-label={liveLabels.lanesStrip.timeCursor}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={100}
      onKeyDown={onKeyDown}
    />
  )
}

const makeLanes = (host: HTMLDivElement, { group, view }: LiveRuntime) => new LanesLayer(host, group, view)

function useLanesLayer() {
  const { theme, timeOffsetMs, formatTime } = useLive()
  const { layer, attach } = usePaintedLayer(makeLanes)
  const selection = useLiveView((view) => view.selection)
  const marks = useLiveView((view) => view.marks)
  useEffect(() => {
    layer?.setScene({ theme, timeOffsetMs, formatTime, selection })
  }, [layer, theme, timeOffsetMs, formatTime, selection])
  useEffect(() => {
    layer?.placeMarks(marks.length)
  }, [layer, marks])
  return attach
}
