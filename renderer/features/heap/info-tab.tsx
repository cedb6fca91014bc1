import { formatCount, formatDuration, quantityText } from '../../../shared/base/format.ts'
import type { HeapSummary } from '../../../shared/model/heap-document.ts'
import type { HeapTarget } from '../../store/navigation-slice.ts'
import { useHeapView } from './heap-view.ts'
import { badgeText, bytesText, gapText } from './heap-words.ts'
import styles from './heap.module.css'

const sourceWords: Readonly<Record<HeapSummary['source'], string>> = {
  events: 'Heap events of the runtime',
  gcdump: '.gcdump file',
  dump: 'Dump of the process',
}

/** Everything the file says about itself. */
export function InfoTab() {
  const { target, summary } = useHeapView()
  const { completeness } = summary
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and only keys may be at hand
    <section className={styles.info} aria-label="About this heap graph" tabIndex={0}>
      <dl>
        {facts(target, summary).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {completeness.kind === 'partial' && (
        <ul aria-label="What is missing">
          {completeness.reasons.map((reason) => (
            <li key={`${reason.kind} ${reason.detail}`}>{gapText(reason)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function facts({ path }: HeapTarget, summary: HeapSummary): readonly (readonly [string, string])[] {
  const { processName, processId, takenUtc, pauseMs, unreached } = summary
  const process = [processName, processId === null || processId === 0 ? null : `PID ${String(processId)}`].filter(
    Boolean,
  )
  const known: readonly (readonly [string, string | null])[] = [
    ['File', path],
    ['Source', sourceWords[summary.source]],
    ['Graph', badgeText(summary.completeness)],
    ['Process', process.length === 0 ? null : process.join(', ')],
    ['Machine', summary.machineName],
    ['Runtime', summary.runtimeVersion],
    ['Taken', takenUtc === null ? null : new Date(takenUtc).toLocaleString()],
    ['Written by', summary.tool],
    ['Pointers', `${String(summary.pointerSize * 8)}-bit`],
    ['Objects', `${formatCount(summary.objectCount)}, ${bytesText(summary.objectBytes)}`],
    ['References', formatCount(summary.referenceCount)],
    ['Roots', `${formatCount(summary.rootCount)} objects`],
    ['Pause', pauseMs === null ? null : quantityText(formatDuration(pauseMs))],
    [
      'Unreachable',
      unreached === null ? null : `${formatCount(unreached.count)} objects, ${bytesText(unreached.bytes)}`,
    ],
    [
      'References to unknown objects',
      summary.danglingReferenceCount === 0 ? null : formatCount(summary.danglingReferenceCount),
    ],
    ['Objects without a type name', summary.unnamedObjectCount === 0 ? null : formatCount(summary.unnamedObjectCount)],
    ['Generations', summary.hasGenerations ? 'Known' : 'Not in this file'],
  ]
  return known.flatMap(([name, text]) => (text === null || text === '' ? [] : [[name, text] as const]))
}
