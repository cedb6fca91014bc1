import { useEffect, useMemo, useReducer, useState } from 'react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import type { TraceFrame, TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import { openHeapGraph } from '../../commands/page-actions.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { useSameValue } from '../../ui/use-same-value.ts'
import { useSteady } from '../../ui/use-steady.ts'
import styles from './trace-screen.module.css'
import { type ChosenViews, traceTabs } from './trace-tabs.tsx'
import { AllTabs } from './absent-tab.tsx'
import { FileActions, TraceBanners } from './file-actions.tsx'
import { answerTab, tabOfTable } from './table-tabs.ts'
import { useEarlyFlame } from './flame/early-flame.ts'
import { FrameInspector } from './inspector/frame-inspector.tsx'
import { TraceTimeline } from './timeline/trace-timeline.tsx'
import { classesAtFirst } from './view/first-classes.ts'
import { startAt, stepped } from './view/place-history.ts'
import { selectionAtFirst } from './view/selection-at-first.ts'
import { SelectionBar } from './view/selection-bar.tsx'
import { TraceShortcuts } from './view/trace-shortcuts.tsx'
import { GrowthBar } from './view/growth-bar.tsx'
import { type GrowingFile, useTrace } from './view/use-trace.ts'
import type { TracePlace, TraceView } from './view/trace-view.ts'
import { TraceViewProvider, type WholeTraceView } from './view/trace-view-provider.tsx'
import { traceLabels } from './trace-labels.ts'

/** What is in one trace file. It is closed with its tab. */
export function TraceScreen({ target }: { readonly target: TraceTarget }) {
  const { summary, error, progress, isFetching, symbolsText, revision, growing } = useTrace(
    target.documentId,
    useEarlyFlame(target),
  )
  const isHeapOnly =
    summary !== null && summary.hasHeap && growing === null && target.asTrace !== true && sampleCountOf(summary) === 0
  useEffect(() => {
    if (isHeapOnly) openHeapGraph(target.path)
  }, [isHeapOnly, target.path])
  if (error !== null) return <ErrorState isCentred error={error} title={traceLabels.screen.couldntRead(target.name)} />
  if (summary === null)
    return (
      <BusyText>
        {isFetching
          ? traceLabels.screen.lookingForSymbols
          : traceLabels.screen.reading(
              target.name,
              String(Math.round(progress * 100)),
              quantityText(formatBytes(target.sizeBytes)),
            )}
      </BusyText>
    )
  return <Read target={target} summary={summary} symbolsText={symbolsText} revision={revision} growing={growing} />
}

/** Of all classes. */
function sampleCountOf({ samples }: TraceSummary): number {
  return Object.values(samples).reduce((sum, count) => sum + count, 0)
}

interface ReadProps {
  readonly target: TraceTarget
  readonly summary: TraceSummary
  readonly symbolsText: string | null
  readonly revision: number
  readonly growing: GrowingFile | null
}

function Read({ target, summary, symbolsText, revision, growing }: ReadProps) {
  const [chosen, setChosen] = useState<ChosenViews>({})
  const { link } = target
  const [history, step] = useReducer(stepped, summary, (read) =>
    startAt({
      tab: link?.tab ?? answerTab(target.presetId ?? null, read) ?? (read.imported === null ? 'overview' : 'flame'),
      selection: selectionAtFirst(target, read),
    }),
  )
  const [frame, pickFrame] = useState<TraceFrame | null>(null)
  const [findingId, pickFinding] = useState<string | null>(null)
  const [search, setSearch] = useState(link?.search ?? '')
  const [eventFilter, setEventFilter] = useState(link?.filter ?? '')
  const [eventFields, setEventFields] = useState<readonly string[]>([])
  const baseline = useApp(({ baselines }) => baselines[target.documentId] ?? null)
  const [wantedRows, wantRows] = useState<TraceView['wantedRows']>(null)
  const { tab, selection: chosenSelection } = history.present
  const [followMs, follow] = useState<number | null>(null)
  const lastMs = growing?.lastMs ?? summary.lastEventMs
  // A recording that has just begun has no samples to judge by.
  const [hasChosenClasses, setChosenClasses] = useState(link?.classes != null)
  const selection = useSameValue<TraceSelection>({
    ...chosenSelection,
    ...(hasChosenClasses ? {} : { classes: classesAtFirst(summary) }),
    ...(followMs === null ? {} : { range: { fromMs: Math.max(0, lastMs - followMs), toMs: lastMs + 1 } }),
  })
  const goTo = (to: Partial<TracePlace>) => {
    const isOther = (part: 'range' | 'classes'): boolean =>
      to.selection !== undefined && JSON.stringify(to.selection[part]) !== JSON.stringify(selection[part])
    // A range of one's own stands still, also that of a saved view or of a finding.
    if (isOther('range')) follow(null)
    if (isOther('classes')) setChosenClasses(true)
    step({ kind: 'go', to })
  }
  // It may be chosen elsewhere: by a dropped file, by the other recording.
  useEffect(() => {
    if (baseline !== null) step({ kind: 'go', to: { tab: 'compare' } })
  }, [baseline])
  const select = (next: TraceSelection) => goTo({ selection: next })
  const moves: Pick<TraceView, 'goTo' | 'select' | 'showRows' | 'compareWith' | 'addTransform'> = {
    goTo,
    select,
    showRows: (table, text, range) => {
      const of = tabOfTable(table).tab
      setChosen({ ...chosen, [of]: table })
      if (table === 'events') setEventFilter(text)
      wantRows({ table, search: text })
      goTo({ tab: of, selection: { ...selection, range: range ?? selection.range, classes: null, transforms: [] } })
    },
    compareWith: (next) => appStore.getState().compare(target.documentId, next),
    addTransform: (transform) => select({ ...selection, transforms: [...selection.transforms, transform] }),
  }
  const steady = useSteady({
    ...moves,
    back: () => step({ kind: 'back' }),
    forward: () => step({ kind: 'forward' }),
    choose: (of: string, table: TraceTableName) => setChosen({ ...chosen, [of]: table }),
    showTab: (next: string) => {
      wantRows(null)
      goTo({ tab: next })
    },
  })
  const growth = useMemo(() => (growing === null ? null : { ...growing, followMs, follow }), [growing, followMs])
  const { back, forward, choose, showTab, ...ways } = steady
  const view: WholeTraceView = {
    target,
    summary,
    tab,
    selection,
    revision,
    growth,
    frame,
    search,
    wantedRows,
    findingId,
    pickFinding,
    pickFrame,
    setSearch,
    eventFilter,
    setEventFilter,
    eventFields,
    setEventFields,
    baseline,
    ...ways,
  }
  const { rows } = target
  useEffect(() => {
    if (rows !== undefined) ways.showRows(rows.table, rows.search, rows.range)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each wish of somebody elsewhere
  }, [rows])
  const tabs = traceTabs({
    target,
    summary,
    chosen,
    shownTab: tab,
    onChoose: choose,
  })
  const names = useSameValue(tabs.map(({ value, label, isDisabled = false }) => ({ value, label, isDisabled })))
  const places = {
    onBack: history.past.length === 0 ? null : back,
    onForward: history.ahead.length === 0 ? null : forward,
  }
  const actions = useMemo(() => <FileActions target={target} />, [target])
  return (
    <TraceViewProvider value={view}>
      <div className={styles.screen} data-testid="trace-info" data-trace={target.documentId}>
        <h1 className="visually-hidden">{target.name}</h1>
        <TraceShortcuts tabs={names} {...places} />
        <SelectionBar {...places}>{actions}</SelectionBar>
        {growing === null ? (
          <TraceBanners target={target} summary={summary} symbolsText={symbolsText} />
        ) : (
          <GrowthBar />
        )}
        <div className={styles.body}>
          <div className={styles.main}>
            {summary.imported === null && <TraceTimeline />}
            <Tabs
              label={traceLabels.screen.contents}
              className={styles.tabs}
              // A link or a saved view may name one that this file does not have.
              value={tabs.some(({ value }) => value === tab) ? tab : tabs[0]!.value}
              onChange={showTab}
              tabs={tabs}
              more={<AllTabs tabs={names} />}
            />
          </div>
          <FrameInspector />
        </div>
      </div>
    </TraceViewProvider>
  )
}
