import { formatCount } from '../../../../shared/base/format.ts'
import {
  type CompareMeasure,
  type CompareUnit,
  compareUnits,
  type TraceComparison,
} from '../../../../shared/model/trace-compare.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { useTraceView } from '../view/trace-view.ts'
import type { CompareWidth } from './compare-boxes.ts'
import { unitWords } from './compare-words.ts'
import styles from './compare.module.css'

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
    <Toolbar label="Comparison" className={styles.controls}>
      <span className={styles.label} aria-hidden>
        Width
      </span>
      <SegmentedControl
        label="Width of boxes"
        value={options.width}
        segments={[
          { value: 'a', label: 'A', hint: 'Boxes are as wide as in A' },
          { value: 'b', label: 'B', hint: 'Boxes are as wide as in B' },
          { value: 'both', label: 'Both', hint: 'Boxes are as wide as in A and B together' },
        ]}
        onChange={(width) => onChange({ ...options, width })}
      />
      <span className={styles.label} aria-hidden>
        Per
      </span>
      <SegmentedControl
        label="Per"
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
      <SearchField label="Find functions in both" value={search} onChange={setSearch} className={styles.search} />
      <span className={styles.note}>
        {rowCount > rows.length
          ? `${formatCount(rows.length)} largest changes of ${formatCount(rowCount)}`
          : `${formatCount(rowCount)} functions`}
      </span>
    </Toolbar>
  )
}

/** What the rows are. */
export function RowsControl({ options, onChange }: Pick<CompareToolbarProps, 'options' | 'onChange'>) {
  return (
    <SegmentedControl
      label="Rows of the table"
      value={options.rows}
      segments={[
        { value: 'self', label: 'Self', hint: 'Functions by their own time' },
        { value: 'total', label: 'Total', hint: 'Functions with everything they call' },
        { value: 'events', label: 'Events', hint: 'Collections, allocations, exceptions, waits and requests' },
      ]}
      onChange={(rows) => onChange({ ...options, rows })}
    />
  )
}
