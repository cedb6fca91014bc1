import type { AppLog, LogLevel } from '../logging/log.ts'
import type { LogFields } from '../logging/redact.ts'
import type { PageHandle } from './request-context.ts'

/** A page that fails in a loop must not wash everything else out of the log. */
const windowMs = 10_000
const maxRecordsPerWindow = 200

interface Allowance {
  windowStartMs: number
  count: number
}

/** What pages write into the one log, so many records at a time for each. */
export class PageLog {
  readonly #log: AppLog
  readonly #ticksMs: () => number
  readonly #allowances = new WeakMap<PageHandle, Allowance>()

  /** Of a clock that nobody sets: one that is set back would shut out every page until it has caught up. */
  constructor(log: AppLog, ticksMs: () => number) {
    this.#log = log
    this.#ticksMs = ticksMs
  }

  write(page: PageHandle, level: LogLevel, event: string, fields: LogFields): void {
    const allowance = this.#allowanceOf(page)
    allowance.count += 1
    if (allowance.count <= maxRecordsPerWindow) {
      this.#log.write(level, event, { ...fields, window: page.window.id })
    } else if (allowance.count === maxRecordsPerWindow + 1) {
      this.#log.warn('page-log-flooded', { window: page.window.id, limit: maxRecordsPerWindow })
    }
  }

  #allowanceOf(page: PageHandle): Allowance {
    const nowMs = this.#ticksMs()
    const known = this.#allowances.get(page)
    if (known !== undefined && nowMs - known.windowStartMs < windowMs) return known
    const fresh = { windowStartMs: nowMs, count: 0 }
    this.#allowances.set(page, fresh)
    return fresh
  }
}
