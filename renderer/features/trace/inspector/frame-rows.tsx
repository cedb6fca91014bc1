import type { ReactNode } from 'react'
import { formatCount } from '../../../../shared/base/format.ts'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { ValueText } from '../../../ui/text/value.tsx'
import { shareWords } from '../trace-words.ts'
import { useWeightWords } from '../view/weight-words.ts'
import styles from './frame-inspector.module.css'
import { inspectorLabels } from './inspector-labels.ts'

export interface FrameRow {
  readonly key: string
  readonly name: string
  /** On hover in place of the name. */
  readonly hint: string
  readonly samples: number
  /** Null: a figure and nothing to go to. */
  readonly onPick: (() => void) | null
}

interface FrameRowsProps {
  readonly title: string
  readonly rows: readonly FrameRow[]
  /** Of which the shares are. */
  readonly total: number
  /** Rows that there are, listed or not. */
  readonly count: number
  /** Where all of them are. */
  readonly onAll: (() => void) | null
  readonly intervalMs: number | null
  /** Instead of rows. */
  readonly empty: string
}

/** The heaviest of something, each with its time and its share of the frame. */
export function FrameRows({ title, rows, total, count, onAll, intervalMs, empty }: FrameRowsProps) {
  const words = useWeightWords()
  const more = count - rows.filter(({ onPick }) => onPick !== null).length
  const moreWords = inspectorLabels.rows.more(formatCount(more))
  return (
    <Part title={title}>
      {rows.length === 0 && <p className={styles.note}>{empty}</p>}
      <ul aria-label={title}>
        {rows.map(({ key, name, hint, samples, onPick }) => {
          const figures = (
            <>
              <MiddleEllipsis text={name} hint={hint} className={styles.name} />
              <span className={styles.bar} aria-hidden>
                <span style={{ width: `${String(total === 0 ? 0 : Math.min(1, samples / total) * 100)}%` }} />
              </span>
              <span className={styles.figure}>
                <ValueText text={words.time(samples, intervalMs)} />
              </span>
              <span className={styles.share}>{shareWords(samples, total)}</span>
            </>
          )
          return (
            <li key={key}>
              {onPick === null ? (
                <span className={styles.row}>{figures}</span>
              ) : (
                <button type="button" className={styles.row} onClick={onPick}>
                  {figures}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {more > 0 &&
        (onAll === null ? (
          <p className={styles.note}>{moreWords}</p>
        ) : (
          <button type="button" className={styles.more} onClick={onAll}>
            {moreWords}
          </button>
        ))}
    </Part>
  )
}

interface PartProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Part({ title, action, children }: PartProps) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3 className={styles.title}>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}
