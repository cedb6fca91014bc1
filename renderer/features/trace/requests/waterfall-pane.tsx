import { ImageDown, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type TraceWaterfall, waterfallKinds } from '../../../../shared/model/trace/trace-waterfall.ts'
import { pictureEntries } from '../../../commands/picture-entries.ts'
import { Chip } from '../../../ui/chip.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { useChartTheme } from '../../../ui/use-chart-theme.ts'
import { useSettledAnswer } from '../view/use-settled-answer.ts'
import { useTraceView } from '../view/trace-view.ts'
import { BarDetails } from './bar-details.tsx'
import { WaterfallChart } from './waterfall-chart.tsx'
import { waterfallPicture } from './waterfall-picture.ts'
import { type WaterfallRow, waterfallRows } from './waterfall-rows.ts'
import {
  durationOf,
  durationWords,
  kindHints,
  kindWords,
  lackWords,
  percentWords,
  secondsWords,
} from './waterfall-words.ts'
import styles from './requests.module.css'
import { requestLabels } from './request-labels.ts'

interface WaterfallPaneProps {
  /** In the table of requests. */
  readonly row: number
  /** Grows whenever the keyboard is to go to the first part. */
  readonly entered: number
  readonly onOpen: (row: number) => void
  readonly onClose: () => void
}

/** Where the time of one request went. */
export function WaterfallPane({ row, entered, onOpen, onClose }: WaterfallPaneProps) {
  const { target, selection } = useTraceView()
  const { answer, error } = useSettledAnswer('traces.waterfall', {
    documentId: target.documentId,
    question: { row, ownCode: selection.ownCode },
  })
  if (error !== null) return <ErrorState error={error} title={requestLabels.pane.couldntShow} />
  if (answer === null) return <BusyText className={styles.reading}>{requestLabels.pane.reading}</BusyText>
  return (
    <Waterfall
      key={answer.request.question.row}
      found={answer.reply}
      entered={entered}
      onOpen={onOpen}
      onClose={onClose}
    />
  )
}

interface WaterfallProps {
  readonly found: TraceWaterfall
  readonly entered: number
  readonly onOpen: (row: number) => void
  readonly onClose: () => void
}

function Waterfall({ found, entered, onOpen, onClose }: WaterfallProps) {
  const rows = waterfallRows(found)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (entered > 0) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [entered])
  const selected = rows.flatMap(({ bars }) => bars).find(({ key }) => key === selectedKey) ?? null
  return (
    <section className={styles.waterfall} aria-label={requestLabels.pane.request} data-testid="request-waterfall">
      <div className={styles.main}>
        <Head found={found} rows={rows} onClose={onClose} />
        <Legend found={found} />
        {lackWords(found).map((words) => (
          <p key={words} className={styles.lack}>
            {words}
          </p>
        ))}
        <WaterfallChart
          grid={grid}
          found={found}
          rows={rows}
          selectedKey={selectedKey}
          onSelect={(bar) => setSelectedKey(bar.key)}
        />
      </div>
      {selected !== null && (
        <BarDetails
          key={selected.key}
          bar={selected}
          request={found.request}
          onOpen={onOpen}
          onClose={() => setSelectedKey(null)}
        />
      )}
    </section>
  )
}

interface HeadProps {
  readonly found: TraceWaterfall
  readonly rows: readonly WaterfallRow[]
  readonly onClose: () => void
}

function Head({ found, rows, onClose }: HeadProps) {
  const { request } = found
  const theme = useChartTheme()
  const { name } = useTraceView().target
  const { label, route, status, isFailed, startMs, endMs } = request
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>
        <MiddleEllipsis text={label} hint={route} />
      </h2>
      {status !== null && <Chip tone={isFailed ? 'bad' : 'ok'}>{String(status)}</Chip>}
      {status === null && isFailed && <Chip tone="bad">{requestLabels.pane.failed}</Chip>}
      <span className={styles.range}>{`${secondsWords(startMs)} – ${secondsWords(endMs)}`}</span>
      <strong className={styles.duration}>{durationWords(durationOf(request))}</strong>
      <Menu
        align="end"
        trigger={<IconButton icon={ImageDown} label={requestLabels.pane.picture} size="small" />}
        entries={pictureEntries('waterfall', () => waterfallPicture(theme, found, rows, name))}
      />
      <IconButton icon={X} label={requestLabels.pane.closeRequest} size="small" onClick={onClose} />
    </header>
  )
}

function Legend({ found: { request, sums, assumedMs } }: { readonly found: TraceWaterfall }) {
  const all = durationOf(request)
  return (
    <>
      <ul className={styles.legend} aria-label={requestLabels.pane.parts}>
        {waterfallKinds
          .filter((kind) => sums[kind] > 0 || kind === 'unknown')
          .map((kind) => (
            <li key={kind} title={kindHints[kind]}>
              <span className={styles.swatch} data-part={kind} aria-hidden />
              {kindWords[kind]} <strong>{durationWords(sums[kind])}</strong>
              <span className={styles.share}>{percentWords(sums[kind], all)}</span>
            </li>
          ))}
      </ul>
      {assumedMs > 0 && (
        <p className={styles.lack}>
          {requestLabels.pane.assumed(durationWords(assumedMs), percentWords(assumedMs, all))}
        </p>
      )}
    </>
  )
}
