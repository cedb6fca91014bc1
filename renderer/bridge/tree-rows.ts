import type { AppError } from '../../shared/base/errors.ts'
import { background } from './bridge.ts'

/** The rows below one row, or a part of them: `omitted` says what the list leaves out, null that it is complete. */
export interface TreeList<Row, Omitted> {
  readonly rows: readonly Row[]
  readonly omitted: Omitted | null
}

/** A row on screen. */
export interface ShownTreeRow<Row, Omitted> {
  /** The path as text. */
  readonly key: string
  readonly path: readonly number[]
  /** Null: the last row of a list, which says what was left out. */
  readonly row: Row | null
  readonly omitted: Omitted | null
}

export interface TreeEvents {
  /** A person has unfolded or folded something: there is something else to draw. */
  readonly onChange: () => void
  /** So there is after an answer; many of them may come in a frame. */
  readonly onAnswer: () => void
}

interface TreeRowsOptions<Row, List, Chain> extends TreeEvents {
  readonly channel: string
  readonly ask: (path: readonly number[], fromRow: number) => Promise<List>
  /** Number of a row in paths. */
  readonly keyOf: (row: Row) => number
  /** The row of a list that is unfolded with it, and how it goes on from there; null: none. */
  readonly next: (
    path: readonly number[],
    list: List,
    chain: Chain,
  ) => { readonly row: Row; readonly chain: Chain } | null
  /** A list has arrived or has become longer. */
  readonly onList?: (path: readonly number[]) => void
}

/**
 * Rows of a tree, fetched when they are unfolded. Outside of React. `Chain` says how far rows are unfolded together with the one above.
 */
export class TreeRows<Row, Omitted, List extends TreeList<Row, Omitted>, Chain> {
  readonly #options: TreeRowsOptions<Row, List, Chain>
  readonly #lists = new Map<string, List>()
  readonly #unfolded = new Set<string>()
  readonly #asked = new Set<string>()
  /** Null: to be listed when somebody looks. */
  #rows: readonly ShownTreeRow<Row, Omitted>[] | null = []
  #error: AppError | null = null
  #isClosed = false

  /** @param first how far the first rows are unfolded */
  constructor(options: TreeRowsOptions<Row, List, Chain>, first: Chain) {
    this.#options = options
    this.#ask([], 0, first)
  }

  get error(): AppError | null {
    return this.#error
  }

  get rows(): readonly ShownTreeRow<Row, Omitted>[] {
    this.#rows ??= this.#listed()
    return this.#rows
  }

  /** What has arrived of the rows below one; null: nothing yet. */
  listAt(path: readonly number[]): List | null {
    return this.#lists.get(path.join('/')) ?? null
  }

  isUnfolded(key: string): boolean {
    return this.#unfolded.has(key)
  }

  unfold(path: readonly number[], chain: Chain): void {
    this.#unfold(path, chain)
    this.#changed(this.#options.onChange)
  }

  fold(key: string): void {
    this.#unfolded.delete(key)
    this.#changed(this.#options.onChange)
  }

  /** The next rows of a list that was cut. */
  showMore(path: readonly number[], chain: Chain): void {
    this.#ask(path, this.listAt(path)?.rows.length ?? 0, chain)
  }

  /**
   * Every list that is unfolded is requested again; the old ones stay until then. Where nothing is left of what was unfolded in one (frames of a
   * running recording get their names), others are unfolded instead, as far as `chain` says.
   */
  refresh(chain: Chain): void {
    for (const key of ['', ...this.#unfolded]) {
      this.#asked.delete(key)
      const path = key === '' ? [] : key.split('/').map(Number)
      this.#ask(path, 0, chain, (before, list) => this.#hasUnfolded(path, before) && !this.#hasUnfolded(path, list))
    }
  }

  /** What still arrives is thrown away. */
  close(): void {
    this.#isClosed = true
  }

  #unfold(path: readonly number[], chain: Chain): void {
    if (path.length > 0) this.#unfolded.add(path.join('/'))
    const known = this.listAt(path)
    if (known === null) this.#ask(path, 0, chain)
    else this.#unfoldNext(path, known, chain)
  }

  #unfoldNext(path: readonly number[], list: List, chain: Chain): void {
    const next = this.#options.next(path, list, chain)
    if (next !== null) this.#unfold([...path, this.#options.keyOf(next.row)], next.chain)
  }

  #hasUnfolded(path: readonly number[], list: List | undefined): boolean {
    return list?.rows.some((row) => this.#unfolded.has([...path, this.#options.keyOf(row)].join('/'))) === true
  }

  #ask(
    path: readonly number[],
    fromRow: number,
    chain: Chain,
    goesOn: (before: List | undefined, list: List) => boolean = () => true,
  ): void {
    const key = path.join('/')
    if (this.#asked.has(key) || this.#isClosed) return
    this.#asked.add(key)
    background(
      this.#options.ask(path, fromRow).then((list) => {
        if (this.#isClosed) return
        this.#asked.delete(key)
        const before = this.#lists.get(key)
        const kept = fromRow === 0 ? [] : (before?.rows ?? [])
        this.#lists.set(key, kept.length === 0 ? list : { ...list, rows: [...kept, ...list.rows] })
        if (goesOn(before, list)) this.#unfoldNext(path, list, chain)
        this.#options.onList?.(path)
        this.#changed(this.#options.onAnswer)
      }),
      this.#options.channel,
      (error) => {
        this.#error = error
        this.#changed(this.#options.onAnswer)
      },
      () => this.#asked.delete(key),
    )
  }

  #changed(tell: () => void): void {
    if (this.#isClosed) return
    this.#rows = null
    tell()
  }

  /** From the top down, without recursion: paths are as deep as stacks, or as a person unfolds them. */
  #listed(): readonly ShownTreeRow<Row, Omitted>[] {
    const rows: ShownTreeRow<Row, Omitted>[] = []
    const pending: { readonly path: readonly number[]; next: number }[] = [{ path: [], next: 0 }]
    for (let list = pending.at(-1); list !== undefined; list = pending.at(-1)) {
      const known = this.listAt(list.path)
      const row = known?.rows[list.next++]
      if (row === undefined) {
        const path = [...list.path, -1]
        if (known !== null && known.omitted !== null)
          rows.push({ key: path.join('/'), path, row: null, omitted: known.omitted })
        pending.pop()
        continue
      }
      const path = [...list.path, this.#options.keyOf(row)]
      const key = path.join('/')
      rows.push({ key, path, row, omitted: null })
      if (this.#unfolded.has(key)) pending.push({ path, next: 0 })
    }
    return rows
  }
}
