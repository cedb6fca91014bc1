import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { memo, useState } from 'react'
import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import { useCommands } from '../../../commands/use-commands.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { useHasRoomFor } from '../../../ui/use-media-query.ts'
import { useTraceTab, useTraceView } from '../view/trace-view.ts'
import { useActiveTrace } from '../view/use-active-trace.ts'
import { useAnswer } from '../view/use-answer.ts'
import { FrameCard } from './frame-card.tsx'
import styles from './frame-inspector.module.css'
import { inspectorLabels } from './inspector-labels.ts'

/** Tabs whose rows or boxes are functions; the others need the width. */
const frameTabs: ReadonlySet<string> = new Set(['flame', 'stack-chart', 'call-tree', 'callers', 'methods'])
/** In a narrower window it lies over the tab instead of beside it. */
const besidePx = 1000
const shortcut = 'I'

/** What is known of the selected function, right of the tabs that show functions. */
export const FrameInspector = memo(function FrameInspector() {
  const { frame } = useTraceView()
  const tab = useTraceTab()
  const hasRoom = useHasRoomFor(besidePx)
  const isActive = useActiveTrace()
  // Each width of the window has its own: what is put away beside a tab may still be wanted over it.
  const [isOpenBeside, openBeside] = useState(true)
  const [isOpenOver, openOver] = useState(false)
  const isOpen = hasRoom ? isOpenBeside : isOpenOver
  const open = hasRoom ? openBeside : openOver
  const isShown = frameTabs.has(tab)
  useCommands([
    {
      id: 'trace.inspector',
      title: isOpen ? inspectorLabels.inspector.hideTheSelectedFrame : inspectorLabels.inspector.showTheSelectedFrame,
      group: inspectorLabels.inspector.trace,
      keys: [shortcut],
      when: () => isActive && isShown,
      run: () => open(!isOpen),
    },
  ])
  if (!isShown) return null
  if (!isOpen)
    return (
      <div className={styles.folded}>
        <IconButton
          icon={PanelRightOpen}
          label={inspectorLabels.inspector.showSelectedFrame}
          shortcut={shortcut}
          size="small"
          tooltipSide="left"
          onClick={() => open(true)}
        />
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in whatever it holds puts it away
    <aside
      className={cx(styles.inspector, !hasRoom && styles.over)}
      aria-label={inspectorLabels.inspector.selectedFrame}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !hasRoom) open(false)
      }}
    >
      <PaneHeader title={inspectorLabels.inspector.selectedFrame}>
        <IconButton
          icon={PanelRightClose}
          label={inspectorLabels.inspector.hideSelectedFrame}
          shortcut={shortcut}
          size="small"
          className={styles.close}
          onClick={() => open(false)}
        />
      </PaneHeader>
      {frame === null ? (
        <EmptyState title={inspectorLabels.inspector.noFrameSelected} text={inspectorLabels.inspector.noFrameText} />
      ) : (
        <Picked frame={frame} />
      )}
    </aside>
  )
})

function Picked({ frame }: { readonly frame: TraceFrame }) {
  const { target, selection } = useTraceView()
  const { method, module } = frame
  const question = { selection, frame: { method, module } }
  const { value, error, isOutdated } = useAnswer('traces.frame', { documentId: target.documentId, question })
  if (error !== null) return <ErrorState error={error} title={inspectorLabels.inspector.couldntRead} />
  return (
    <div className={styles.body} aria-busy={isOutdated}>
      {value === null ? (
        <BusyText>{inspectorLabels.inspector.reading}</BusyText>
      ) : (
        <FrameCard frame={frame} facts={value} />
      )}
    </div>
  )
}
