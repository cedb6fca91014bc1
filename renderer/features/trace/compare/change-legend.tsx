import { type BoxChange, changeColours } from '../../../canvas/flame/change-colours.ts'
import type { FlamePalette } from '../../../canvas/flame/flame-colours.ts'
import { cx } from '../../../ui/class-names.ts'
import styles from './compare.module.css'
import { compareLabels } from './compare-labels.ts'

const steps: readonly BoxChange[] = [
  { kind: 'less', isStrong: true },
  { kind: 'less', isStrong: false },
  { kind: 'same', isStrong: false },
  { kind: 'more', isStrong: false },
  { kind: 'more', isStrong: true },
]

const patternStyles = { stripes: styles.stripes, dots: styles.dots }

/** What the colors and patterns of a differential flame graph say. */
export function ChangeLegend({ palette }: { readonly palette: FlamePalette }) {
  return (
    <div className={styles.legend} role="img" aria-label={compareLabels.changeLegend.legend}>
      {compareLabels.changeLegend.lessInB}
      {steps.map((step) => {
        const { fill, edge, pattern } = changeColours(palette, step, 0)
        return (
          <span
            key={`${step.kind} ${String(step.isStrong)}`}
            className={cx(styles.swatch, pattern === undefined ? undefined : patternStyles[pattern])}
            style={{ backgroundColor: fill, borderColor: edge, color: edge }}
            aria-hidden
          />
        )
      })}
      {compareLabels.changeLegend.moreInB}
    </div>
  )
}
