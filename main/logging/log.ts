import type { LogRecord, QueueReport } from '../../shared/model/app.ts'
import type { LogFile } from './log-file.ts'
import { redactFields, type LogFields, type PrivateWords } from './redact.ts'

export type LogLevel = LogRecord['level']
const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }

/**
 * What a room of main logs through. `event` is a stable name in the past tense (`session-ended`), the facts go into the
 * fields. Values are redacted before they are kept anywhere (redact.ts).
 */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
  /** The same log with fields that go into every record: a room's name, a session's correlation id. */
  with(fields: LogFields): Log
}

export interface AppLogOptions {
  readonly file: LogFile | null
  readonly minimumLevel: LogLevel
  readonly privateWords: PrivateWords
  /** Records kept in memory for the diagnostics page and the problem report. */
  readonly ringSize: number
  now(): number
}

/** The one log of the app. Workers and pages report into it through `write`. */
export class AppLog implements Log {
  readonly #options: AppLogOptions
  readonly #ring: LogRecord[] = []
  #writtenCount = 0
  #bugCount = 0

  constructor(options: AppLogOptions) {
    this.#options = options
  }

  debug(event: string, fields: LogFields = {}): void {
    this.write('debug', event, fields)
  }
  info(event: string, fields: LogFields = {}): void {
    this.write('info', event, fields)
  }
  warn(event: string, fields: LogFields = {}): void {
    this.write('warn', event, fields)
  }
  error(event: string, fields: LogFields = {}): void {
    this.write('error', event, fields)
  }

  with(fields: LogFields): Log {
    return new ScopedLog(this, fields)
  }

  write(level: LogLevel, event: string, fields: LogFields): void {
    if (order[level] < order[this.#options.minimumLevel]) return
    const record: LogRecord = {
      timeMs: this.#options.now(),
      level,
      event: event.slice(0, 100),
      fields: redactFields(fields, this.#options.privateWords),
    }
    // A ring by position: pushing and shifting 5,000 entries per record would cost more than the record.
    this.#ring[this.#writtenCount % this.#options.ringSize] = record
    this.#writtenCount += 1
    this.#options.file?.write(
      JSON.stringify({ time: new Date(record.timeMs).toISOString(), level, event, ...prefixed(record.fields) }),
    )
  }

  /** Logs a bug with its stack; the reference leads from what the person saw to the record. */
  reportBug(where: string, cause: unknown): string {
    this.#bugCount += 1
    const reference = `${Math.floor(this.#options.now()).toString(36)}-${this.#bugCount}`
    const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    this.error('bug-found', { where, reference, stack })
    return reference
  }

  /** The newest records, oldest first. */
  recent(maxRecords: number): readonly LogRecord[] {
    const { ringSize } = this.#options
    const start = this.#writtenCount > ringSize ? this.#writtenCount % ringSize : 0
    const inOrder = [...this.#ring.slice(start), ...this.#ring.slice(0, start)]
    return inOrder.slice(-maxRecords)
  }

  /** Lines on their way to the disk; null without a file. */
  queue(): QueueReport | null {
    return this.#options.file?.queue() ?? null
  }

  async flush(): Promise<void> {
    await this.#options.file?.flush()
  }
}

/** Field names cannot overwrite the record's own ones in the file. */
function prefixed(fields: LogFields): LogFields {
  const reserved = ['time', 'level', 'event']
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [reserved.includes(name) ? `field.${name}` : name, value]),
  )
}

class ScopedLog implements Log {
  readonly #log: AppLog
  readonly #fields: LogFields

  constructor(log: AppLog, fields: LogFields) {
    this.#log = log
    this.#fields = fields
  }

  debug(event: string, fields: LogFields = {}): void {
    this.#log.debug(event, { ...this.#fields, ...fields })
  }
  info(event: string, fields: LogFields = {}): void {
    this.#log.info(event, { ...this.#fields, ...fields })
  }
  warn(event: string, fields: LogFields = {}): void {
    this.#log.warn(event, { ...this.#fields, ...fields })
  }
  error(event: string, fields: LogFields = {}): void {
    this.#log.error(event, { ...this.#fields, ...fields })
  }
  with(fields: LogFields): Log {
    return new ScopedLog(this.#log, { ...this.#fields, ...fields })
  }
}
