import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import type { TraceThreadOrder, TraceTimeline } from '../../../../shared/model/trace-timeline.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { trackWords } from './timeline-words.ts'
import styles from './timeline.module.css'
import type { TimelineOptions } from './timeline-options.ts'
import type { TimelineState } from './use-timeline.ts'

interface CornerProps {
  readonly state: TimelineState
  readonly options: TimelineOptions
  readonly onChange: (options: TimelineOptions) => void
}

const samplesHint = 'Each sample says where a thread was, not that it used the CPU'

/** What the timeline shows, above the names of its rows. */
export function TimelineCorner({ state, options, onChange }: CornerProps) {
  const [isSearching, setSearching] = useState(false)
  const hasField = isSearching || options.search !== ''
  const hasSamples = state.timeline?.allThreadCount !== 0
  return (
    <div className={styles.corner}>
      {hasField ? (
        <input
          type="search"
          aria-label="Find threads"
          placeholder="Find threads"
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
          {hasSamples ? 'Wall-clock samples' : 'Timeline'}
        </span>
      )}
      <IconButton
        icon={hasField ? X : Search}
        size="small"
        label={hasField ? 'Show every thread' : 'Find threads'}
        className={styles.cornerButton}
        // The field would be gone before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setSearching(!hasField)
          if (hasField) onChange({ ...options, search: '' })
        }}
      />
      <Menu
        entries={timelineEntries(state, options, onChange)}
        trigger={
          <IconButton icon={SlidersHorizontal} size="small" label="Timeline options" className={styles.cornerButton} />
        }
      />
    </div>
  )
}

const orderOptions: readonly { readonly value: TraceThreadOrder; readonly label: string }[] = [
  { value: 'busiest', label: 'Busiest first' },
  { value: 'id', label: 'By thread ID' },
  { value: 'name', label: 'By name' },
]

function timelineEntries(
  state: TimelineState,
  options: TimelineOptions,
  onChange: (options: TimelineOptions) => void,
): readonly MenuEntry[] {
  const { timeline, selection } = state
  const tracks = timeline === null ? [] : tracksOf(timeline)
  const show = (key: string, isShown: boolean): void => {
    const hidden = new Set(options.hidden)
    if (isShown) hidden.delete(key)
    else hidden.add(key)
    onChange({ ...options, hidden })
  }
  return [
    {
      kind: 'choice',
      label: 'Threads',
      value: options.order,
      options: orderOptions,
      onChange: (order) => onChange({ ...options, order: order as TraceThreadOrder }),
    },
    {
      kind: 'check',
      label: 'Show all threads',
      isChecked: options.hasAllThreads,
      onChange: (hasAllThreads) => onChange({ ...options, hasAllThreads, isFolded: false }),
    },
    {
      kind: 'check',
      label: 'Fold to one row',
      isChecked: options.isFolded,
      onChange: (isFolded) => onChange({ ...options, isFolded }),
    },
    ...(tracks.length === 0 ? [] : [{ kind: 'separator' } as const, { kind: 'heading', label: 'Tracks' } as const]),
    ...tracks.map(([key, label]): MenuEntry => ({
      kind: 'check',
      label,
      isChecked: !options.hidden.has(key),
      onChange: (isShown) => show(key, isShown),
    })),
    { kind: 'separator' },
    { kind: 'item', label: 'Zoom in', shortcut: 'W', run: () => state.zoomBy(1) },
    { kind: 'item', label: 'Zoom out', shortcut: 'S', run: () => state.zoomBy(-1) },
    {
      kind: 'item',
      label: 'Zoom to the selected range',
      shortcut: 'F',
      isDisabled: selection.range === null,
      run: state.zoomToSelection,
    },
    { kind: 'item', label: 'Zoom to the whole recording', run: () => state.goTo(state.extent) },
  ]
}

function tracksOf({ collections, tracks, counters }: TraceTimeline): readonly (readonly [string, string])[] {
  return [
    ...(collections === null ? [] : [['gc', 'GC'] as const]),
    ...tracks.map(({ name }) => [name, trackWords[name]] as const),
    ...counters.map(({ name }) => [`counter ${name}`, name] as const),
  ]
}
