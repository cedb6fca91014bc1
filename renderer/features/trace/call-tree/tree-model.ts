import type { AppError } from '../../../../shared/base/errors.ts'
import type { TraceTreeAnswer, TraceTreeQuestion, TraceTreeRow } from '../../../../shared/model/trace/trace-tree.ts'
import { invoke } from '../../../bridge/bridge.ts'
import { type ShownTreeRow, type TreeEvents, type TreeList, TreeRows } from '../../../bridge/tree-rows.ts'

type Omitted = TraceTreeAnswer['omitted']
export type ShownRow = ShownTreeRow<TraceTreeRow, Omitted>

/** Everything but the path: what the tree is of. */
export type TreeSubject = Omit<TraceTreeQuestion, 'path'>

interface StackList extends TreeList<TraceTreeRow, Omitted> {
  readonly sampleCount: number
}

/** A row with most of the time of the one above is unfolded with it: the way to where the time went is there without a click. */
const chainShare = 0.6
const longestChain = 60

/** A tree of stacks: unfolds the heaviest calls by itself, and is read again while its trace grows. Outside of React. */
export class TreeModel {
  readonly #tree: TreeRows<TraceTreeRow, Omitted, StackList, number>
  #revision = 0

  constructor(documentId: string, subject: TreeSubject, events: TreeEvents) {
    this.#tree = new TreeRows(
      {
        channel: 'traces.tree',
        ask: async (path) => {
          const answer = await invoke('traces.tree', { documentId, question: { ...subject, path } })
          return { ...answer, omitted: answer.omitted.rowCount > 0 ? answer.omitted : null }
        },
        keyOf: ({ functionNumber }: TraceTreeRow) => functionNumber,
        next: heaviest,
        ...events,
      },
      longestChain,
    )
  }

  /** Null until the first rows are there. */
  get sampleCount(): number | null {
    return this.#tree.listAt([])?.sampleCount ?? null
  }

  get error(): AppError | null {
    return this.#tree.error
  }

  get rows(): readonly ShownRow[] {
    return this.#tree.rows
  }

  isUnfolded(key: string): boolean {
    return this.#tree.isUnfolded(key)
  }

  /** The heaviest calls below come unfolded, too. */
  setUnfolded({ key, path }: ShownRow, isUnfolded: boolean): void {
    if (isUnfolded) this.#tree.unfold(path, longestChain)
    else this.#tree.fold(key)
  }

  /** The trace has grown. */
  refresh(revision: number): void {
    if (revision === this.#revision) return
    this.#revision = revision
    this.#tree.refresh(longestChain)
  }

  /** What still arrives is thrown away. */
  close(): void {
    this.#tree.close()
  }
}

/** At the top and where one call has nearly everything. */
function heaviest(path: readonly number[], { sampleCount, rows }: StackList, chain: number) {
  const [row] = rows
  if (row === undefined || !row.hasRows || chain === 0) return null
  const above = path.length === 0 ? sampleCount : rows.reduce((sum, { total }) => sum + total, 0)
  return row.total < above * chainShare ? null : { row, chain: chain - 1 }
}
