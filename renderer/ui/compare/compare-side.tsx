import type { ReactNode } from 'react'
import { MiddleEllipsis } from '../text/middle-ellipsis.tsx'
import styles from './compare.module.css'

interface CompareSideProps {
  /** `A` is what the others are compared with. */
  readonly letter: string
  readonly name: string
  readonly facts: readonly string[]
  /** Behind its name. */
  readonly children?: ReactNode
}

/** One of the documents that are beside each other. */
export function CompareSide({ letter, name, facts, children }: CompareSideProps) {
  return (
    <div className={styles.side}>
      <span className={styles.letter}>{letter}</span>
      <div className={styles.sideText}>
        <strong className={styles.name}>
          <MiddleEllipsis text={name} />
        </strong>
        <span className={styles.note}>{facts.join(', ')}</span>
      </div>
      {children}
    </div>
  )
}
