import type { AppError } from '../../../../shared/base/errors.ts'
import type { TraceTreeAnswer, TraceTreeQuestion, TraceTreeRow } from '../../../../shared/model/trace-tree.ts'
import { background, invoke } from '../../../bridge/bridge.ts'

/** A row on screen. */
export interface ShownRow {
  /** The path as text. */
  readonly key: string
  readonly path: readonly number[]
  /** Null: the last row of a list, which says how many lighter ones there are. */
  readonly row: TraceTreeRow | null
  readonly omitted: TraceTreeAnswer['omitted'] | null
}

/** Everything but the path: what the tree is of. */
export type TreeSubject = Omit<TraceTreeQuestion, 'path'>

/** A row with most of the time of the one above is unfolded with it: the way to where the time went is there without a click. */
const chainShare = 0.6
const longestChain = 60

/**
 * Rows of a tree of stacks, fetched when they are unfolded. Outside of React; `onChange` says that there is something else to draw.
 */
export class TreeModel {
  readonly subject: TreeSubject
  readonly #documentId: string
  readonly #onChange: () => void
  readonly #answers = new Map<string, TraceTreeAnswer>()
  readonly #unfolded = new Set<string>()
  readonly #asked = new Set<string>()
  #rows: readonly ShownRow[] = []
  #error: AppError | null = null
  #isClosed = false
  #revision = 0

  constructor(documentId: string, subject: TreeSubject, onChange: () => void) {
    this.#documentId = documentId
    this.subject = subject
    this.#onChange = onChange
    this.#ask([], longestChain)
  }

  /** Null until the first rows are there. */
  get sampleCount(): number | null {
    return this.#answers.get('')?.sampleCount ?? null
  }

  get error(): AppError | null {
    return this.#error
  }

  get rows(): readonly ShownRow[] {
    return this.#rows
  }

  isUnfolded(key: string): boolean {
    return this.#unfolded.has(key)
  }

  /** The heaviest calls below come unfolded, too. */
  setUnfolded(shown: ShownRow, isUnfolded: boolean): void {
    if (isUnfolded) this.#unfold(shown.path, longestChain)
    else this.#unfolded.delete(shown.key)
    this.#changed()
  }

  /** The trace has grown: every list that is open is asked anew; the old ones stay until then. */
  refresh(revision: number): void {
    if (revision === this.#revision) return
    this.#revision = revision
    for (const key of ['', ...this.#unfolded]) {
      this.#asked.delete(key)
      this.#ask(key === '' ? [] : key.split('/').map(Number), 0)
    }
  }

  /** What still comes is thrown away. */
  close(): void {
    this.#isClosed = true
  }

  #unfold(path: readonly number[], chain: number): void {
    const key = path.join('/')
    this.#unfolded.add(key)
    const known = this.#answers.get(key)
    if (known === undefined) this.#ask(path, chain)
    else this.#followChain(path, known, chain)
  }

  #ask(path: readonly number[], chain: number): void {
    const key = path.join('/')
    if (this.#asked.has(key) || this.#isClosed) return
    this.#asked.add(key)
    const question: TraceTreeQuestion = { ...this.subject, path }
    background(
      invoke('traces.tree', { documentId: this.#documentId, question }).then((answer) => {
        if (this.#isClosed) return
        this.#answers.set(key, answer)
        this.#followChain(path, answer, chain)
        this.#changed()
      }),
      'traces.tree',
      (error) => {
        this.#error = error
        this.#changed()
      },
      () => this.#asked.delete(key),
    )
  }

  /** At the top and where one call has nearly everything. */
  #followChain(path: readonly number[], { sampleCount, rows }: TraceTreeAnswer, chain: number): void {
    const [first] = rows
    if (first === undefined || !first.hasRows || chain === 0) return
    const above = path.length === 0 ? sampleCount : rows.reduce((sum, { total }) => sum + total, 0)
    if (first.total < above * chainShare) return
    this.#unfold([...path, first.functionNumber], chain - 1)
  }

  #changed(): void {
    if (this.#isClosed) return
    const rows: ShownRow[] = []
    this.#addRows(rows, [])
    this.#rows = rows
    this.#onChange()
  }

  /** No recursion: paths may be as deep as stacks are. */
  #addRows(rows: ShownRow[], first: readonly number[]): void {
    const waiting: ShownRow[] = this.#listed(first)
    for (let shown = waiting.pop(); shown !== undefined; shown = waiting.pop()) {
      rows.push(shown)
      if (shown.row !== null && this.#unfolded.has(shown.key)) waiting.push(...this.#listed(shown.path))
    }
  }

  /** Last row first. */
  #listed(path: readonly number[]): ShownRow[] {
    const answer = this.#answers.get(path.join('/'))
    if (answer === undefined) return []
    const listed = answer.rows.map((row): ShownRow => {
      const below = [...path, row.functionNumber]
      return { key: below.join('/'), path: below, row, omitted: null }
    })
    const { omitted } = answer
    if (omitted.rowCount > 0) listed.push({ key: `${path.join('/')}/…`, path: [...path, -1], row: null, omitted })
    return listed.toReversed()
  }
}
