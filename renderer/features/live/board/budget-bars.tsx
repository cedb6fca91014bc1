import { formatCount } from '../../../../shared/base/format.ts'
import { cx } from '../../../ui/class-names.ts'
import { useLive, useLiveView } from '../live-context.ts'
import styles from '../explorer/instrument-explorer.module.css'
import { liveLabels } from '../live-labels.ts'

/** How many series and histograms are used of those the target sends. */
export function BudgetBars() {
  const { target } = useLive()
  const budget = useLiveView((view) => view.status?.budget)
  // Limits are those of meters: a runtime that cannot send them has none.
  const hasMeters = useLiveView(
    (view) => view.status?.problems.every(({ kind }) => kind !== 'meters-unsupported') === true,
  )
  if (budget === undefined || !hasMeters || target.kind === 'file') return null
  return (
    <div className={styles.budget}>
      <Bar label={liveLabels.budgetBars.series} used={budget.seriesCount} limit={budget.seriesLimit} />
      <Bar
        label={liveLabels.budgetBars.histogramsInProcess}
        used={budget.histogramCount}
        limit={budget.histogramLimit}
      />
    </div>
  )
}

function Bar({ label, used, limit }: { readonly label: string; readonly used: number; readonly limit: number }) {
  if (limit <= 0) return null
  const share = Math.min(1, used / limit)
  return (
    <div>
      <div className={styles.budgetLine}>
        <span>{label}</span>
        <span className="tabular">
          {formatCount(used)} <span className="muted">/ {formatCount(limit)}</span>
        </span>
      </div>
      <div
        className={styles.bar}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={used}
      >
        <div className={cx(styles.fill, share >= 0.6 && styles.high)} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
