import type { LogRecord } from '../../../shared/model/app.ts'

export type LogLevel = LogRecord['level']

export interface LogRow extends LogRecord {
  /** Place in the list main gave, oldest 0: the row's identity while new ones arrive. */
  readonly position: number
}

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Newest first, at or above the level, with the text in event or fields. */
export function filterLog(records: readonly LogRecord[], level: LogLevel, search: string): readonly LogRow[] {
  const wanted = search.trim().toLowerCase()
  return records
    .map((record, position) => ({ ...record, position }))
    .filter((record) => order[record.level] >= order[level])
    .filter((record) => wanted === '' || `${record.event} ${fieldsText(record)}`.toLowerCase().includes(wanted))
    .toReversed()
}

/** `name=value`, space between. */
export function fieldsText(record: LogRecord | undefined): string {
  return Object.entries(record?.fields ?? {})
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')
}
