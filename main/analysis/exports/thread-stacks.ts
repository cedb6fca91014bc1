import { work } from '../../nettrace/work-steps.ts'
import type { CodeTree } from '../stacks/trees/code-tree.ts'
import { endOf, endUpTo, passesFilter } from '../stacks/prepared-samples.ts'
import type { SelectedSamples } from '../stacks/selected-stacks.ts'

/** What happens on the threads of a selection, one thread after the other. */
export interface StackVisitor {
  begin(threadIndex: number, startTicks: number, endTicks: number): void
  open(functionIndex: number, ticks: number): void
  /** Closes the function that was opened last. */
  close(functionIndex: number, ticks: number): void
  end(): void
}

/**
 * Samples as calls that open and close: a sample lends its stack to the time until the thread's next sample, or as long as it says; the last one
 * ends its thread. Samples that do not count are gaps. Frames that two stacks have in common are not looked at.
 */
export function visitThreadStacks(selected: SelectedSamples, visitor: StackVisitor): void {
  const depthOf = depths(selected.tree)
  const { ticks, ticksPerWeight } = selected.samples
  const isTimed = ticksPerWeight !== undefined
  const { toTicks = Number.POSITIVE_INFINITY } = selected.filter
  for (const [threadIndex, { rows, nextTicks }] of byThread(selected)) {
    if (!rows.some((row) => placeOf(selected, row) > 0)) continue
    const lastEnd = endOf(selected.samples, rows.at(-1)!)
    const end = Math.min(isTimed ? lastEnd : (nextTicks ?? lastEnd), toTicks)
    visitor.begin(threadIndex, Math.max(ticks[rows[0]!]!, selected.filter.fromTicks ?? Number.NEGATIVE_INFINITY), end)
    visitThread(selected, depthOf, rows, end, visitor)
    visitor.end()
  }
}

function visitThread(
  selected: SelectedSamples,
  depthOf: Uint32Array,
  rows: readonly number[],
  end: number,
  visitor: StackVisitor,
): void {
  const { tree, samples } = selected
  let open = 0
  const goTo = (node: number, at: number): void => {
    const opened: number[] = []
    let common = node
    while (open !== common) {
      work.steps++
      if (depthOf[open]! >= depthOf[common]!) {
        visitor.close(tree.functionOf(open), at)
        open = tree.parentOf(open)
      } else {
        opened.push(common)
        common = tree.parentOf(common)
      }
    }
    for (const below of opened.toReversed()) visitor.open(tree.functionOf(below), at)
    open = node
  }
  const from = selected.filter.fromTicks ?? Number.NEGATIVE_INFINITY
  const isTimed = samples.ticksPerWeight !== undefined
  for (const [index, row] of rows.entries()) {
    goTo(placeOf(selected, row), Math.max(from, samples.ticks[row]!))
    const next = rows[index + 1]
    if (!isTimed) continue
    const nextTicks = next === undefined ? end : samples.ticks[next]!
    const over = endUpTo(samples, row, nextTicks)
    if (over < nextTicks) goTo(0, over)
  }
  goTo(0, end)
}

/** Node of a sample; 0: it does not count. */
function placeOf({ samples, filter, placeOf: places }: SelectedSamples, row: number): number {
  if (!passesFilter(samples, row, filter)) return 0
  const node = samples.node[row]!
  return Math.max(0, places === null ? node : places[node]!)
}

interface ThreadRows {
  readonly rows: number[]
  /** Of the first sample after the selected range. */
  nextTicks: number | null
}

/** Rows of each thread in the selected range in the order of their times; threads by their first sample. */
function byThread({ samples, filter }: SelectedSamples): ReadonlyMap<number, ThreadRows> {
  const threads = new Map<number, ThreadRows>()
  const { ticks, threadIndex, count } = samples
  const { fromTicks = Number.NEGATIVE_INFINITY, toTicks = Number.POSITIVE_INFINITY } = filter
  for (let row = 0; row < count; row++) {
    const at = ticks[row]!
    if (at < fromTicks && endOf(samples, row) <= fromTicks) continue
    let thread = threads.get(threadIndex[row]!)
    if (thread === undefined) threads.set(threadIndex[row]!, (thread = { rows: [], nextTicks: null }))
    if (at < toTicks) thread.rows.push(row)
    else thread.nextTicks = Math.min(at, thread.nextTicks ?? Number.POSITIVE_INFINITY)
  }
  for (const { rows } of threads.values()) rows.sort((a, b) => ticks[a]! - ticks[b]!)
  return new Map(
    [...threads]
      .filter(([, { rows }]) => rows.length > 0)
      .sort(([, a], [, b]) => ticks[a.rows[0]!]! - ticks[b.rows[0]!]!),
  )
}

/** By node, 0 for the root. Parents have smaller numbers. */
function depths(tree: CodeTree): Uint32Array {
  const depthOf = new Uint32Array(tree.count)
  for (let node = 1; node < depthOf.length; node++) depthOf[node] = depthOf[tree.parentOf(node)]! + 1
  return depthOf
}
