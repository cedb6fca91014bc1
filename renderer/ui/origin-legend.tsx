import { frameOrigins } from '../../shared/model/trace/trace-flame.ts'
import { flameColours, type FlamePalette } from '../canvas/flame/flame-colours.ts'
import { type ClassName, cx } from './class-names.ts'
import styles from './origin-legend.module.css'
import { uiLabels } from './ui-labels.ts'

/** What the colors of boxes say, wherever code or types are told apart by where they are from. */
export function OriginLegend({
  palette,
  className,
}: {
  readonly palette: FlamePalette
  readonly className?: ClassName
}) {
  return (
    <ul className={cx(styles.legend, className)} aria-label={uiLabels.origins.colors}>
      {frameOrigins.map((origin) => {
        const { fill, edge } = flameColours(palette, origin, '', 0)
        return (
          <li key={origin}>
            <span className={styles.swatch} style={{ background: fill, borderColor: edge }} aria-hidden />
            {uiLabels.origins[origin]}
          </li>
        )
      })}
    </ul>
  )
}
