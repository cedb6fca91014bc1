import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AppError } from '../../../shared/base/errors.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { shownColumns } from '../../../shared/model/trace-tables.ts'
import { writeTable } from '../../analysis/exports/table-text.ts'
import { writeTraceTable } from '../../analysis/exports/trace-tables-csv.ts'
import { ExportTooLarge } from '../../analysis/exports/limited-text.ts'
import { writeChromiumTrace } from '../../analysis/exports/chromium-trace.ts'
import { writePprof } from '../../analysis/exports/pprof.ts'
import { durationMs } from '../../analysis/overview/overview.ts'
import { writeFolded } from '../../analysis/exports/folded.ts'
import { type ThreadExportOptions, writeSpeedscope } from '../../analysis/exports/speedscope.ts'
import { gcRows } from '../../analysis/trace/trace-answers.ts'
import type { TraceTables } from '../../analysis/tables/trace-tables.ts'
import type { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { TraceQueries } from './trace-document-protocol.ts'
import { samplingIntervalMs } from '../../analysis/trace/sample-question.ts'

const pieceChars = 2 ** 18

/** Samples and the tables that are always there. */
export function exportTrace(
  tables: TraceTables,
  parts: TraceParts,
  trace: Trace,
  { kind, selection, path }: TraceQueries['export']['asks'],
  onWritten: () => void,
): Result<WrittenExport, AppError> {
  const { range, threads, classes } = selection
  const filter = {
    fromMs: range?.fromMs,
    toMs: range?.toMs,
    threadIds: threads ?? undefined,
    classes: classes ?? undefined,
  }
  if (kind === 'pprof') return exportPprof(tables, parts, trace, { selection, path }, onWritten)
  return writeWhole(
    path,
    (write) => {
      if (kind === 'folded') writeFolded(tables.stacks.callTree(selection), (line) => write(`${line}\n`))
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
  { selection, path }: Omit<TraceQueries['export']['asks'], 'kind'>,
  onWritten: () => void,
): Result<WrittenExport, AppError> {
  const intervalMs = samplingIntervalMs(trace)
  const { imported } = parts
  const facts = {
    ...(imported === null ? {} : { unit: imported.unit }),
    startUnixMs: imported?.hasStart === false ? 0 : (trace.header?.syncUnixMs ?? 0) + (selection.range?.fromMs ?? 0),
    durationMs: durationMs(parts, trace, selection),
    intervalNs: intervalMs === null ? null : intervalMs * 1e6,
  }
  return writeWhole(
    path,
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
  { question, format, path }: TraceQueries['table-export']['asks'],
  onWritten: () => void,
): Result<WrittenExport, AppError> {
  return writeWhole(
    path,
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

interface WrittenExport {
  readonly path: string
  readonly sizeBytes: number
}

/** Whole or not at all: written beside its place and renamed when it is complete. */
function writeWhole(
  path: string,
  fill: (write: (text: string) => void, output: FileText) => void,
  onWritten: () => void,
): Result<WrittenExport, AppError> {
  const partPath = `${path}.part`
  let file: number | null = null
  try {
    file = openSync(partPath, 'w', 0o600)
    const output = new FileText(file, onWritten)
    fill((text) => output.write(text), output)
    output.flush()
    closeSync(file)
    file = null
    renameSync(partPath, path)
    return ok({ path, sizeBytes: output.sizeBytes })
  } catch (error) {
    if (error instanceof ExportTooLarge) return err({ kind: 'export-too-large', limitBytes: error.limitBytes })
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return err({ kind: 'io', operation: 'write', path, code })
  } finally {
    if (file !== null) {
      closeSync(file)
      rmSync(partPath, { force: true })
    }
  }
}

/** Many small texts as few large writes. */
class FileText {
  readonly #file: number
  readonly #onWritten: () => void
  #pieces: string[] = []
  #chars = 0
  sizeBytes = 0

  constructor(file: number, onWritten: () => void) {
    this.#file = file
    this.#onWritten = onWritten
  }

  write(text: string): void {
    this.#pieces.push(text)
    this.#chars += text.length
    if (this.#chars >= pieceChars) this.flush()
  }

  flush(): void {
    this.writeBytes(Buffer.from(this.#pieces.join('')))
    this.#pieces = []
    this.#chars = 0
  }

  writeBytes(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written)
    this.sizeBytes += bytes.length
    this.#onWritten()
  }
}
