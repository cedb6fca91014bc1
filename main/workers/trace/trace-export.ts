import { gzipSync } from 'node:zlib'
import type { AppError } from '../../../shared/base/errors.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import { shownColumns } from '../../../shared/model/trace/trace-tables.ts'
import { writeTable } from '../../analysis/exports/table-text.ts'
import { writeTraceTable } from '../../analysis/exports/trace-tables-csv.ts'
import { writeChromiumTrace } from '../../analysis/exports/chromium-trace.ts'
import { writePprof } from '../../analysis/exports/pprof.ts'
import { durationMs } from '../../analysis/overview/overview.ts'
import { writeFolded } from '../../analysis/exports/folded.ts'
import { type ThreadExportOptions, writeSpeedscope } from '../../analysis/exports/speedscope.ts'
import { type TraceReportParts, writeTraceReport } from '../../analysis/exports/trace-report.ts'
import { gcRows } from '../../analysis/trace/trace-answers.ts'
import type { TraceTables } from '../../analysis/tables/trace-tables.ts'
import type { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceQueries } from './trace-document-protocol.ts'
import { type WholePlace, writeWhole, type WrittenFile } from '../write-whole.ts'
import { samplingIntervalMs } from '../../analysis/trace/sample-question.ts'

/** Samples and the tables that are always there. */
export function exportTrace(
  tables: TraceTables,
  parts: TraceParts,
  trace: Trace,
  { kind, selection }: TraceQueries['export']['asks'],
  place: WholePlace,
  report: () => Omit<TraceReportParts, 'tables' | 'selection'>,
  onWritten: () => void,
): Result<WrittenFile, AppError> {
  const { range, threads, classes } = selection
  const filter = {
    fromMs: range?.fromMs,
    toMs: range?.toMs,
    threadIds: threads ?? undefined,
    classes: classes ?? undefined,
  }
  if (kind === 'pprof') return exportPprof(tables, parts, trace, selection, place, onWritten)
  return writeWhole(
    place,
    (write) => {
      if (kind === 'folded') writeFolded(tables.stacks.callTree(selection), (line) => write(`${line}\n`))
      else if (kind === 'report') writeTraceReport({ ...report(), tables, selection }, write)
      else if (kind === 'speedscope')
        writeSpeedscope(tables.stacks.samples(selection), threadOptions(parts, trace), write)
      else if (kind === 'chromium-trace') {
        const options = {
          ...threadOptions(parts, trace),
          pid: trace.header?.pid ?? 0,
          threadId: (index: number) => trace.threads[index]?.id ?? 0,
          collections: gcRows(parts, trace),
          range,
        }
        writeChromiumTrace(tables.stacks.samples(selection), options, write)
      } else writeTraceTable(parts, trace, kind, filter, write)
    },
    onWritten,
  )
}

function threadOptions(parts: TraceParts, trace: Trace): ThreadExportOptions {
  return {
    name: parts.imported?.name ?? maskCommandLine(parts.target.commandLine),
    ...(parts.imported === null ? {} : { unit: parts.imported.unit }),
    ticksPerMs: (trace.header?.ticksPerSecond ?? 1000) / 1000,
    threadName: (index) => {
      const thread = trace.threads[index]
      return thread === undefined ? '' : `Thread ${thread.id}${thread.name === '' ? '' : ` ${thread.name}`}`
    },
  }
}

function exportPprof(
  tables: TraceTables,
  parts: TraceParts,
  trace: Trace,
  selection: TraceSelection,
  place: WholePlace,
  onWritten: () => void,
): Result<WrittenFile, AppError> {
  const intervalMs = samplingIntervalMs(trace)
  const { imported } = parts
  const facts = {
    ...(imported === null ? {} : { unit: imported.unit }),
    startUnixMs: imported?.hasStart === false ? 0 : (trace.header?.syncUnixMs ?? 0) + (selection.range?.fromMs ?? 0),
    durationMs: durationMs(parts, trace, selection),
    intervalNs: intervalMs === null ? null : intervalMs * 1e6,
  }
  return writeWhole(
    place,
    (_write, output) => {
      const pieces: Uint8Array[] = []
      writePprof(tables.stacks.callTree(selection), facts, (piece) => pieces.push(piece))
      output.writeBytes(gzipSync(Buffer.concat(pieces)))
    },
    onWritten,
  )
}

/** A table as the person sees it, sorted and searched. */
export function exportTable(
  tables: TraceTables,
  { question, format }: TraceQueries['table-export']['asks'],
  place: WholePlace,
  onWritten: () => void,
): Result<WrittenFile, AppError> {
  return writeWhole(
    place,
    (write) => writeTable(shownColumns(question), tables.rows(question), format, write),
    onWritten,
  )
}

/** The first rows for the clipboard; tabs and ends of lines inside a cell become blanks. */
export function tableText(
  tables: TraceTables,
  { question, maxRows }: TraceQueries['table-text']['asks'],
): TraceQueries['table-text']['gets'] {
  const pieces: string[] = []
  writeTable(shownColumns(question), tables.rows(question, maxRows), 'tsv', (line) => pieces.push(line))
  return { text: pieces.join(''), rowCount: pieces.length - 1 }
}
