import { Flame, List, X } from 'lucide-react'
import { columnsOf, type TraceCell } from '../../../../shared/model/trace-tables.ts'
import type { TraceSelection } from '../../../../shared/model/trace-selection.ts'
import type { WaterfallRequest, WaterfallSpan } from '../../../../shared/model/trace-waterfall.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import { FrameRows } from '../inspector/frame-rows.tsx'
import { useAnswer } from '../view/use-answer.ts'
import { useTraceView } from '../view/trace-view.ts'
import type { WaterfallBar } from './waterfall-rows.ts'
import { childWords, durationWords, kindWords, ruleWords, secondsWords } from './waterfall-words.ts'
import styles from './requests.module.css'

const shownFunctions = 8
/** An event at the end of a part belongs to it. */
const lastEventMs = 0.001

interface BarDetailsProps {
  readonly bar: WaterfallBar
  readonly request: WaterfallRequest
  readonly onOpen: (row: number) => void
  readonly onClose: () => void
}

/** The selected part: how it is known, its code, and ways to see more. */
export function BarDetails({ bar, request, onOpen, onClose }: BarDetailsProps) {
  const { selection, goTo } = useTraceView()
  const { span, child, fromMs, toMs } = bar
  const childRow = child?.row ?? span?.child ?? null
  const thread = span?.thread ?? null
  const range: TraceSelection = {
    range: { fromMs, toMs: toMs + lastEventMs },
    threads: thread === null ? null : [thread],
    // Of what did not run, running samples alone show nothing.
    classes: span?.kind === 'running' ? selection.classes : null,
    transforms: selection.transforms,
  }
  return (
    <aside className={styles.details} aria-label="Selected part">
      <PaneHeader title={span === null ? 'Request' : kindWords[span.kind]} level={3}>
        <span className={styles.gap} />
        <IconButton icon={X} label="Close part" size="small" onClick={onClose} />
      </PaneHeader>
      <div className={styles.detailsBody}>
        <p className={styles.figure}>
          <strong>{durationWords(toMs - fromMs)}</strong>
          <span>{`${secondsWords(fromMs)} – ${secondsWords(toMs)}`}</span>
        </p>
        {span === null ? <p>{childWords(child!, request)}</p> : <SpanFacts span={span} />}
        <div className={styles.actions}>
          <Button size="small" icon={Flame} onClick={() => goTo({ tab: 'flame', selection: range })}>
            Select this time
          </Button>
          <Button size="small" icon={List} onClick={() => goTo({ tab: 'events', selection: range })}>
            Show events
          </Button>
          {childRow !== null && (
            <Button size="small" onClick={() => onOpen(childRow)}>
              Show this request
            </Button>
          )}
        </div>
        {thread !== null && span !== null && <Code span={span} thread={thread} />}
      </div>
    </aside>
  )
}

function SpanFacts({ span: { detail, thread, rule, mergedCount } }: { readonly span: WaterfallSpan }) {
  return (
    <>
      {detail !== '' && <p className={styles.detail}>{detail}</p>}
      <p>{thread === null ? 'No thread worked for it.' : `Thread ${String(thread)}`}</p>
      <p className={styles.rule}>{ruleWords[rule]}</p>
      {mergedCount > 1 && (
        <p className={styles.rule}>{`${String(mergedCount)} short parts are drawn as one, as the longest of them.`}</p>
      )}
    </>
  )
}

const columns = columnsOf('methods')
const cellOf = (row: readonly TraceCell[], id: string): TraceCell =>
  row[columns.findIndex((one) => one.id === id)] ?? null

/** Functions that its samples ended in. */
function Code({ span, thread }: { readonly span: WaterfallSpan; readonly thread: number }) {
  const { target, pickFrame, goTo } = useTraceView()
  const { fromMs, toMs, sampleCount } = span
  const selection: TraceSelection = { range: { fromMs, toMs }, threads: [thread], classes: null, transforms: [] }
  const question = { table: 'methods' as const, selection, sortBy: 'self', isDescending: true, search: '' }
  const { value } = useAnswer('traces.table', {
    documentId: target.documentId,
    question,
    fromRow: 0,
    rowCount: shownFunctions,
  })
  const rows = (value?.rows ?? []).filter((row) => Number(cellOf(row, 'self')) > 0)
  return (
    <FrameRows
      title="Code"
      rows={rows.map((row) => {
        const frame = {
          method: String(cellOf(row, 'rawName')),
          module: String(cellOf(row, 'module')),
          name: String(cellOf(row, 'method')),
        }
        return {
          key: `${frame.module}!${frame.method}`,
          name: frame.name,
          hint: frame.method,
          samples: Number(cellOf(row, 'self')),
          onPick: () => {
            pickFrame(frame)
            goTo({ tab: 'callers', selection })
          },
        }
      })}
      total={sampleCount}
      count={rows.length}
      onAll={null}
      intervalMs={null}
      empty={value === null ? '' : 'No stack was sampled in this part.'}
    />
  )
}
