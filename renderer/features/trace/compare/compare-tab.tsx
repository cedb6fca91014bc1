import { ArrowLeftRight, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { CompareTotals, TraceComparison } from '../../../../shared/model/trace/trace-compare.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { CompareSide } from '../../../ui/compare/compare-side.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { useAnswer } from '../view/use-answer.ts'
import type { TraceBaseline } from '../../../store/compare-slice.ts'
import { summaryOf, useTraceContents, useTraceView } from '../view/trace-view.ts'
import { weightText } from '../view/weight-words.ts'
import { factorsOf } from '../../../../shared/model/compare-figures.ts'
import { rootWords } from '../flame/flame-words.ts'
import { compareBoxes } from './compare-boxes.ts'
import { CompareEvents } from './compare-events.tsx'
import { CompareFlame } from './compare-flame.tsx'
import { ComparePanes } from './compare-panes.tsx'
import { appStore } from '../../../store/create-store.ts'
import { baselineOf } from './baseline.ts'
import { CompareChoice } from './compare-choice.tsx'
import { type CompareOptions, CompareToolbar } from './compare-toolbar.tsx'
import { CompareTable } from './compare-table.tsx'
import { changeText, figureText, unitWords } from './compare-words.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'

/** This recording (B) beside another one, or beside another part of itself (A). */
export function CompareTab() {
  const { baseline } = useTraceView()
  return baseline === null ? <CompareChoice /> : <Comparison baseline={baseline} />
}

function Comparison({ baseline }: { readonly baseline: TraceBaseline }) {
  const { target, selection, search, select, compareWith } = useTraceView()
  const summary = useTraceContents(summaryOf)
  const [options, setOptions] = useState<CompareOptions>({ unit: 'share', rows: 'self', width: 'both' })
  const { unit, rows, width } = options
  // Both sides are of the same kind of samples, of the same transforms and rules.
  const { classes, transforms, ownCode } = selection
  const against = { ...baseline.selection, classes, transforms, ownCode }
  const { value, error } = useAnswer('traces.compare', {
    documentId: target.documentId,
    against: { documentId: baseline.documentId, selection: against },
    question: { selection, unit, measure: rows === 'events' ? 'self' : rows, search: search.trim() },
  })
  const flame = useAnswer('traces.compareFlame', {
    documentId: target.documentId,
    against: { documentId: baseline.documentId, selection: against },
    selection,
  })
  const shownUnit = value?.unit ?? unit
  const boxes = useMemo(
    () =>
      flame.value === null
        ? null
        : compareBoxes(flame.value, factorsOf(flame.value.a, flame.value.b, shownUnit), width),
    [flame.value, shownUnit, width],
  )
  /** What was B becomes A; the page of the other recording, or the other part of this one, is shown. */
  const swap = (): void => {
    const { compare, documents, activateDocument } = appStore.getState()
    compare(baseline.documentId, baselineOf(target, summary, selection))
    const other = documents.find((tab) => tab.kind === 'trace' && tab.traceTarget.documentId === baseline.documentId)
    if (baseline.documentId === target.documentId) select(against)
    else if (other !== undefined) activateDocument(other.id)
  }
  if (error !== null)
    return (
      <ErrorState
        error={error}
        title={compareLabels.tab.couldntCompareWith(baseline.name)}
        action={<Button onClick={() => compareWith(null)}>{compareLabels.tab.chooseAnother}</Button>}
      />
    )
  if (value === null) return <BusyText>{compareLabels.tab.comparing}</BusyText>
  return (
    <div className={styles.tab}>
      <div className={styles.heads}>
        <CompareSide letter="A" name={baseline.name} facts={factsOf(value.a)} />
        <IconButton icon={ArrowLeftRight} label={compareLabels.tab.swapAAndB} size="small" onClick={swap} />
        <IconButton
          icon={X}
          label={compareLabels.tab.compareWithSomethingElse}
          size="small"
          onClick={() => compareWith(null)}
        />
        <CompareSide letter="B" name={target.name} facts={factsOf(value.b)} />
        <Sums comparison={value} />
      </div>
      {rows === 'events' ? (
        <CompareEvents baseline={{ ...baseline, selection: against }} options={options} onChange={setOptions} />
      ) : (
        <>
          <CompareToolbar comparison={value} options={options} onChange={setOptions} />
          <ComparePanes
            flame={
              flame.error !== null ? (
                <ErrorState error={flame.error} title={compareLabels.tab.couldntCompareStacks} />
              ) : (
                boxes !== null && <CompareFlame boxes={boxes} unit={value.unit} rootLabel={rootWords(selection)} />
              )
            }
            table={<CompareTable comparison={value} />}
          />
        </>
      )}
    </div>
  )
}

function factsOf({ durationMs, sampleCount, requestCount, unit }: CompareTotals): readonly string[] {
  return [
    ...(durationMs > 0 ? [quantityText(formatDuration(durationMs))] : []),
    weightText(sampleCount, unit ?? 'samples'),
    ...(requestCount > 0 ? [compareLabels.tab.requests(requestCount)] : []),
  ]
}

function Sums({ comparison: { unit, whole, more, less } }: { readonly comparison: TraceComparison }) {
  const { sign } = unitWords[unit]
  return (
    <dl className={styles.sums}>
      {unit !== 'share' && (
        <div>
          <dt>{compareLabels.tab.allFunctions}</dt>
          <dd>{`${figureText(whole.a)} → ${figureText(whole.b)} ${sign}`}</dd>
        </div>
      )}
      <div>
        <dt>{compareLabels.tab.more}</dt>
        <dd className={styles.more}>{`${changeText(more)} ${sign}`}</dd>
      </div>
      <div>
        <dt>{compareLabels.tab.less}</dt>
        <dd className={styles.less}>{`${changeText(less)} ${sign}`}</dd>
      </div>
    </dl>
  )
}
