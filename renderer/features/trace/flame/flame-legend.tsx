import type { FlamePalette } from '../../../canvas/flame/flame-colours.ts'
import { OriginLegend } from '../../../ui/origin-legend.tsx'
import { useTraceView } from '../view/trace-view.ts'
import styles from './flame-tab.module.css'

/** What the colors of boxes say; other tools' profiles without .NET have no such origins. */
export function FlameLegend({ palette }: { readonly palette: FlamePalette }) {
  const { imported } = useTraceView()
  return imported?.hasDotNet === false ? null : <OriginLegend palette={palette} className={styles.legend} />
}
