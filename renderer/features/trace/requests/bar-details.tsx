import { useEffect, useState } from 'react'
import { Flame, List, X } from 'lucide-react'
import { columnsOf, type TraceCell } from '../../../../shared/model/trace/trace-tables.ts'
import type { TraceSelection, TraceTransform } from '../../../../shared/model/trace/trace-selection.ts'
import type { WaterfallRequest, WaterfallSpan } from '../../../../shared/model/trace/trace-waterfall.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PaneHeader } from '../../../ui/layout/pane.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { useAnswer } from '../view/use-answer.ts'
import { useTraceView } from '../view/trace-view.ts'
import type { WaterfallBar } from './waterfall-rows.ts'
import { childWords, durationWords, kindWords, percentWords, ruleWords, secondsWords } from './waterfall-words.ts'
import styles from './requests.module.css'
import { requestLabels } from './request-labels.ts'

const shownFunctions = 6
const ownCode: readonly TraceTransform[] = [{ kind: 'own-code' }]
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
  /** No sample of it has code of the application: asked one after the other, the page has one question about a table at a time. */
  const [isForeign, setIsForeign] = useState(false)
  const childRow = child?.row ?? span?.child ?? null
  const thread = span?.thread ?? null
  const range: TraceSelection = {
    range: { fromMs, toMs: toMs + lastEventMs },
    threads: thread === null ? null : [thread],
    // Of what did not run, running samples alone show nothing.
    classes: span?.kind === 'running' ? selection.classes : null,
    transforms: selection.transforms,
    ownCode: selection.ownCode,
  }
  return (
    <aside className={styles.details} aria-label={requestLabels.barDetails.selectedPart}>
      <PaneHeader title={span === null ? requestLabels.barDetails.request : kindWords[span.kind]} level={3}>
        <span className={styles.gap} />
        <IconButton icon={X} label={requestLabels.barDetails.closePart} size="small" onClick={onClose} />
      </PaneHeader>
      <div className={styles.detailsBody}>
        <p className={styles.figure}>
          <strong>{durationWords(toMs - fromMs)}</strong>
          <span>{`${secondsWords(fromMs)} – ${secondsWords(toMs)}`}</span>
        </p>
        {span === null ? <p>{childWords(child!, request)}</p> : <SpanFacts span={span} />}
        <div className={styles.actions}>
          <Button size="small" icon={Flame} onClick={() => goTo({ tab: 'flame', selection: range })}>
            {requestLabels.barDetails.selectThisTime}
          </Button>
          <Button size="small" icon={List} onClick={() => goTo({ tab: 'events', selection: range })}>
            {requestLabels.barDetails.showEvents}
          </Button>
          {childRow !== null && (
            <Button size="small" onClick={() => onOpen(childRow)}>
              {requestLabels.barDetails.showThisRequest}
            </Button>
          )}
        </div>
        {thread !== null && span !== null && span.sampleCount > 0 && (
          <>
            <Code
              title={requestLabels.barDetails.myCode}
              span={span}
              thread={thread}
              transforms={ownCode}
              onEmpty={() => setIsForeign(true)}
            />
            {isForeign && (
              <Code title={requestLabels.barDetails.topOfTheStacks} span={span} thread={thread} transforms={[]} />
            )}
          </>
        )}
        {thread !== null && span?.sampleCount === 0 && (
          <p className={styles.rule}>{requestLabels.barDetails.noStack}</p>
        )}
      </div>
    </aside>
  )
}

function SpanFacts({ span: { detail, thread, rule, mergedCount } }: { readonly span: WaterfallSpan }) {
  return (
    <>
      {detail !== '' && <p className={styles.detail}>{detail}</p>}
      <p>{thread === null ? requestLabels.barDetails.noThread : requestLabels.barDetails.thread(String(thread))}</p>
      <p className={styles.rule}>{ruleWords[rule]}</p>
      {mergedCount > 1 && <p className={styles.rule}>{requestLabels.barDetails.merged(String(mergedCount))}</p>}
    </>
  )
}

const columns = columnsOf('methods')
const cellOf = (row: readonly TraceCell[], id: string): TraceCell =>
  row[columns.findIndex((column) => column.id === id)] ?? null

interface CodeProps {
  readonly title: string
  readonly span: WaterfallSpan
  readonly thread: number
  readonly transforms: readonly TraceTransform[]
  /** It has no such function. */
  readonly onEmpty?: () => void
}

/** Functions that its samples ended in. */
function Code({ title, span, thread, transforms, onEmpty }: CodeProps) {
  const { target, pickFrame, goTo, selection: shown } = useTraceView()
  const { fromMs, toMs, sampleCount } = span
  const { ownCode: rules } = shown
  const selection: TraceSelection = {
    range: { fromMs, toMs },
    threads: [thread],
    classes: null,
    transforms,
    ownCode: rules,
  }
  const { value } = useAnswer('traces.table', {
    documentId: target.documentId,
    question: { table: 'methods', selection, sortBy: 'self', isDescending: true, search: '' },
    fromRow: 0,
    rowCount: shownFunctions,
  })
  const rows = (value?.rows ?? []).filter((row) => Number(cellOf(row, 'self')) > 0)
  const isEmpty = value !== null && rows.length === 0
  useEffect(() => {
    if (isEmpty) onEmpty?.()
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer
  }, [isEmpty])
  if (isEmpty) return null
  return (
    <>
      <h4 className={styles.codeTitle}>{title}</h4>
      <ul className={styles.code} aria-label={title}>
        {rows.map((row) => {
          const [method, module, name] = ['rawName', 'module', 'method'].map((id) => String(cellOf(row, id)))
          return (
            <li key={`${module!}!${method!}`}>
              <button
                type="button"
                className={styles.function}
                onClick={() => {
                  pickFrame({ method: method!, module: module!, name: name! })
                  goTo({ tab: 'callers', selection: { ...selection, transforms: [] } })
                }}
              >
                <MiddleEllipsis text={name!} hint={method} />
                <span className={styles.share}>{percentWords(Number(cellOf(row, 'self')), sampleCount)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
