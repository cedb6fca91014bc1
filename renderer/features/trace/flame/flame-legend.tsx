import { frameOrigins } from '../../../../shared/model/trace-flame.ts'
import { flameColours, type FlamePalette } from '../../../canvas/flame/flame-colours.ts'
import { useTraceView } from '../view/trace-view.ts'
import styles from './flame-tab.module.css'
import { originWords } from './flame-words.ts'
import { flameLabels } from './flame-labels.ts'

/** What the colors of boxes say. */
export function FlameLegend({ palette }: { readonly palette: FlamePalette }) {
  const { imported } = useTraceView().summary
  if (imported?.hasDotNet === false) return null
  return (
    <ul className={styles.legend} aria-label={flameLabels.legend.colors}>
      {frameOrigins.map((origin) => {
        const { fill, edge } = flameColours(palette, origin, '', 0)
        return (
          <li key={origin}>
            <span className={styles.swatch} style={{ background: fill, borderColor: edge }} aria-hidden />
            {originWords[origin]}
          </li>
        )
      })}
    </ul>
  )
}
