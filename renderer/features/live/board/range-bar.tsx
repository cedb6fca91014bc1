import { Share, X, ZoomIn } from 'lucide-react'
import { appStore } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import styles from '../charts/chart-board.module.css'
import { exportEntries } from './export-entries.ts'
import { lengthWords } from '../series/gap-words.ts'
import { useLive, useLiveView } from '../live-context.ts'
import { liveLabels } from '../live-labels.ts'

/** There while a stretch of time is selected or looked at: what can be done with it, and the way back. */
export function RangeBar() {
  const context = useLive()
  const { documentId, formatTime } = context
  const selection = useLiveView((view) => view.selection)
  const zoom = useLiveView((view) => view.zoom)
  const { selectLive, zoomLive } = appStore.getState()
  if (selection === null && zoom === null) return null
  const range = selection ?? zoom
  if (range === null) return null
  const words = `${formatTime(range.fromMs)} – ${formatTime(range.toMs)} (${lengthWords(range.toMs - range.fromMs)})`
  return (
    <div className={styles.rangeBar} role="group" aria-label={liveLabels.rangeBar.selectedRange}>
      <span className="ellipsis tabular" role="status">
        {selection === null ? liveLabels.rangeBar.viewing(words) : liveLabels.rangeBar.selected(words)}
      </span>
      <span className="grow" />
      {selection !== null && (
        <>
          <Button
            size="small"
            icon={ZoomIn}
            onClick={() => {
              zoomLive(documentId, selection)
              selectLive(documentId, null)
            }}
          >
            {liveLabels.rangeBar.zoomToSelection}
          </Button>
          <Menu
            align="end"
            entries={exportEntries(context)}
            trigger={
              <Button size="small" icon={Share}>
                {liveLabels.rangeBar.export}
              </Button>
            }
          />
          <IconButton
            icon={X}
            size="small"
            label={liveLabels.rangeBar.clearSelection}
            onClick={() => selectLive(documentId, null)}
          />
        </>
      )}
      {selection === null && (
        <Button size="small" shortcut="Esc" onClick={() => zoomLive(documentId, null)}>
          {liveLabels.rangeBar.backToLatest}
        </Button>
      )}
    </div>
  )
}
