import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import type { Picture } from '../../../canvas/picture.ts'
import type { TimelineRow } from '../../../canvas/timeline/timeline-layout.ts'
import type { TraceThreadOrder, TraceTimeline } from '../../../../shared/model/trace/trace-timeline.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { countersWithRows } from './timeline-rows.ts'
import { rangeText } from '../view/selection-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { rowName, trackWords } from './timeline-words.ts'
import styles from './timeline.module.css'
import type { TimelineOptions } from './timeline-options.ts'
import type { TimelineState } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'

interface CornerProps {
  readonly state: TimelineState
  readonly options: TimelineOptions
  readonly onChange: (options: TimelineOptions) => void
}

const samplesHint = timelineLabels.corner.samplesHint

/** What the timeline shows, above the names of its rows. */
export function TimelineCorner({ state, options, onChange }: CornerProps) {
  const [isSearching, setSearching] = useState(false)
  const { name } = useTraceView().target
  const hasField = isSearching || options.search !== ''
  const hasSamples = state.timeline?.allThreadCount !== 0
  return (
    <div className={styles.corner}>
      {hasField ? (
        <input
          type="search"
          aria-label={timelineLabels.corner.findThreads}
          placeholder={timelineLabels.corner.findThreads}
          spellCheck={false}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it
          autoFocus
          className={styles.search}
          value={options.search}
          onChange={(event) => onChange({ ...options, search: event.currentTarget.value, isFolded: false })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            setSearching(false)
            onChange({ ...options, search: '' })
          }}
          onBlur={() => setSearching(false)}
        />
      ) : (
        <span className={styles.what} {...(hasSamples ? { title: samplesHint } : {})}>
          {hasSamples ? timelineLabels.corner.wallClockSamples : timelineLabels.corner.timeline}
        </span>
      )}
      <IconButton
        icon={hasField ? X : Search}
        size="small"
        label={hasField ? timelineLabels.corner.showEveryThread : timelineLabels.corner.findThreads}
        className={styles.cornerButton}
        // The field would be gone before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setSearching(!hasField)
          if (hasField) onChange({ ...options, search: '' })
        }}
      />
      <Menu
        entries={timelineEntries(name, state, options, onChange)}
        trigger={
          <IconButton
            icon={SlidersHorizontal}
            size="small"
            label={timelineLabels.corner.timelineOptions}
            className={styles.cornerButton}
          />
        }
      />
    </div>
  )
}

const orderOptions: readonly { readonly value: TraceThreadOrder; readonly label: string }[] = [
  { value: 'busiest', label: timelineLabels.corner.busiestFirst },
  { value: 'id', label: timelineLabels.corner.byThreadId },
  { value: 'name', label: timelineLabels.corner.byName },
]

function timelineEntries(
  name: string,
  state: TimelineState,
  options: TimelineOptions,
  onChange: (options: TimelineOptions) => void,
): readonly MenuEntry[] {
  const { timeline, selection } = state
  const tracks = timeline === null ? [] : tracksOf(timeline, options.hasAllCounters)
  const hasMore = timeline?.counters.some(({ isLeading }) => !isLeading) === true
  const show = (key: string, isShown: boolean): void => {
    const hidden = new Set(options.hidden)
    if (isShown) hidden.delete(key)
    else hidden.add(key)
    onChange({ ...options, hidden })
  }
  return [
    {
      kind: 'choice',
      label: timelineLabels.corner.threads,
      value: options.order,
      options: orderOptions,
      onChange: (order) => onChange({ ...options, order: order as TraceThreadOrder }),
    },
    {
      kind: 'check',
      label: timelineLabels.corner.showAllThreads,
      isChecked: options.hasAllThreads,
      onChange: (hasAllThreads) => onChange({ ...options, hasAllThreads, isFolded: false }),
    },
    {
      kind: 'check',
      label: timelineLabels.corner.foldToOneRow,
      isChecked: options.isFolded,
      onChange: (isFolded) => onChange({ ...options, isFolded }),
    },
    ...(tracks.length === 0
      ? []
      : [{ kind: 'separator' } as const, { kind: 'heading', label: timelineLabels.corner.tracks } as const]),
    ...tracks.map(([key, label]): MenuEntry => ({
      kind: 'check',
      label,
      isChecked: !options.hidden.has(key),
      onChange: (isShown) => show(key, isShown),
    })),
    ...(hasMore
      ? [
          {
            kind: 'check',
            label: timelineLabels.corner.showAllCounters,
            isChecked: options.hasAllCounters,
            onChange: (hasAllCounters) => onChange({ ...options, hasAllCounters, isFolded: false }),
          } satisfies MenuEntry,
        ]
      : []),
    { kind: 'separator' },
    { kind: 'item', label: timelineLabels.corner.zoomIn, shortcut: 'W', run: () => state.zoomBy(1) },
    { kind: 'item', label: timelineLabels.corner.zoomOut, shortcut: 'S', run: () => state.zoomBy(-1) },
    {
      kind: 'item',
      label: timelineLabels.corner.zoomToRange,
      shortcut: 'F',
      isDisabled: selection.range === null,
      run: state.zoomToSelection,
    },
    { kind: 'item', label: timelineLabels.corner.zoomToAll, run: () => state.goTo(state.extent) },
    { kind: 'separator' },
    {
      kind: 'submenu',
      label: timelineLabels.corner.picture,
      entries: pictureEntries('timeline', () => pictureOf(state, name)),
    },
  ]
}

function pictureOf({ canvas, stretch, rowOf }: TimelineState, name: string): Picture | null {
  const words = {
    title: name,
    subtitle: timelineLabels.corner.pictureSubtitle(rangeText(stretch)),
    name: `${name}-timeline`,
  }
  const nameOf = ({ key }: TimelineRow): string => {
    const row = rowOf(key)
    return row === null ? '' : rowName(row.subject)
  }
  return canvas?.picture(words, nameOf) ?? null
}

function tracksOf(
  { collections, tracks, counters }: TraceTimeline,
  hasAllCounters: boolean,
): readonly (readonly [string, string])[] {
  return [
    ...(collections === null ? [] : [['gc', timelineLabels.corner.gc] as const]),
    ...tracks.map(({ name }) => [name, trackWords[name]] as const),
    ...countersWithRows(counters, hasAllCounters).map(
      ({ name }) => [timelineLabels.corner.counter(name), name] as const,
    ),
  ]
}
