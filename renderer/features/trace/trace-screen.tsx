import { Activity, Download, FolderOpen, Wrench } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { TraceSummary } from '../../../shared/model/trace.ts'
import { background, invoke, invokeOutcome } from '../../bridge/bridge.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { Busy } from '../../ui/layout/skeleton.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { openInLive, revealFile } from '../../commands/page-actions.ts'
import { exportTrace, repair } from './trace-commands.ts'
import styles from './trace-screen.module.css'
import { type ChosenViews, traceTabs } from './trace-tabs.tsx'
import { fetchedWords, lacksSymbols, shortcomings } from './trace-words.ts'

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
  const [tab, setTab] = useState('info')
  const [chosen, setChosen] = useState<ChosenViews>({})
  const { documentId } = target
  const missing = shortcomings(summary)
  const isBroken = !summary.isComplete || summary.damage.length > 0
  return (
    <div className={styles.screen} data-testid="trace-info">
      <header className={styles.header}>
        <h1 className={styles.title}>
          <MiddleEllipsis text={target.name} />
        </h1>
        {summary.rowCounts.counters > 0 && (
          <Button icon={Activity} onClick={() => openInLive(target.path)}>
            Counters in Live
          </Button>
        )}
        <Menu
          trigger={<Button icon={Download}>Export</Button>}
          align="end"
          entries={[
            { kind: 'item', label: 'speedscope', run: () => exportTrace(documentId, 'speedscope') },
            { kind: 'item', label: 'Folded stacks', run: () => exportTrace(documentId, 'folded') },
            { kind: 'separator' },
            { kind: 'item', label: 'Methods as CSV', run: () => exportTrace(documentId, 'methods-csv') },
            { kind: 'item', label: 'Event types as CSV', run: () => exportTrace(documentId, 'types-csv') },
            { kind: 'item', label: 'GC as CSV', run: () => exportTrace(documentId, 'gc-csv') },
            { kind: 'item', label: 'Exceptions as CSV', run: () => exportTrace(documentId, 'exceptions-csv') },
          ]}
        />
        <Button icon={FolderOpen} onClick={() => revealFile(target.path)}>
          Show in folder
        </Button>
      </header>
      {missing.map((text) => (
        <Banner
          key={text}
          action={
            isBroken && text === missing[0] ? (
              <Button size="small" icon={Wrench} onClick={() => repair(documentId)}>
                Save repaired copy
              </Button>
            ) : undefined
          }
        >
          {text}
        </Banner>
      ))}
      {symbolsText !== null && <Banner>{symbolsText}</Banner>}
      <Tabs
        label="Contents of this file"
        className={styles.tabs}
        value={tab}
        onChange={setTab}
        tabs={traceTabs({ target, summary, chosen, onChoose: (of, table) => setChosen({ ...chosen, [of]: table }) })}
      />
    </div>
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
