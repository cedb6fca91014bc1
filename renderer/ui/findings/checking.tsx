import { Busy } from '../layout/skeleton.tsx'
import styles from './findings.module.css'

/** While the checks run. */
export function Checking() {
  return (
    <div className={styles.checking} aria-busy="true">
      <Busy />
      Checking
    </div>
  )
}
