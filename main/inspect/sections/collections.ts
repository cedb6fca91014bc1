import { GcEvents } from '../../analysis/reports/gc-events.ts'
import { gcRows } from '../../analysis/trace/trace-answers.ts'
import type { Section } from '../section.ts'
import { textTable } from '../text-table.ts'

/** `--gc`. */
export function gcSection(): Section {
  const listener = new GcEvents()
  return {
    listener,
    json: (trace) => ({ gc: gcRows({ gcEvents: listener }, trace) }),
    print(trace, output) {
      const rows = gcRows({ gcEvents: listener }, trace)
      const pauses = rows.reduce((sum, row) => sum + (row.pauseMs ?? 0), 0)
      output.write(`\n${rows.length} collections, ${pauses.toFixed(3)} ms of pauses\n\n`)
      const head = ['gc', 'gen', 'reason', 'type', 'at ms', 'pause ms', 'before', 'after', 'promoted']
      const cells = rows.map((row) => [
        String(row.number),
        String(row.generation),
        row.reason,
        row.type,
        row.startMs.toFixed(3),
        row.pauseMs?.toFixed(3) ?? '',
        ...[row.heapBeforeBytes, row.heapAfterBytes, row.promotedBytes].map(
          (bytes) => bytes?.toLocaleString('en-US') ?? '',
        ),
      ])
      output.write(textTable(head, cells))
    },
  }
}
