import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './processes-screen.module.css'
import { processLabels } from './process-labels.ts'

const widths = [132, 96, 168, 110, 150, 88]

/** Shown until the first look at the machine brings a row; in the place the rows will have. */
export function LoadingRows() {
  return (
    <div role="status" aria-busy aria-label={processLabels.loadingRows.looking} className={styles.skeleton}>
      {widths.map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width={18} height={18} />
          <Skeleton width={width} />
          <span className="grow" />
          <Skeleton width={40} />
          <Skeleton width={64} />
          <Skeleton width={96} />
        </div>
      ))}
    </div>
  )
}
