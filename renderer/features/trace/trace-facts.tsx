import type { ReactNode } from 'react'
import { formatBytes, formatCount, formatDateTime, formatDuration, quantityText } from '../../../shared/base/format.ts'
import type { TraceImport } from '../../../shared/model/trace/trace-import.ts'
import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import { useLatestAnswer } from '../../bridge/use-latest-answer.ts'
import { useApp } from '../../store/create-store.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import { cx } from '../../ui/class-names.ts'
import { MaskedText } from '../../ui/text/masked-text.tsx'
import styles from './trace-screen.module.css'
import { SampleRules } from './sample-rules.tsx'
import { importWords, noteWords, unitWords } from './import-words.ts'
import { isStillGrowing, useTraceContents } from './view/trace-view.ts'
import { absentWords, formatWords, lacksSymbols, namesWords, sampleCountWords, systemCpuWords } from './trace-words.ts'
import { traceLabels } from './trace-labels.ts'

interface FactsProps {
  readonly target: TraceTarget
  readonly summary: TraceSummary
}

/** Hover text says why. */
const unknown = (
  <span key="unknown" title={traceLabels.facts.unknownHint}>
    {traceLabels.facts.unknown}
  </span>
)

/** What the file is, whose it is, what is in it and what is not. */
export function TraceFacts({ target, summary }: { readonly target: TraceTarget; readonly summary: TraceSummary }) {
  const display = useApp((state) => state.settings.timeDisplay)
  const isGrowing = useTraceContents(isStillGrowing)
  const { target: process, samples, imported } = summary
  const rows: readonly (readonly [string, ReactNode])[] = [
    [traceLabels.facts.format, formatWords(summary)],
    [traceLabels.facts.size, quantityText(formatBytes(target.sizeBytes))],
    [traceLabels.facts.started, formatDateTime(summary.startUnixMs + summary.firstEventMs, display)],
    [traceLabels.facts.duration, quantityText(formatDuration(summary.lastEventMs - summary.firstEventMs))],
    [traceLabels.facts.events, formatCount(summary.eventCount)],
    [traceLabels.facts.lostEvents, formatCount(summary.lostCount)],
    [
      traceLabels.facts.complete,
      summary.isComplete
        ? traceLabels.facts.yes
        : isGrowing
          ? traceLabels.facts.endNotReached
          : traceLabels.facts.endMissing,
    ],
    [
      traceLabels.facts.symbols,
      isGrowing && lacksSymbols(summary) ? traceLabels.facts.symbolsNotReached : namesWords(summary),
    ],
    [traceLabels.facts.samples, sampleCountWords(samples)],
    [traceLabels.facts.cpuByTheSystem, systemCpuWords(summary.systemCpu)],
    [
      traceLabels.facts.process,
      process.pid === null ? unknown : `${String(process.pid)}, ${String(process.pointerBytes * 8)}-bit`,
    ],
    [
      traceLabels.facts.commandLine,
      process.commandLine === '' ? (
        unknown
      ) : (
        <span key="command" className={styles.code}>
          <MaskedText name={traceLabels.facts.commandLineSubject} text={process.commandLine} />
        </span>
      ),
    ],
    [traceLabels.facts.notRecorded, absentWords(summary)],
    [traceLabels.facts.runtime, process.runtimeVersion === '' ? unknown : process.runtimeVersion],
    [
      traceLabels.facts.system,
      [process.operatingSystem, process.architecture].filter((part) => part !== '').join(', ') || unknown,
    ],
  ]
  return (
    <Facts rows={imported === null ? rows : importFacts(imported, target, summary)}>
      {imported === null ? <RecordingFacts target={target} summary={summary} /> : <ImportNotes imported={imported} />}
    </Facts>
  )
}

type FactRow = readonly [name: string, text: ReactNode]

/** Of a file that another tool wrote. */
function importFacts(imported: TraceImport, { sizeBytes }: TraceTarget, summary: TraceSummary): readonly FactRow[] {
  const { rowCounts, firstEventMs, lastEventMs } = summary
  return [
    [traceLabels.facts.format, importWords(imported)],
    ...(imported.name === ''
      ? []
      : [[traceLabels.facts.name, <MaskedText key="name" name="name" text={imported.name} />] as const]),
    [traceLabels.facts.size, quantityText(formatBytes(sizeBytes))],
    [traceLabels.facts.unit, unitWords(imported)],
    [
      traceLabels.facts.times,
      imported.hasTimes ? quantityText(formatDuration(lastEventMs - firstEventMs)) : traceLabels.facts.noTimes,
    ],
    [traceLabels.facts.threads, formatCount(rowCounts.threads)],
    [traceLabels.facts.notInThisFile, traceLabels.facts.notInFile],
  ]
}

function ImportNotes({ imported: { notes } }: { readonly imported: TraceImport }) {
  if (notes.length === 0) return null
  return (
    <>
      <h2 className={styles.section}>{traceLabels.facts.leftOut}</h2>
      <ul aria-label={traceLabels.facts.leftOut} className={styles.notes}>
        {notes.map((note) => (
          <li key={note.kind} className="selectable">
            {noteWords(note)}
          </li>
        ))}
      </ul>
    </>
  )
}

interface FactListProps {
  readonly rows: readonly FactRow[]
  readonly children: ReactNode
}

function Facts({ rows, children }: FactListProps) {
  return (
    // Reached with Tab and scrolled with the arrow keys: most of its facts take no focus of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <div className={styles.facts} tabIndex={0} role="region" aria-label={traceLabels.facts.fileInformation}>
      <dl className={styles.list}>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="selectable">{text}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}

function RecordingFacts({ target, summary }: FactsProps) {
  return (
    <>
      <Marks target={target} summary={summary} />
      <SampleRules rules={summary.sampleRules} />
      <h2 className={styles.section}>{traceLabels.facts.providers}</h2>
      <dl className={cx(styles.list, styles.counts)}>
        <div>
          <dt>{traceLabels.facts.provider}</dt>
          <dd>{traceLabels.facts.events}</dd>
        </div>
        {summary.providers.map(({ name, eventCount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{formatCount(eventCount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Marks are kept next to the file; those of another time belong to another file of the same recording. */
function Marks({ target, summary }: FactsProps) {
  const { value: marks } = useLatestAnswer('traces.marks', { documentId: target.documentId })
  const rows = (marks ?? [])
    .map(({ unixMs, text }) => ({ text, atMs: unixMs - summary.startUnixMs }))
    .filter(({ atMs }) => atMs >= summary.firstEventMs - slackMs && atMs <= summary.lastEventMs + slackMs)
  if (rows.length === 0) return null
  return (
    <>
      <h2 className={styles.section}>{traceLabels.facts.marks}</h2>
      <dl className={styles.list} aria-label={traceLabels.facts.marks}>
        {rows.map(({ text, atMs }, index) => (
          <div key={`${String(atMs)} ${String(index)}`}>
            <dt className="tabular">{quantityText(formatDuration(Math.max(0, atMs)))}</dt>
            <dd className="selectable">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Our clock and that of the process's session differ by no more. */
const slackMs = 2000
