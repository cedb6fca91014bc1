import { startTransition, useEffect, useState } from 'react'
import type { AppError } from '../../shared/base/errors.ts'
import { background } from './bridge.ts'

const pageRows = 200
/** Pages kept; scrolling back further asks again. */
const keptPages = 25
/** On their way at once. Rows on the screen lie on two pages at most. */
const mostAsked = 2

/** Rows nearer than this to another page have it fetched before it is seen: rows that are filled afterwards cost what they cost twice. */
const aheadRows = 60

interface RowsAnswer<Row> {
  readonly rows: readonly Row[]
  readonly rowCount: number
}

/**
 * Rows of one question, fetched page by page when somebody looks at them. Outside of React: cells ask while they are drawn, and `onChange` tells
 * when more is there.
 */
export class RowPages<Row, Answer extends RowsAnswer<Row> = RowsAnswer<Row>> {
  readonly #channel: string
  readonly #ask: (fromRow: number, rowCount: number) => Promise<Answer>
  readonly #onChange: () => void
  readonly #pages = new Map<number, Answer>()
  readonly #asked = new Set<number>()
  /** Looked at while others were on their way; the last ones are asked next, for a thumb passes many by. */
  #wanted: readonly number[] = []
  #askedCount = 0
  /** On their way, or here, without anybody having looked at their rows yet: there is nothing to draw of them. */
  readonly #ahead = new Set<number>()
  /** Pages of an earlier revision: shown until they are there anew. */
  readonly #stale = new Set<number>()
  #revision = 0
  #newest: Answer | null = null
  #error: AppError | null = null
  #round = 0
  #isClosed = false

  constructor(channel: string, ask: (fromRow: number, rowCount: number) => Promise<Answer>, onChange: () => void) {
    this.#channel = channel
    this.#ask = ask
    this.#onChange = onChange
    this.#fetch(0)
  }

  /** Null until the first page is there. */
  get rowCount(): number | null {
    return this.#newest?.rowCount ?? null
  }

  /** The page that came last. */
  protected get newest(): Answer | null {
    return this.#newest
  }

  get error(): AppError | null {
    return this.#error
  }

  /** Another one whenever there is something else to draw. */
  get round(): number {
    return this.#round
  }

  /** What is here of the rows, by the first of each page. */
  protected *loaded(): Generator<readonly [firstRow: number, Answer]> {
    for (const [page, answer] of this.#pages) yield [page * pageRows, answer]
  }

  /** Null: it is not here. Asks for nothing. */
  loadedRow(index: number): Row | null {
    const page = Math.floor(index / pageRows)
    return this.#pages.get(page)?.rows[index - page * pageRows] ?? null
  }

  /** Null while it is on its way. */
  row(index: number): Row | null {
    const page = Math.floor(index / pageRows)
    const known = this.#pages.get(page)
    const place = index - page * pageRows
    if (this.#ahead.delete(page) && known !== undefined) this.#changed()
    if (known === undefined || this.#stale.has(page)) this.#fetch(page)
    else if (place < aheadRows) this.#fetchAhead(page - 1)
    else if (place >= pageRows - aheadRows) this.#fetchAhead(page + 1)
    return known?.rows[place] ?? null
  }

  /** What is asked has grown: what is looked at is asked anew. */
  refresh(revision: number): void {
    if (revision === this.#revision) return
    this.#revision = revision
    for (const page of this.#pages.keys()) this.#stale.add(page)
    this.#asked.clear()
    this.#ahead.clear()
    this.#fetch(0)
  }

  /** What still comes is thrown away. */
  close(): void {
    this.#isClosed = true
  }

  /** Waits for whatever is looked at. */
  #fetchAhead(page: number): void {
    const isThere = page >= 0 && page * pageRows < (this.rowCount ?? 0)
    if (!isThere || this.#askedCount > 0 || this.#asked.has(page)) return
    this.#ahead.add(page)
    this.#fetch(page)
  }

  #fetch(page: number): void {
    if (this.#asked.has(page) || this.#isClosed) return
    if (this.#askedCount >= mostAsked) {
      this.#wanted = [page, ...this.#wanted.filter((one) => one !== page)].slice(0, mostAsked)
      return
    }
    this.#asked.add(page)
    this.#askedCount++
    background(
      this.#ask(page * pageRows, pageRows).then((answer) => {
        if (this.#isClosed) return
        const hasGrown = answer.rowCount !== this.rowCount
        this.#keep(page, answer)
        this.#goOn()
        if (hasGrown || !this.#ahead.has(page)) this.#changed()
      }),
      this.#channel,
      (error) => {
        if (this.#isClosed) return
        this.#error = error
        this.#goOn()
        this.#changed()
      },
      // Another view of the same document asked something else meanwhile.
      () => {
        this.#asked.delete(page)
        this.#goOn()
        this.#fetch(page)
      },
    )
  }

  #changed(): void {
    this.#round++
    this.#onChange()
  }

  /** One of those that were on their way has come. */
  #goOn(): void {
    this.#askedCount--
    const [next, ...others] = this.#wanted
    this.#wanted = others
    if (next !== undefined) this.#fetch(next)
  }

  #keep(page: number, answer: Answer): void {
    const [oldest] = this.#pages.keys()
    if (oldest !== undefined && this.#pages.size >= keptPages) {
      this.#pages.delete(oldest)
      this.#asked.delete(oldest)
      this.#ahead.delete(oldest)
    }
    this.#stale.delete(page)
    this.#pages.set(page, answer)
    this.#newest = answer
  }
}

/** What a hook does with pages of any kind. */
interface AnyPages {
  refresh(revision: number): void
  close(): void
}

interface PagesOptions {
  readonly revision?: number
  /** Rows of another question are drawn once whatever a person has done meanwhile is: a letter of a filter. */
  readonly isPatient?: boolean
  /** Rows of the question before are gone at once: to act on one of them would be to act on something else. */
  readonly isNewEachTime?: boolean
}

interface ShownPages<Pages> {
  readonly pages: Pages | null
  /** The key of their question. */
  readonly of: string
  readonly round: number
}

/**
 * Of the newest question; the rows of the one before stay until the first of these are there. Null: none are there yet. Further rows are drawn once in
 * a frame, behind what it scrolls: under a thumb that is dragged they would be drawn only to be others before anybody sees them.
 */
export function useRowPages<Pages extends AnyPages>(
  key: string,
  make: (onChange: () => void) => Pages,
  { revision = 0, isPatient = false, isNewEachTime = false }: PagesOptions = {},
): Pages | null {
  const [shown, setShown] = useState<ShownPages<Pages>>({ pages: null, of: key, round: 0 })
  useEffect(() => {
    let isThere = false
    let frame: number | null = null
    const draw = (): void => setShown(({ round }) => ({ pages, of: key, round: round + 1 }))
    const drawInFrame = (): void => {
      frame = null
      draw()
    }
    const pages = make(() => {
      if (isThere) frame ??= requestAnimationFrame(drawInFrame)
      else if (isPatient) startTransition(draw)
      else draw()
      isThere = true
    })
    return () => {
      if (frame !== null) cancelAnimationFrame(frame)
      pages.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked
  }, [key])
  useEffect(() => shown.pages?.refresh(revision), [shown.pages, revision])
  return isNewEachTime && shown.of !== key ? null : shown.pages
}
