import { type ReactNode, useState } from 'react'
import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatDuration,
  formatTime,
  type Quantity,
  type TimeDisplay,
} from '../../../shared/base/format.ts'
import { Chip } from '../../ui/chip.tsx'
import { useMetrics } from '../../ui/metrics.ts'
import { Value } from '../../ui/text/value.tsx'
import { CaptureAgain } from './capture/capture-again.tsx'
import { useHeapView } from './heap-view.ts'
import { badgeText, gapText, lacksTypeNames, partialAdvice, sampledAdvice, unnamedAdvice } from './heap-words.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

/** Whether the graph is complete, and its size; what a partial one lacks stands below. */
export function HeapHeader({ actions, children }: { readonly actions: ReactNode; readonly children: ReactNode }) {
  const { summary } = useHeapView()
  const { timeDisplay } = useMetrics()
  const [openedMs] = useState(() => Date.now())
  const { completeness, objectBytes, objectCount, typeCount, rootCount, pauseMs, takenUtc } = summary
  const figures: readonly (readonly [string, Quantity])[] = [
    [heapLabels.header.heap, formatBytes(objectBytes)],
    [heapLabels.header.objects, plain(objectCount)],
    [heapLabels.header.types, plain(typeCount)],
    [heapLabels.header.roots, plain(rootCount)],
    ...(pauseMs === null ? [] : [[heapLabels.header.pause, formatDuration(pauseMs)] as const]),
  ]
  return (
    <>
      <div className={styles.header}>
        {children}
        <Chip tone={completeness.kind === 'complete' ? 'ok' : 'warn'}>{badgeText(completeness)}</Chip>
        <dl className={styles.figures}>
          {figures.map(([name, quantity]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Value quantity={quantity} />
              </dd>
            </div>
          ))}
          {takenUtc !== null && (
            <div className={styles.taken}>
              <dt>{heapLabels.header.taken}</dt>
              <dd>
                <Value quantity={takenAt(Date.parse(takenUtc), openedMs, timeDisplay)} />
              </dd>
            </div>
          )}
        </dl>
        <div className={styles.actions}>
          <CaptureAgain />
          {actions}
        </div>
      </div>
      {completeness.kind === 'partial' && (
        <p className={styles.banner} role="status">
          {[...completeness.reasons.map(gapText), partialAdvice].join(' ')}
        </p>
      )}
      {lacksTypeNames(summary) && (
        <p className={styles.banner} role="status">
          {unnamedAdvice}
        </p>
      )}
      {completeness.kind === 'sampled' && (
        <p className={styles.banner} role="status">
          {sampledAdvice(completeness.estimate)}
        </p>
      )}
    </>
  )
}

/** The time of day where that is today. */
export function takenAt(takenMs: number, nowMs: number, display: TimeDisplay): Quantity {
  const full = formatDateTime(takenMs, display)
  const [day] = full.split(',')
  const isToday = formatDateTime(nowMs, display).startsWith(`${day!},`)
  return { value: isToday ? formatTime(takenMs, display) : full, unit: '', full }
}

function plain(count: number): Quantity {
  const text = formatCount(count)
  return { value: text, unit: '', full: text }
}
