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

/** A row with most of what the one above retains is unfolded with it. */
const chainShare = 0.6
const longestChain = 40

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
  #isClosed = false

  constructor(documentId: string, view: HeapTreeView, type: number | null, onChange: () => void) {
    this.#documentId = documentId
    this.#subject = { view, type }
    this.#onChange = onChange
    this.#ask([], longestChain)
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
    if (isUnfolded) this.#unfold(path, longestChain)
    else this.#unfolded.delete(key)
    this.#changed()
  }

  /** Unfolds what is above a row. */
  unfoldTo(path: readonly number[]): void {
    for (let length = 1; length < path.length; length++) this.#unfold(path.slice(0, length), 0)
    this.#changed()
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
    background(
      invoke('heaps.tree', { documentId: this.#documentId, question: { ...this.#subject, path: [...path] } }).then(
        (answer) => {
          if (this.#isClosed) return
          this.#answers.set(key, answer)
          this.#followChain(path, answer, chain)
          this.#changed()
        },
      ),
      'heaps.tree',
      (error) => {
        this.#error = error
        this.#changed()
      },
      () => this.#asked.delete(key),
    )
  }

  /** Of paths the one that most objects are on, of dominators the one that retains most. */
  #followChain(path: readonly number[], { rows }: HeapTreeAnswer, chain: number): void {
    const weightOf = ({ count, retainedBytes }: HeapTreeRow): number =>
      this.#subject.view === 'paths' ? count : retainedBytes
    const largest = rows.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
    if (largest === undefined || !largest.hasRows || chain === 0) return
    const all = rows.reduce((sum, row) => sum + weightOf(row), 0)
    if (weightOf(largest) < all * chainShare) return
    this.#unfold([...path, largest.key], chain - 1)
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
