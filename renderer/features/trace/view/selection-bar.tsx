import { ArrowLeft, ArrowRight, Braces, Clock, Spline, Users } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Chip } from '../../../ui/chip.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import { useHasRoomFor } from '../../../ui/use-media-query.ts'
import { OwnCodeRulesButton } from './own-code-rules.tsx'
import { PerfViewPatterns } from './perfview-patterns.tsx'
import { SavedViews } from './saved-views.tsx'
import { ClassChooser } from './class-chooser.tsx'
import styles from './selection-bar.module.css'
import { selectionParts } from './selection-words.ts'
import { isSwitchedOn, switched } from './switches.ts'
import { useTraceContents, useTraceView } from './trace-view.ts'
import { viewLabels } from './view-labels.ts'

interface SelectionBarProps {
  /** Null: there is no way back or forward. */
  readonly onBack: (() => void) | null
  readonly onForward: (() => void) | null
  /** What can be done with the file. */
  readonly children: ReactNode
}

function OwnCodeSwitch({ isRoomy }: { readonly isRoomy: boolean }) {
  const { selection, select } = useTraceView()
  const isPressed = isSwitchedOn(selection, 'own-code')
  const onClick = () => select(switched(selection, 'own-code'))
  if (!isRoomy)
    return (
      <IconButton
        icon={Braces}
        label={viewLabels.selectionBar.justMyCode}
        hint={ownCodeHint}
        shortcut="J"
        isPressed={isPressed}
        onClick={onClick}
      />
    )
  return (
    <Button icon={Braces} isPressed={isPressed} title={`${ownCodeHint} (J)`} onClick={onClick}>
      {viewLabels.selectionBar.justMyCode}
    </Button>
  )
}

const ownCodeHint = viewLabels.selectionBar.justMyCodeHint
const joinHint = viewLabels.selectionBar.joinAsyncHint
const joinNeeds = viewLabels.selectionBar.joinAsyncNeeds

const partIcons = { range: Clock, threads: Users, transform: Braces } as const

/** What of the trace counts, in every view alike: each restriction a chip that can be taken away. */
export const SelectionBar = memo(function SelectionBar({ onBack, onForward, children }: SelectionBarProps) {
  const { imported, selection, select, search, setSearch } = useTraceView()
  const { threadCount, hasSamples, canJoin } = useTraceContents(({ summary }) => ({
    threadCount: summary.rowCounts.threads,
    hasSamples: Object.values(summary.samples).some((count) => count > 0),
    canJoin: summary.found.joinableAwaits > 0,
  }))
  const parts = selectionParts(selection, threadCount)
  const isRoomy = useHasRoomFor(1000)
  // Beside the tools they would stand one below the other.
  const hasOwnRow = !isRoomy && parts.length > 1
  const chips = (
    <div className={cx(styles.chips, hasOwnRow && styles.ownRow)}>
      {parts.length === 0 && (
        <span className={styles.whole}>
          {imported === null ? viewLabels.selectionBar.wholeRecording : viewLabels.selectionBar.wholeFile}
        </span>
      )}
      {parts.map(({ kind, text, hint, without }, at) => (
        // Overloads have the same words.
        <Tooltip key={`${String(at)} ${kind} ${text}`} text={hint}>
          <Chip
            tone="accent"
            icon={partIcons[kind]}
            removeLabel={viewLabels.selectionBar.remove(text)}
            onRemove={() => select(without)}
            className={styles.chip}
          >
            {text}
          </Chip>
        </Tooltip>
      ))}
    </div>
  )
  return (
    <Toolbar label={viewLabels.selectionBar.selection} className={cx(styles.bar, hasOwnRow && styles.wrapped)}>
      <IconButton
        icon={ArrowLeft}
        label={viewLabels.selectionBar.back}
        shortcut="Alt+←"
        disabled={onBack === null}
        onClick={() => onBack?.()}
      />
      <IconButton
        icon={ArrowRight}
        label={viewLabels.selectionBar.forward}
        shortcut="Alt+→"
        disabled={onForward === null}
        onClick={() => onForward?.()}
      />
      {hasOwnRow ? <span className={styles.spacer} /> : chips}
      {hasSamples && (
        <>
          {imported === null && (
            <ClassChooser value={selection.classes} onChange={(classes) => select({ ...selection, classes })} />
          )}
          {imported?.hasDotNet !== false && (
            <>
              <OwnCodeSwitch isRoomy={isRoomy} />
              <OwnCodeRulesButton hasButton={isRoomy} />
            </>
          )}
          {imported === null && (
            <IconButton
              icon={Spline}
              label={viewLabels.selectionBar.joinAsyncCalls}
              hint={canJoin ? joinHint : joinNeeds}
              shortcut="Y"
              isPressed={isSwitchedOn(selection, 'join-async')}
              disabled={!canJoin}
              onClick={() => select(switched(selection, 'join-async'))}
            />
          )}
          <PerfViewPatterns />
          <SearchField
            label={viewLabels.selectionBar.findFunctions}
            value={search}
            onChange={setSearch}
            data-function-search
            className={styles.search}
          />
        </>
      )}
      <SavedViews />
      {children}
      {hasOwnRow && chips}
    </Toolbar>
  )
})
