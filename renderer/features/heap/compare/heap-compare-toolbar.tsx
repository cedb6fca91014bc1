import { formatCount } from '../../../../shared/base/format.ts'
import {
  type HeapCompareFilter,
  type HeapCompareMeasure,
  heapCompareMeasures,
  heapCompareStates,
  type HeapComparison,
} from '../../../../shared/model/heap/heap-compare.ts'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { Toolbar } from '../../../ui/layout/pane.tsx'
import { SaveTable } from '../save-table.tsx'
import { filterWords, measureWords } from './compare-words.ts'
import { compareLabels } from './compare-labels.ts'
import styles from './heap-compare.module.css'

/** What of the comparison is shown. */
export interface HeapCompareOptions {
  readonly rows: 'types' | 'paths'
  readonly measure: HeapCompareMeasure
  readonly show: HeapCompareFilter
  readonly search: string
}

interface HeapCompareToolbarProps {
  readonly comparison: HeapComparison
  readonly options: HeapCompareOptions
  readonly onChange: (options: HeapCompareOptions) => void
  readonly saveEntries: readonly MenuEntry[]
}

export function HeapCompareToolbar({ comparison, options, onChange, saveEntries }: HeapCompareToolbarProps) {
  const { heaps, newCount, goneCount, growingCount } = comparison
  const counts = { all: null, new: newCount, gone: goneCount, growing: growingCount }
  const filters = heapCompareStates.filter((state) => state !== 'growing' || heaps.length > 2)
  const isOfTypes = options.rows === 'types'
  return (
    <Toolbar label={compareLabels.toolbar.comparison} className={styles.controls}>
      <SegmentedControl
        label={compareLabels.toolbar.rowsOfTheTable}
        value={options.rows}
        segments={[
          { value: 'types', label: compareLabels.toolbar.types },
          { value: 'paths', label: compareLabels.toolbar.roots, hint: compareLabels.toolbar.rootsHint },
        ]}
        onChange={(rows) => onChange({ ...options, rows })}
      />
      {isOfTypes && (
        <>
          <SegmentedControl
            label={compareLabels.toolbar.size}
            value={options.measure}
            segments={heapCompareMeasures.map((value) => ({ value, label: measureWords[value] }))}
            onChange={(measure) => onChange({ ...options, measure })}
          />
          <SegmentedControl
            label={compareLabels.toolbar.show}
            value={options.show}
            segments={filters.map((value) => ({
              value,
              label:
                counts[value] === null ? filterWords[value] : `${filterWords[value]} ${formatCount(counts[value])}`,
            }))}
            onChange={(show) => onChange({ ...options, show })}
          />
          <SearchField
            label={compareLabels.toolbar.filterNames}
            value={options.search}
            onChange={(search) => onChange({ ...options, search })}
            className={styles.search}
          />
          <SaveTable entries={saveEntries} />
        </>
      )}
      <span className={styles.note} role="status">
        {isOfTypes ? typesText(comparison) : compareLabels.toolbar.pathsHint}
      </span>
    </Toolbar>
  )
}

function typesText({ rows, rowCount, changedCount }: HeapComparison): string {
  const shown =
    rowCount > rows.length ? compareLabels.toolbar.ofTypes(formatCount(rows.length), formatCount(rowCount)) : ''
  return [shown, compareLabels.toolbar.changed(formatCount(changedCount))].filter((text) => text !== '').join(', ')
}
