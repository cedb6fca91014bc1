import type { AppError } from '../../../shared/base/errors.ts'
import type { HeapTreeAnswer, HeapTreeRow, HeapTreeView } from '../../../shared/model/heap-document.ts'
import { background, invoke } from '../../bridge/bridge.ts'

/** A row on screen. */
export interface ShownHeapRow {
  /** The path as text. */
  readonly key: string
  readonly path: readonly number[]
  /** Null: the last row of a list, which says how many smaller ones there are. */
  readonly row: HeapTreeRow | null
  readonly omitted: HeapTreeAnswer['omitted']
}

/** How far to go on with the largest row of each list, and of what share on. */
interface Chain {
  readonly chain: number
  readonly leastShare: number
}

/** A row with most of what the one above retains is unfolded with it. */
const ordinaryChain: Chain = { chain: 40, leastShare: 0.6 }
const longestLargest = 200

/** Rows of a tree of a heap, fetched when they are unfolded. Outside of React; `onChange` says that there is something else to draw. */
export class HeapTreeModel {
  readonly #documentId: string
  readonly #subject: { readonly view: HeapTreeView; readonly type: number | null }
  readonly #onChange: () => void
  readonly #answers = new Map<string, HeapTreeAnswer>()
  readonly #unfolded = new Set<string>()
  readonly #asked = new Set<string>()
  #rows: readonly ShownHeapRow[] = []
  #error: AppError | null = null
  #onLargest: ((key: string) => void) | null = null
  /** The row that was looked for last. */
  #wanted: readonly number[] | null = null
  #isClosed = false

  constructor(documentId: string, view: HeapTreeView, type: number | null, onChange: () => void) {
    this.#documentId = documentId
    this.#subject = { view, type }
    this.#onChange = onChange
    this.#ask([], { ...ordinaryChain, fromRow: 0 })
  }

  get isThere(): boolean {
    return this.#answers.has('')
  }

  get error(): AppError | null {
    return this.#error
  }

  get rows(): readonly ShownHeapRow[] {
    return this.#rows
  }

  isUnfolded(key: string): boolean {
    return this.#unfolded.has(key)
  }

  /** The largest rows below come unfolded, too. */
  setUnfolded({ key, path }: ShownHeapRow, isUnfolded: boolean): void {
    if (isUnfolded) this.#unfold(path, ordinaryChain)
    else this.#unfolded.delete(key)
    this.#changed()
  }

  /** Goes down to the largest row, and to the largest in that, as far as there is one; `onLargest` says each that it comes to. */
  unfoldLargest(path: readonly number[], onLargest: (key: string) => void): void {
    this.#onLargest = onLargest
    this.#unfold(path, { chain: longestLargest, leastShare: 0 })
    this.#changed()
  }

  /** The next rows of a list that was cut. */
  showMore({ path, row }: ShownHeapRow): void {
    if (row !== null) return
    this.#showMore(path.slice(0, -1))
  }

  /** Unfolds what is above a row, and pages to it. */
  unfoldTo(path: readonly number[]): void {
    this.#wanted = path
    if (this.#lacksWanted([])) this.#showMore([])
    for (let length = 1; length < path.length; length++)
      this.#unfold(path.slice(0, length), { chain: 0, leastShare: 1 })
    this.#changed()
  }

  /** What still comes is thrown away. */
  close(): void {
    this.#isClosed = true
  }

  #showMore(list: readonly number[]): void {
    this.#ask(list, { fromRow: this.#answers.get(list.join('/'))?.rows.length ?? 0, chain: 0, leastShare: 1 })
  }

  /** Whether the row that was looked for lies behind those of a list that are there. */
  #lacksWanted(list: readonly number[]): boolean {
    const wanted = this.#wanted
    const next = wanted?.[list.length]
    const answer = this.#answers.get(list.join('/'))
    if (next === undefined || answer === undefined || answer.omitted === null) return false
    return list.every((key, at) => wanted?.[at] === key) && !answer.rows.some(({ key }) => key === next)
  }

  #unfold(path: readonly number[], chain: Chain): void {
    const key = path.join('/')
    if (path.length > 0) this.#unfolded.add(key)
    const known = this.#answers.get(key)
    if (known === undefined) this.#ask(path, { ...chain, fromRow: 0 })
    else this.#followChain(path, known, chain)
  }

  #ask(path: readonly number[], { fromRow, ...chain }: Chain & { readonly fromRow: number }): void {
    const key = path.join('/')
    if (this.#asked.has(key) || this.#isClosed) return
    this.#asked.add(key)
    const question = { ...this.#subject, path: [...path], fromRow }
    background(
      invoke('heaps.tree', { documentId: this.#documentId, question }).then((answer) => {
        if (this.#isClosed) return
        this.#asked.delete(key)
        const before = fromRow === 0 ? [] : (this.#answers.get(key)?.rows ?? [])
        this.#answers.set(key, { rows: [...before, ...answer.rows], omitted: answer.omitted })
        this.#followChain(path, answer, chain)
        if (this.#lacksWanted(path)) this.#showMore(path)
        this.#changed()
      }),
      'heaps.tree',
      (error) => {
        this.#error = error
        this.#changed()
      },
      () => this.#asked.delete(key),
    )
  }

  /** Of paths the one that most objects are on, of dominators the one that retains most. */
  #followChain(path: readonly number[], { rows }: HeapTreeAnswer, { chain, leastShare }: Chain): void {
    const weightOf = ({ count, retainedBytes }: HeapTreeRow): number =>
      this.#subject.view === 'paths' ? count : retainedBytes
    const largest = rows.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
    if (largest === undefined || chain === 0) return
    const below = [...path, largest.key]
    if (leastShare === 0) this.#onLargest?.(below.join('/'))
    if (!largest.hasRows) return
    const all = rows.reduce((sum, row) => sum + weightOf(row), 0)
    if (weightOf(largest) < all * leastShare) return
    this.#unfold(below, { chain: chain - 1, leastShare })
  }

  /** From the top down, without recursion: chains are as deep as a person unfolds them. */
  #changed(): void {
    const rows: ShownHeapRow[] = []
    const pending: { readonly path: readonly number[]; next: number }[] = [{ path: [], next: 0 }]
    for (let list = pending.at(-1); list !== undefined; list = pending.at(-1)) {
      const answer = this.#answers.get(list.path.join('/'))
      const row = answer?.rows[list.next++]
      if (row === undefined) {
        if (answer?.omitted) {
          const path = [...list.path, -1]
          rows.push({ key: path.join('/'), path, row: null, omitted: answer.omitted })
        }
        pending.pop()
        continue
      }
      const path = [...list.path, row.key]
      const key = path.join('/')
      rows.push({ key, path, row, omitted: null })
      if (this.#unfolded.has(key)) pending.push({ path, next: 0 })
    }
    this.#rows = rows
    if (!this.#isClosed) this.#onChange()
  }
}
