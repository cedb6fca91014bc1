import { ArrowLeftRight, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type HeapComparison, type HeapGrowth, mostOpenHeaps } from '../../../../shared/model/heap/heap-compare.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
import type { HeapBaseline } from '../../../store/compare-slice.ts'
import { useApp } from '../../../store/create-store.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { CompareSide } from '../../../ui/compare/compare-side.tsx'
import type { GridSort } from '../../../ui/data-grid/types.ts'
import { confidenceWords } from '../../../ui/findings/finding-words.ts'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { BusyText } from '../../../ui/layout/skeleton.tsx'
import { compareTableEntries } from '../heap-exports.ts'
import { useHeapView } from '../heap-view.ts'
import { bytesChangeText, countChangeText, letters, spanText, totalsText } from './compare-words.ts'
import { HeapCompareChoice } from './heap-compare-choice.tsx'
import { HeapComparePathsGrid } from './heap-compare-paths.tsx'
import { useMetrics } from '../../../ui/metrics.ts'
import { type HeapCompareOptions, HeapCompareToolbar } from './heap-compare-toolbar.tsx'
import { HeapCompareTypes, largestChange, sortColumnOf } from './heap-compare-types.tsx'
import { compareLabels } from './compare-labels.ts'
import styles from './heap-compare.module.css'

const none: readonly HeapBaseline[] = []

/** This heap beside one or several others. */
export function HeapCompareTab() {
  const { target } = useHeapView()
  const baselines = useApp((state) => state.heapBaselines[target.documentId] ?? none)
  const [isChoosing, setChoosing] = useState(false)
  if (baselines.length === 0 || isChoosing)
    return <HeapCompareChoice chosen={baselines} onDone={() => setChoosing(false)} />
  return <Comparison baselines={baselines} onAdd={() => setChoosing(true)} />
}

interface ComparisonProps {
  readonly baselines: readonly HeapBaseline[]
  readonly onAdd: () => void
}

function Comparison({ baselines, onAdd }: ComparisonProps) {
  const { target } = useHeapView()
  const { timeDisplay } = useMetrics()
  const compareHeap = useApp((state) => state.compareHeap)
  const [options, setOptions] = useState<HeapCompareOptions>({
    rows: 'types',
    measure: 'retained',
    show: 'all',
    search: '',
  })
  const [sort, setSort] = useState<GridSort>(largestChange)
  const [isReversed, setReversed] = useState(false)
  const { measure, show, search } = options
  const asked = {
    documentId: target.documentId,
    against: baselines.map(({ documentId }) => documentId),
    question: {
      measure,
      show,
      search,
      sortBy: sortColumnOf(sort),
      isDescending: sort.direction === 'descending',
      isReversed,
    },
  }
  const { value, error } = useLatestAnswer('heaps.compare', asked)
  if (error !== null && !(error.kind === 'bad-expression' && value !== null))
    return (
      <ErrorState
        error={error}
        title={compareLabels.tab.couldntCompare}
        action={<Button onClick={() => compareHeap(target.documentId, [])}>{compareLabels.tab.chooseOthers}</Button>}
      />
    )
  if (value === null) return <BusyText>{compareLabels.tab.comparing}</BusyText>
  const isFull = value.heaps.length >= mostOpenHeaps
  const without = (documentId: string): void =>
    compareHeap(
      target.documentId,
      baselines.filter((one) => one.documentId !== documentId),
    )
  return (
    <div className={styles.tab}>
      <div className={styles.heads}>
        {value.heaps.map(({ place, ...totals }, at) => {
          const baseline = baselines[place]
          const name = baseline?.name ?? target.name
          return (
            <CompareSide
              key={place}
              letter={letters[at]!}
              name={name}
              facts={totalsText(totals, timeDisplay, value.isOneProcess)}
            >
              {baseline !== undefined && (
                <IconButton
                  icon={X}
                  label={compareLabels.tab.compareWithout(name)}
                  size="small"
                  onClick={() => without(baseline.documentId)}
                />
              )}
            </CompareSide>
          )
        })}
        <IconButton
          icon={ArrowLeftRight}
          label={compareLabels.tab.reverse}
          size="small"
          onClick={() => setReversed((before) => !before)}
        />
        <IconButton
          icon={Plus}
          label={compareLabels.tab.addAnotherHeap}
          hint={isFull ? compareLabels.tab.noMore(mostOpenHeaps) : undefined}
          disabled={isFull}
          size="small"
          onClick={onAdd}
        />
        <Sums comparison={value} />
      </div>
      <HeapCompareToolbar
        comparison={value}
        options={options}
        onChange={setOptions}
        saveEntries={compareTableEntries(asked)}
      />
      {options.rows === 'types' ? (
        <HeapCompareTypes comparison={value} measure={measure} sort={sort} onSort={setSort} />
      ) : (
        <HeapComparePathsGrid comparison={value} />
      )}
      {value.growth !== null && <Growth growth={value.growth} />}
    </div>
  )
}

/** What the comparison says in one sentence. */
function Growth({ growth: { title, text, confidence } }: { readonly growth: HeapGrowth }) {
  const { label, tone } = confidenceWords[confidence]
  return (
    <section className={styles.growth} aria-label={compareLabels.tab.growth}>
      <p className={styles.named}>
        <strong>{title}</strong>
        <Chip tone={tone}>{compareLabels.tab.confidence(label)}</Chip>
      </p>
      <p className={styles.note}>{text}</p>
    </section>
  )
}

function Sums({ comparison: { heaps, isOneProcess } }: { readonly comparison: HeapComparison }) {
  const first = heaps[0]!
  const last = heaps.at(-1)!
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{spanText(first.takenUtc, last.takenUtc, isOneProcess)}</dt>
        <dd>{bytesChangeText(last.objectBytes - first.objectBytes)}</dd>
      </div>
      <div>
        <dt>{compareLabels.tab.objects}</dt>
        <dd>{countChangeText(last.objectCount - first.objectCount)}</dd>
      </div>
    </dl>
  )
}
