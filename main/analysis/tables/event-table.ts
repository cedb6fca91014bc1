import type { TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { type PayloadField, valueText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import { EventOrder } from './event-order.ts'
import { EventRows } from './event-rows.ts'
import { FieldValues } from './field-values.ts'
import { type PayloadSource, Payloads, PayloadTexts } from './payload-texts.ts'
import type { TableSource } from './table-source.ts'

/**
 * Every event of a trace that kept its segments, in order of time. Cells are looked up in the columns; fields are read again from the
 * file. Nothing is kept per row but the order, so ten million events cost no more than their columns.
 */
export function eventTable(trace: Trace, read: PayloadSource): TableSource {
  const rows = new EventRows(trace)
  const fields = new PayloadTexts(trace, read, fieldsText)
  const values = new FieldValues(rows, new Payloads(trace, read))
  // The order is a merge over all threads: made when it is asked for.
  let order: EventOrder | null = null
  const cells = [
    (at: number) => ticksToMs(trace, rows.segment.timestamp[at]!),
    (at: number) => rows.nameAt(at),
    (at: number) => trace.types[rows.segment.typeIndex[at]!]?.provider ?? '',
    (at: number) =>
      fields.of({
        typeIndex: rows.segment.typeIndex[at]!,
        payloadOffset: rows.segment.payloadStreamOffset(at),
        payloadLength: rows.segment.payloadLength[at]!,
      }),
    (at: number) => trace.threads[rows.segment.threadIndex[at]!]?.id ?? null,
  ]
  return {
    rowCount: rows.count,
    cell: (row, column) => cells[column]!(rows.find(row)),
    field: (row, name) => values.of(rows.find(row), name),
    order: (question: TraceTableQuestion) => {
      order ??= new EventOrder(trace, rows, read, values)
      return order.of(question)
    },
  }
}

function fieldsText(fields: readonly PayloadField[]): string {
  return fields.map(({ name, value, shape }) => `${name}=${valueText(value, shape)}`).join(' ')
}
