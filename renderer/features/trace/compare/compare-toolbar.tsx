import { formatCount } from '../../../../shared/base/format.ts'
import {
  type CompareMeasure,
  type CompareUnit,
  compareUnits,
  type TraceComparison,
} from '../../../../shared/model/trace/trace-compare.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { useTraceView } from '../view/trace-view.ts'
import type { CompareWidth } from './compare-boxes.ts'
import { unitWords } from './compare-words.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'

/** How both sides are put beside each other. */
export interface CompareOptions {
  readonly unit: CompareUnit
  /** Functions by their own time or with what they call, below the flame graph; or events. */
  readonly rows: CompareMeasure | 'events'
  /** Of the boxes of the flame graph. */
  readonly width: CompareWidth
}

interface CompareToolbarProps {
  readonly comparison: TraceComparison
  readonly options: CompareOptions
  readonly onChange: (options: CompareOptions) => void
}

export function CompareToolbar({
  comparison: { unit, units, rows, rowCount },
  options,
  onChange,
}: CompareToolbarProps) {
  const { search, setSearch } = useTraceView()
  return (
    <Toolbar label={compareLabels.toolbar.comparison} className={styles.controls}>
      <span className={styles.label} aria-hidden>
        {compareLabels.toolbar.width}
      </span>
      <SegmentedControl
        label={compareLabels.toolbar.widthOfBoxes}
        value={options.width}
        segments={[
          { value: 'a', label: 'A', hint: compareLabels.toolbar.widthAHint },
          { value: 'b', label: 'B', hint: compareLabels.toolbar.widthBHint },
          { value: 'both', label: compareLabels.toolbar.both, hint: compareLabels.toolbar.widthBothHint },
        ]}
        onChange={(width) => onChange({ ...options, width })}
      />
      <span className={styles.label} aria-hidden>
        {compareLabels.toolbar.per}
      </span>
      <SegmentedControl
        label={compareLabels.toolbar.per}
        value={unit}
        segments={compareUnits.map((one) => ({
          value: one,
          label: unitWords[one].label,
          hint: unitWords[one].hint,
          isDisabled: !units.includes(one),
        }))}
        onChange={(next) => onChange({ ...options, unit: next })}
      />
      <RowsControl options={options} onChange={onChange} />
      <SearchField
        label={compareLabels.toolbar.findFunctionsInBoth}
        value={search}
        onChange={setSearch}
        className={styles.search}
      />
      <span className={styles.note}>
        {rowCount > rows.length
          ? compareLabels.toolbar.largestChangesOf(formatCount(rows.length), formatCount(rowCount))
          : compareLabels.toolbar.functions(rowCount)}
      </span>
    </Toolbar>
  )
}

/** What the rows are. */
export function RowsControl({ options, onChange }: Pick<CompareToolbarProps, 'options' | 'onChange'>) {
  return (
    <SegmentedControl
      label={compareLabels.toolbar.rowsOfTheTable}
      value={options.rows}
      segments={[
        { value: 'self', label: compareLabels.toolbar.self, hint: compareLabels.toolbar.selfHint },
        { value: 'total', label: compareLabels.toolbar.total, hint: compareLabels.toolbar.totalHint },
        { value: 'events', label: compareLabels.toolbar.events, hint: compareLabels.toolbar.eventsHint },
      ]}
      onChange={(rows) => onChange({ ...options, rows })}
    />
  )
}
