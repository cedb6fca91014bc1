import type { AppError } from '../../../shared/base/errors.ts'
import type { HeapTreeAnswer, HeapTreeRow, HeapTreeView } from '../../../shared/model/heap/heap-document.ts'
import { invoke } from '../../bridge/bridge.ts'
import { type ShownTreeRow, type TreeEvents, TreeRows } from '../../bridge/tree-rows.ts'

type Omitted = NonNullable<HeapTreeAnswer['omitted']>
export type ShownHeapRow = ShownTreeRow<HeapTreeRow, Omitted>

/** How far to go on with the largest row of each list, and of what share on. */
interface Chain {
  readonly chain: number
  readonly leastShare: number
}

/** A row with most of what the one above retains is unfolded with it. */
const ordinaryChain: Chain = { chain: 40, leastShare: 0.6 }
const noChain: Chain = { chain: 0, leastShare: 1 }
const longestLargest = 200

/** A tree of a heap: goes down to the largest row, and to one that was searched for. Outside of React. */
export class HeapTreeModel {
  readonly #view: HeapTreeView
  readonly #tree: TreeRows<HeapTreeRow, Omitted, HeapTreeAnswer, Chain>
  #onLargest: ((key: string) => void) | null = null
  /** The row that was looked for last. */
  #wanted: readonly number[] | null = null

  constructor(documentId: string, view: HeapTreeView, type: number | null, events: TreeEvents) {
    this.#view = view
    this.#tree = new TreeRows(
      {
        channel: 'heaps.tree',
        ask: (path, fromRow) =>
          invoke('heaps.tree', { documentId, question: { view, type, path: [...path], fromRow } }),
        keyOf: ({ key }: HeapTreeRow) => key,
        next: (path, list, chain) => this.#largest(path, list, chain),
        onList: (path) => {
          if (this.#lacksWanted(path)) this.#tree.showMore(path, noChain)
        },
        ...events,
      },
      ordinaryChain,
    )
  }

  get isThere(): boolean {
    return this.#tree.listAt([]) !== null
  }

  get error(): AppError | null {
    return this.#tree.error
  }

  get rows(): readonly ShownHeapRow[] {
    return this.#tree.rows
  }

  isUnfolded(key: string): boolean {
    return this.#tree.isUnfolded(key)
  }

  /** The largest rows below come unfolded, too. */
  setUnfolded({ key, path }: ShownHeapRow, isUnfolded: boolean): void {
    if (isUnfolded) this.#tree.unfold(path, ordinaryChain)
    else this.#tree.fold(key)
  }

  /** Goes down to the largest row, and to the largest in that, as far as there is one; `onLargest` says each that it comes to. */
  unfoldLargest(path: readonly number[], onLargest: (key: string) => void): void {
    this.#onLargest = onLargest
    this.#tree.unfold(path, { chain: longestLargest, leastShare: 0 })
  }

  /** The next rows of a list that was cut. */
  showMore({ path, row }: ShownHeapRow): void {
    if (row === null) this.#tree.showMore(path.slice(0, -1), noChain)
  }

  /** Unfolds what is above a row, and pages to it. */
  unfoldTo(path: readonly number[]): void {
    this.#wanted = path
    if (this.#lacksWanted([])) this.#tree.showMore([], noChain)
    for (let length = 1; length < path.length; length++) this.#tree.unfold(path.slice(0, length), noChain)
  }

  /** What still arrives is thrown away. */
  close(): void {
    this.#tree.close()
  }

  /** Whether the row that was looked for lies behind those of a list that are there. */
  #lacksWanted(path: readonly number[]): boolean {
    const wanted = this.#wanted
    const next = wanted?.[path.length]
    const list = this.#tree.listAt(path)
    if (next === undefined || list === null || list.omitted === null) return false
    return path.every((key, at) => wanted?.[at] === key) && !list.rows.some(({ key }) => key === next)
  }

  /** Of paths the one that most objects are on, of dominators the one that retains most. */
  #largest(path: readonly number[], { rows }: HeapTreeAnswer, { chain, leastShare }: Chain) {
    const weightOf = ({ count, retainedBytes }: HeapTreeRow): number => (this.#view === 'paths' ? count : retainedBytes)
    const row = rows.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
    if (row === undefined || chain === 0) return null
    if (leastShare === 0) this.#onLargest?.([...path, row.key].join('/'))
    if (!row.hasRows) return null
    const all = rows.reduce((sum, one) => sum + weightOf(one), 0)
    return weightOf(row) < all * leastShare ? null : { row, chain: { chain: chain - 1, leastShare } }
  }
}
