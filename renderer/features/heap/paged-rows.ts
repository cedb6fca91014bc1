import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/base/errors.ts'
import { background } from '../../bridge/bridge.ts'

const pageRows = 200

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly rowCount: number
}

/** Rows of one question, fetched page by page when somebody looks at them. Outside of React: cells ask while they are drawn. */
export class PagedRows<Row> {
  readonly #ask: (fromRow: number, rowCount: number) => Promise<Page<Row>>
  readonly #channel: string
  readonly #onChange: () => void
  readonly #pages = new Map<number, readonly Row[]>()
  readonly #asked = new Set<number>()
  #rowCount: number | null = null
  #error: AppError | null = null
  #isClosed = false

  constructor(channel: string, ask: (fromRow: number, rowCount: number) => Promise<Page<Row>>, onChange: () => void) {
    this.#channel = channel
    this.#ask = ask
    this.#onChange = onChange
    this.#fetch(0)
  }

  /** Null until the first page is there. */
  get rowCount(): number | null {
    return this.#rowCount
  }

  get error(): AppError | null {
    return this.#error
  }

  /** Null while it is on its way. */
  row(index: number): Row | null {
    const page = Math.floor(index / pageRows)
    const rows = this.#pages.get(page)
    if (rows === undefined) this.#fetch(page)
    return rows?.[index - page * pageRows] ?? null
  }

  close(): void {
    this.#isClosed = true
  }

  #fetch(page: number): void {
    if (this.#asked.has(page) || this.#isClosed) return
    this.#asked.add(page)
    background(
      this.#ask(page * pageRows, pageRows).then(({ rows, rowCount }) => {
        if (this.#isClosed) return
        this.#pages.set(page, rows)
        this.#rowCount = rowCount
        this.#onChange()
      }),
      this.#channel,
      (error) => {
        if (this.#isClosed) return
        this.#error = error
        this.#onChange()
      },
      () => this.#asked.delete(page),
    )
  }
}

/** Of the newest question; the rows of the one before stay until the first of these are there. Null: none are there yet. */
export function usePagedRows<Row>(
  channel: string,
  key: string,
  ask: (fromRow: number, rowCount: number) => Promise<Page<Row>>,
): PagedRows<Row> | null {
  const [shown, setShown] = useState<{ readonly rows: PagedRows<Row> | null; readonly round: number }>({
    rows: null,
    round: 0,
  })
  useEffect(() => {
    const rows = new PagedRows(channel, ask, () => setShown(({ round }) => ({ rows, round: round + 1 })))
    return () => rows.close()
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [channel, key])
  return shown.rows
}
