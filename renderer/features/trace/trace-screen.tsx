import { useEffect, useReducer, useState } from 'react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { TraceSummary } from '../../../shared/model/trace.ts'
import { type TraceFrame, type TraceSelection, wholeTrace } from '../../../shared/model/trace-selection.ts'
import { background, invoke, invokeOutcome } from '../../bridge/bridge.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import styles from './trace-screen.module.css'
import { type ChosenViews, traceTabs } from './trace-tabs.tsx'
import { AllTabs } from './absent-tab.tsx'
import { FileActions, TraceBanners } from './file-actions.tsx'
import { tabOfTable } from './table-tabs.ts'
import { FrameInspector } from './inspector/frame-inspector.tsx'
import { TraceTimeline } from './timeline/trace-timeline.tsx'
import { fetchedWords, lacksSymbols } from './trace-words.ts'
import { classesAtFirst } from './view/first-classes.ts'
import { startAt, stepped } from './view/place-history.ts'
import { SelectionBar } from './view/selection-bar.tsx'
import { TraceShortcuts } from './view/trace-shortcuts.tsx'
import { type TracePlace, type TraceView, TraceViewProvider } from './view/trace-view.ts'

interface Reading {
  readonly summary: TraceSummary | null
  readonly error: AppError | null
  /** 0 to 1 while it is read. */
  readonly progress: number
  /** The file was cut off before its symbols: they are asked of the process. */
  readonly isFetching: boolean
  /** What became of that. */
  readonly symbolsText: string | null
}

const nothingRead: Reading = { summary: null, error: null, progress: 0, isFetching: false, symbolsText: null }

const progressEveryMs = 250

/** What is in one trace file. It is closed with its tab. */
export function TraceScreen({ target }: { readonly target: TraceTarget }) {
  const { summary, error, progress, isFetching, symbolsText } = useTrace(target.documentId)
  if (error !== null) return <ErrorState isCentred error={error} title={`Couldn’t read ${target.name}`} />
  if (summary === null)
    return (
      <div className={styles.reading} aria-busy="true">
        <Busy />
        {isFetching
          ? 'Looking for the missing symbols'
          : `Reading ${target.name}: ${String(Math.round(progress * 100))}% of ${quantityText(formatBytes(target.sizeBytes))}`}
      </div>
    )
  return <Read target={target} summary={summary} symbolsText={symbolsText} />
}

interface ReadProps {
  readonly target: TraceTarget
  readonly summary: TraceSummary
  readonly symbolsText: string | null
}

function Read({ target, summary, symbolsText }: ReadProps) {
  const [chosen, setChosen] = useState<ChosenViews>({})
  const [history, step] = useReducer(stepped, summary, (read) =>
    startAt({ tab: 'overview', selection: { ...wholeTrace, classes: classesAtFirst(read) } }),
  )
  const [frame, pickFrame] = useState<TraceFrame | null>(null)
  const [search, setSearch] = useState('')
  const [eventFilter, setEventFilter] = useState('')
  const [wantedRows, wantRows] = useState<TraceView['wantedRows']>(null)
  const { tab, selection } = history.present
  const goTo = (to: Partial<TracePlace>) => step({ kind: 'go', to })
  const select = (next: TraceSelection) => goTo({ selection: next })
  const view: TraceView = {
    target,
    summary,
    tab,
    selection,
    frame,
    search,
    goTo,
    select,
    wantedRows,
    showRows: (table, text, range) => {
      const of = tabOfTable(table).tab
      setChosen({ ...chosen, [of]: table })
      if (table === 'events') setEventFilter(text)
      wantRows({ table, search: text })
      goTo({ tab: of, selection: { ...selection, range: range ?? selection.range, classes: null, transforms: [] } })
    },
    pickFrame,
    setSearch,
    eventFilter,
    setEventFilter,
    addTransform: (transform) => select({ ...selection, transforms: [...selection.transforms, transform] }),
  }
  const tabs = traceTabs({
    target,
    summary,
    chosen,
    shownTab: tab,
    onChoose: (of, table) => setChosen({ ...chosen, [of]: table }),
  })
  const shownTabs = tabs.flatMap(({ value, isDisabled }) => (isDisabled === true ? [] : [value]))
  const moves = {
    onBack: history.past.length === 0 ? null : () => step({ kind: 'back' }),
    onForward: history.ahead.length === 0 ? null : () => step({ kind: 'forward' }),
  }
  return (
    <TraceViewProvider value={view}>
      <div className={styles.screen} data-testid="trace-info" data-trace={target.documentId}>
        <h1 className="visually-hidden">{target.name}</h1>
        <TraceShortcuts tabs={shownTabs} {...moves} />
        <SelectionBar {...moves}>
          <FileActions target={target} summary={summary} />
        </SelectionBar>
        <TraceBanners target={target} summary={summary} symbolsText={symbolsText} />
        <div className={styles.body}>
          <div className={styles.main}>
            <TraceTimeline />
            <Tabs
              label="Contents of this file"
              className={styles.tabs}
              value={tab}
              onChange={(next) => {
                wantRows(null)
                goTo({ tab: next })
              }}
              tabs={tabs}
              more={<AllTabs tabs={tabs} />}
            />
          </div>
          <FrameInspector />
        </div>
      </div>
    </TraceViewProvider>
  )
}

/** The summary, the second one if symbols could be fetched in between. */
async function readWithSymbols(documentId: string, onFetching: () => void): Promise<Partial<Reading>> {
  const summary = await invoke('traces.summary', { documentId })
  if (!lacksSymbols(summary)) return { summary }
  onFetching()
  // The file is shown whatever becomes of its symbols.
  const asked = await invokeOutcome('traces.fetchSymbols', { documentId })
  const outcome = asked.ok ? asked.value : 'failed'
  const now = outcome === 'fetched' ? await invoke('traces.summary', { documentId }) : summary
  return { summary: now, symbolsText: fetchedWords(outcome, summary.names, now.names) }
}

function useTrace(documentId: string): Reading {
  const [reading, setReading] = useState<Reading>(nothingRead)
  useEffect(() => {
    let isOpen = true
    const take = (part: Partial<Reading>) => {
      if (isOpen) setReading((current) => ({ ...current, ...part }))
    }
    const ask = () =>
      background(
        invoke('traces.progress', { documentId }).then(({ readBytes, totalBytes }) =>
          take({ progress: totalBytes === 0 ? 0 : readBytes / totalBytes }),
        ),
        'traces.progress',
      )
    const timer = setInterval(ask, progressEveryMs)
    background(
      readWithSymbols(documentId, () => take({ isFetching: true }))
        .then(take)
        .finally(() => clearInterval(timer)),
      'traces.summary',
      (error) => take({ error }),
    )
    return () => {
      isOpen = false
      clearInterval(timer)
      background(invoke('traces.close', { documentId }), 'traces.close')
    }
  }, [documentId])
  return reading
}
