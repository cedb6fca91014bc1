import type { AppError } from '../../../shared/base/errors.ts'
import type { TraceCell, TraceTableQuestion } from '../../../shared/model/trace-tables.ts'
import { background, invoke } from '../../bridge/bridge.ts'

const pageRows = 200
/** Pages kept; scrolling back further asks again. */
const keptPages = 25

/**
 * Rows of one question, fetched by the page when somebody looks at them. Outside of React: cells ask while they are drawn,
 * and `onChange` tells when more is there.
 */
export class TablePages {
  readonly question: TraceTableQuestion
  /** Tells two questions apart. */
  readonly key: string
  readonly #documentId: string
  readonly #onChange: () => void
  readonly #pages = new Map<number, readonly (readonly TraceCell[])[]>()
  readonly #asked = new Set<number>()
  /** Pages of an earlier revision: shown until they are there anew. */
  readonly #stale = new Set<number>()
  #revision = 0
  #rowCount: number | null = null
  #allRowCount = 0
  #error: AppError | null = null
  #hasSecrets = false
  #isClosed = false

  constructor(documentId: string, question: TraceTableQuestion, onChange: () => void) {
    this.#documentId = documentId
    this.question = question
    this.key = JSON.stringify(question)
    this.#onChange = onChange
    this.#ask(0)
  }

  /** Null until the first page is there. */
  get rowCount(): number | null {
    return this.#rowCount
  }

  /** Before the search. */
  get allRowCount(): number {
    return this.#allRowCount
  }

  /** Something that was fetched is hidden. */
  get hasSecrets(): boolean {
    return this.#hasSecrets
  }

  get error(): AppError | null {
    return this.#error
  }

  /** Null while it is on its way. */
  row(index: number): readonly TraceCell[] | null {
    const page = Math.floor(index / pageRows)
    const rows = this.#pages.get(page)
    if (rows === undefined || this.#stale.has(page)) this.#ask(page)
    if (rows === undefined) return null
    return rows[index - page * pageRows] ?? null
  }

  /** The trace has grown: what is looked at is asked anew. */
  refresh(revision: number): void {
    if (revision === this.#revision) return
    this.#revision = revision
    for (const page of this.#pages.keys()) this.#stale.add(page)
    this.#asked.clear()
    this.#ask(0)
  }

  /** What still comes is thrown away. */
  close(): void {
    this.#isClosed = true
  }

  #ask(page: number): void {
    if (this.#asked.has(page) || this.#isClosed) return
    this.#asked.add(page)
    const request = { documentId: this.#documentId, question: this.question }
    background(
      invoke('traces.table', { ...request, fromRow: page * pageRows, rowCount: pageRows }).then((found) => {
        if (this.#isClosed) return
        this.#rowCount = found.rowCount
        this.#allRowCount = found.allRowCount
        this.#hasSecrets ||= found.hasSecrets
        this.#keep(page, found.rows)
        this.#onChange()
      }),
      'traces.table',
      (error) => {
        if (this.#isClosed) return
        this.#error = error
        this.#onChange()
      },
      // Another view of the same document asked something else meanwhile.
      () => {
        this.#asked.delete(page)
        this.#ask(page)
      },
    )
  }

  #keep(page: number, rows: readonly (readonly TraceCell[])[]): void {
    const [oldest] = this.#pages.keys()
    if (oldest !== undefined && this.#pages.size >= keptPages) {
      this.#pages.delete(oldest)
      this.#asked.delete(oldest)
    }
    this.#stale.delete(page)
    this.#pages.set(page, rows)
  }
}
