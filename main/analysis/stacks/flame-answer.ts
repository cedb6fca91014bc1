import type { FunctionEntry } from '../code/function-table.ts'
import type { FlameStretch, TraceFlame, TraceFlameQuestion } from '../../../shared/model/trace/trace-flame.ts'
import type { CallTree } from './trees/call-tree.ts'
import { FlamePlaces } from './flame-places.ts'
import { flameRows, SortedCalls } from './flame-rows.ts'
import { functionsOfBoxes } from './frames/frame-functions.ts'

/** More are painted slowly, and nobody reads them. */
const mostBoxes = 50_000
const smallestPx = 0.5

/** The picture of one stretch of a flame graph, as wide as it is shown. */
export class FlameGraph {
  readonly #calls: CallTree
  readonly #places: FlamePlaces
  readonly #sorted: SortedCalls

  constructor(calls: CallTree) {
    this.#calls = calls
    this.#places = new FlamePlaces(calls)
    this.#sorted = new SortedCalls(calls)
  }

  answer(question: Omit<TraceFlameQuestion, 'selection'>, intervalMs: number | null): TraceFlame {
    const { total, self } = this.#calls
    const { from, to } = this.#stretch(question.stretch)
    const smallestWidth = (smallestPx * (to - from)) / question.widthPx
    // Half a screen more on both sides: a picture that is moved has something to show until the next one is there.
    const margin = (to - from) / 2
    const seen = { from: from - margin, to: to + margin, smallestWidth, mostBoxes }
    const rows = flameRows(this.#calls, seen, this.#sorted)
    const { functions, functionAt, count } = functionsOfBoxes(this.#calls, rows.node, rows.count)
    return {
      sampleCount: total[0]!,
      from,
      to,
      maxDepth: this.#places.maxDepth,
      parent: rows.parent.subarray(0, count),
      function: functionAt,
      depth: rows.depth.subarray(0, count),
      start: rows.start.subarray(0, count),
      width: rows.width.subarray(0, count),
      self: Float64Array.from({ length: count }, (_, index) => self[rows.node[index]!]!),
      functions,
      omittedBoxCount: rows.omittedCount + rows.count - count,
      matches: question.search === '' ? null : this.#places.matches(this.#finder(question.search)),
      intervalMs,
    }
  }

  #stretch({ path, from, to }: FlameStretch): { readonly from: number; readonly to: number } {
    const { total } = this.#calls
    const node = this.#places.nodeAt(path)
    const start = this.#places.startOf(node)
    const width = total[node]!
    const left = Math.min(Math.max(0, start + from * width), total[0]!)
    const right = Math.min(Math.max(left, start + to * width), total[0]!)
    return right > left ? { from: left, to: right } : { from: 0, to: total[0]! }
  }

  #finder(search: string): (functionIndex: number) => boolean {
    const wanted = search.toLowerCase()
    const { functions } = this.#calls.tree
    const known: (boolean | undefined)[] = []
    return (functionIndex) => (known[functionIndex] ??= hasName(functions.get(functionIndex), wanted))
  }
}

function hasName({ name, displayName }: FunctionEntry, wanted: string): boolean {
  return name.toLowerCase().includes(wanted) || displayName.toLowerCase().includes(wanted)
}
