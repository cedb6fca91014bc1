import { csvCell } from '../../../shared/base/table-cells.ts'
import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import type { TraceExportKind } from '../../../shared/model/trace/trace.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { sampleFilter, type SampleQuestion, ticksToMs } from '../trace/sample-question.ts'
import { gcRows, methodRows } from '../trace/trace-answers.ts'
import type { TraceParts } from '../trace/trace-parts.ts'

type Cell = string | number | null

/** A table of a trace as CSV (RFC 4180, UTF-8): a line of names, then a line per row; empty where the trace does not tell. */
export function writeTraceTable(
  parts: TraceParts,
  trace: Trace,
  kind: Exclude<TraceExportKind, 'speedscope' | 'folded' | 'pprof' | 'chromium-trace' | 'report'>,
  question: SampleQuestion,
  write: (line: string) => void,
): void {
  const { head, rows } = tableOf(parts, trace, kind, question)
  write(`${head.join(',')}\r\n`)
  for (const row of rows) write(`${row.map(cellText).join(',')}\r\n`)
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : csvCell(cell)
}

function tableOf(
  parts: TraceParts,
  trace: Trace,
  kind: Exclude<TraceExportKind, 'speedscope' | 'folded' | 'pprof' | 'chromium-trace' | 'report'>,
  question: SampleQuestion,
): { readonly head: readonly string[]; readonly rows: Iterable<readonly Cell[]> } {
  switch (kind) {
    case 'methods-csv': {
      const rows = methodRows(parts, sampleFilter(trace, question))
      return {
        head: ['method', 'module', 'self_samples', 'total_samples'],
        rows: rows.map(({ name, module, self, total }) => [name, module, self, total]),
      }
    }
    case 'types-csv': {
      const head = ['provider', 'id', 'version', 'name', 'raw_name', 'events', 'payload_bytes', 'events_with_stack']
      const rows = parts.types
        .rows()
        .map((row) => [
          row.provider,
          row.id,
          row.version,
          row.name,
          row.rawName,
          row.count,
          row.payloadBytes,
          row.stackCount,
        ])
      return { head, rows }
    }
    case 'gc-csv': {
      const rows = gcRows(parts, trace)
      const head = ['number', 'generation', 'reason', 'type', 'start_ms', 'duration_ms', 'pause_start_ms', 'pause_ms']
      return {
        head: [...head, 'suspend_ms', 'heap_before_bytes', 'heap_after_bytes', 'promoted_bytes'],
        rows: rows.map((row) => [
          row.number,
          row.generation,
          row.reason,
          row.type,
          row.startMs,
          row.durationMs,
          row.pauseStartMs,
          row.pauseMs,
          row.suspendMs,
          row.heapBeforeBytes,
          row.heapAfterBytes,
          row.promotedBytes,
        ]),
      }
    }
    case 'exceptions-csv': {
      const { exceptions } = parts
      return {
        head: ['time_ms', 'thread', 'type', 'message', 'hresult'],
        rows: exceptions.places
          .inOrder()
          .map((row) => [
            ticksToMs(trace, exceptions.places.ticks.at(row)),
            trace.threads[exceptions.places.threadIndex.at(row)]?.id ?? null,
            exceptions.texts.text(exceptions.typeText.at(row)),
            maskSecrets(exceptions.texts.text(exceptions.messageText.at(row))),
            `0x${exceptions.hresult.at(row).toString(16).padStart(8, '0')}`,
          ]),
      }
    }
  }
}
