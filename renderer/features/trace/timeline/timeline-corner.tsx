import { Search, SlidersHorizontal, X } from 'lucide-react'
import { memo, useState } from 'react'
import type { Picture } from '../../../canvas/picture.ts'
import type { TimelineRow } from '../../../canvas/timeline/timeline-layout.ts'
import type { TraceThreadOrder, TraceTimeline } from '../../../../shared/model/trace/trace-timeline.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { useSameValue } from '../../../ui/use-same-value.ts'
import { useSteady } from '../../../ui/use-steady.ts'
import { countersWithRows } from './timeline-rows.ts'
import { rangeText } from '../view/selection-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { rowName, trackWords } from './timeline-words.ts'
import styles from './timeline.module.css'
import type { TimelineOptions } from './timeline-options.ts'
import type { TimelineState } from './use-timeline.ts'
import { timelineLabels } from './timeline-labels.ts'

interface ChosenProps {
  readonly options: TimelineOptions
  readonly onChange: (options: TimelineOptions) => void
}

interface TimelineCornerProps extends ChosenProps {
  readonly state: TimelineState
}

/** What of the timeline the corner is about. */
interface CornerFacts {
  readonly hasSamples: boolean
  /** Keys and names of those that can be shown or hidden. */
  readonly tracks: readonly (readonly [string, string])[]
  readonly hasMoreCounters: boolean
  readonly hasRange: boolean
}

interface CornerProps extends ChosenProps, Pick<TimelineState, 'zoomBy' | 'zoomToSelection'> {
  readonly facts: CornerFacts
  readonly zoomToAll: () => void
  readonly picture: () => Picture | null
}

const samplesHint = timelineLabels.corner.samplesHint

/** What the timeline shows, above the names of its rows. */
export function TimelineCorner({ state, options, onChange }: TimelineCornerProps) {
  const { name } = useTraceView().target
  const { timeline, selection, extent, goTo, zoomBy, zoomToSelection } = state
  const facts = useSameValue<CornerFacts>({
    hasSamples: timeline?.allThreadCount !== 0,
    tracks: timeline === null ? [] : tracksOf(timeline, options.hasAllCounters),
    hasMoreCounters: timeline?.counters.some(({ isLeading }) => !isLeading) === true,
    hasRange: selection.range !== null,
  })
  const steady = useSteady({
    zoomBy,
    zoomToSelection,
    zoomToAll: () => goTo(extent),
    picture: () => pictureOf(state, name),
  })
  return <Corner facts={facts} options={options} onChange={onChange} {...steady} />
}

/** Not drawn anew with each answer of a recording that grows. */
const Corner = memo(function Corner(props: CornerProps) {
  const { facts, options, onChange } = props
  const [isSearching, setSearching] = useState(false)
  const hasField = isSearching || options.search !== ''
  const { hasSamples } = facts
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
        entries={timelineEntries(props)}
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
})

const orderOptions: readonly { readonly value: TraceThreadOrder; readonly label: string }[] = [
  { value: 'busiest', label: timelineLabels.corner.busiestFirst },
  { value: 'id', label: timelineLabels.corner.byThreadId },
  { value: 'name', label: timelineLabels.corner.byName },
]

function timelineEntries({ facts, options, onChange, ...moves }: CornerProps): readonly MenuEntry[] {
  const { tracks, hasMoreCounters, hasRange } = facts
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
    ...(hasMoreCounters
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
    { kind: 'item', label: timelineLabels.corner.zoomIn, shortcut: 'W', run: () => moves.zoomBy(1) },
    { kind: 'item', label: timelineLabels.corner.zoomOut, shortcut: 'S', run: () => moves.zoomBy(-1) },
    {
      kind: 'item',
      label: timelineLabels.corner.zoomToRange,
      shortcut: 'F',
      isDisabled: !hasRange,
      run: moves.zoomToSelection,
    },
    { kind: 'item', label: timelineLabels.corner.zoomToAll, run: moves.zoomToAll },
    { kind: 'separator' },
    {
      kind: 'submenu',
      label: timelineLabels.corner.picture,
      entries: pictureEntries('timeline', moves.picture),
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
