import { cx } from '../../ui/class-names.ts'
import { Busy, Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './live-screen.module.css'
import tiles from './board/tile-strip.module.css'
import { tileDefinitions } from './board/tiles.ts'
import { liveLabels } from './live-labels.ts'

/** The final layout while the sessions are being opened. */
export function LoadingLive({ name }: { readonly name: string }) {
  return (
    <section className={styles.main} aria-busy="true" aria-label={liveLabels.loadingLive.opening(name)}>
      <div className={styles.loadingBar}>
        <Busy />
        <span role="status">{liveLabels.loadingLive.openingSession(name)}</span>
      </div>
      <div className={tiles.strip}>
        {tileDefinitions.map((tile) => (
          <div key={tile.id} className={tiles.tile}>
            <span className={tiles.title}>{tile.title}</span>
            <Skeleton width={72} height={24} className={cx(tiles.skeleton)} />
            <Skeleton width={96} height={8} />
          </div>
        ))}
      </div>
      <div className={styles.loadingCharts}>
        {[1, 2, 3, 4].map((chart) => (
          <div key={chart} className={styles.loadingChart}>
            <Skeleton width={140} height={10} />
            <Skeleton width="100%" height="60%" />
          </div>
        ))}
      </div>
    </section>
  )
}
