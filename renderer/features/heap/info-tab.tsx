import {
  formatCount,
  formatDateTime,
  formatDuration,
  quantityText,
  type TimeDisplay,
} from '../../../shared/base/format.ts'
import { heapGenerations, type HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import type { HeapTarget } from '../../store/navigation-slice.ts'
import { useMetrics } from '../../ui/metrics.ts'
import { useHeapView } from './heap-view.ts'
import { badgeText, bytesText, gapText } from './heap-words.ts'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

const sourceWords: Readonly<Record<HeapSummary['source'], string>> = {
  events: heapLabels.info.heapEvents,
  gcdump: heapLabels.info.gcdumpFile,
  dump: heapLabels.info.dump,
}

/** Everything the file says about itself. */
export function InfoTab() {
  const { target, summary } = useHeapView()
  const { timeDisplay } = useMetrics()
  const { completeness } = summary
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and only keys may be at hand
    <section className={styles.info} aria-label={heapLabels.info.about} tabIndex={0}>
      <dl>
        {facts(target, summary, timeDisplay).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {completeness.kind === 'partial' && (
        <ul aria-label={heapLabels.info.whatIsMissing}>
          {completeness.reasons.map((reason) => (
            <li key={`${reason.kind} ${reason.detail}`}>{gapText(reason)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function facts(
  { path }: HeapTarget,
  summary: HeapSummary,
  display: TimeDisplay,
): readonly (readonly [string, string])[] {
  const { processName, processId, takenUtc, pauseMs, unreached } = summary
  const process = [
    processName,
    processId === null || processId === 0 ? null : heapLabels.info.pid(String(processId)),
  ].filter(Boolean)
  const known: readonly (readonly [string, string | null])[] = [
    [heapLabels.info.file, path],
    [heapLabels.info.source, sourceWords[summary.source]],
    [heapLabels.info.graph, badgeText(summary.completeness)],
    [heapLabels.info.process, process.length === 0 ? null : process.join(', ')],
    [heapLabels.info.machine, summary.machineName],
    [heapLabels.info.runtime, summary.runtimeVersion],
    [heapLabels.info.taken, takenUtc === null ? null : formatDateTime(Date.parse(takenUtc), display)],
    [heapLabels.info.writtenBy, summary.tool],
    [heapLabels.info.pointers, heapLabels.info.bits(String(summary.pointerSize * 8))],
    [heapLabels.info.objects, `${formatCount(summary.objectCount)}, ${bytesText(summary.objectBytes)}`],
    [heapLabels.info.references, formatCount(summary.referenceCount)],
    [heapLabels.info.roots, heapLabels.info.rootObjects(summary.rootCount)],
    [heapLabels.info.pause, pauseMs === null ? null : quantityText(formatDuration(pauseMs))],
    [
      heapLabels.info.unreachable,
      unreached === null ? null : heapLabels.info.unreachableObjects(unreached.count, bytesText(unreached.bytes)),
    ],
    [
      heapLabels.info.referencesToUnknownObjects,
      summary.danglingReferenceCount === 0 ? null : formatCount(summary.danglingReferenceCount),
    ],
    [
      heapLabels.info.objectsWithoutATypeName,
      summary.unnamedObjectCount === 0 ? null : formatCount(summary.unnamedObjectCount),
    ],
    [heapLabels.info.generations, generationsText(summary) ?? heapLabels.info.notInThisFile],
  ]
  return known.flatMap(([name, text]) => (text === null || text === '' ? [] : [[name, text] as const]))
}

/** `Gen 1 12.0 kB, Gen 2 3.4 MB`; null: the file doesn't tell. */
function generationsText({ generationBytes }: HeapSummary): string | null {
  if (generationBytes === null) return null
  const parts = heapGenerations.flatMap((generation, at) => {
    const bytes = generationBytes[at] ?? 0
    return bytes > 0 ? [`${heapLabels.types.generations[generation]} ${bytesText(bytes)}`] : []
  })
  return parts.length === 0 ? null : parts.join(', ')
}
