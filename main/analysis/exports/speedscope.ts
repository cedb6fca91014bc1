import { frameText } from '../code/function-table.ts'
import type { FunctionTree } from '../stacks/function-tree.ts'
import { passesFilter, type PreparedSamples, type SampleFilter } from '../stacks/prepared-samples.ts'

export interface SpeedscopeOptions {
  readonly name: string
  readonly filter: SampleFilter
  readonly ticksPerMs: number
  /** Name of a thread by its index. */
  readonly threadName: (threadIndex: number) => string
}

/**
 * The file format of speedscope: one evented profile per thread, milliseconds of wall time. A sample lends its stack to the time
 * until the thread's next sample; the last one ends its profile. Samples that the filter leaves out are gaps.
 * Handed over in pieces, because a long recording does not fit into one string.
 */
export function writeSpeedscope(
  tree: FunctionTree,
  samples: PreparedSamples,
  options: SpeedscopeOptions,
  write: (piece: string) => void,
): void {
  const frames = Array.from({ length: tree.functions.count - 1 }, (_, index) => ({
    name: frameText(tree.functions.get(index + 1)),
  }))
  write('{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"Pipescope",')
  write(`"name":${JSON.stringify(options.name)},"activeProfileIndex":0,"shared":{"frames":${JSON.stringify(frames)}},`)
  write('"profiles":[')
  let isFirst = true
  for (const [threadIndex, rows] of byThread(samples)) {
    if (!rows.some((row) => passesFilter(samples, row, options.filter))) continue
    write(isFirst ? '' : ',')
    isFirst = false
    writeThread(tree, samples, rows, options, threadIndex, write)
  }
  write(']}')
}

/** Rows of each thread in the order of their times; threads by their first sample. */
function byThread(samples: PreparedSamples): ReadonlyMap<number, readonly number[]> {
  const threads = new Map<number, number[]>()
  const { ticks, threadIndex, count } = samples
  for (let row = 0; row < count; row++) {
    const rows = threads.get(threadIndex[row]!)
    if (rows === undefined) threads.set(threadIndex[row]!, [row])
    else rows.push(row)
  }
  for (const rows of threads.values()) rows.sort((a, b) => ticks[a]! - ticks[b]!)
  return new Map([...threads].sort(([, a], [, b]) => ticks[a[0]!]! - ticks[b[0]!]!))
}

function writeThread(
  tree: FunctionTree,
  samples: PreparedSamples,
  rows: readonly number[],
  { filter, ticksPerMs, threadName }: SpeedscopeOptions,
  threadIndex: number,
  write: (piece: string) => void,
): void {
  const at = (row: number): number => samples.ticks[row]! / ticksPerMs
  const name = JSON.stringify(threadName(threadIndex))
  const [start, end] = [at(rows[0]!), at(rows.at(-1)!)]
  write(`{"type":"evented","name":${name},"unit":"milliseconds","startValue":${start},"endValue":${end},"events":[`)
  const open: number[] = []
  let isFirst = true
  const event = (type: 'O' | 'C', frame: number, time: number): void => {
    write(`${isFirst ? '' : ','}{"type":"${type}","frame":${frame},"at":${time}}`)
    isFirst = false
  }
  for (const row of rows) {
    const path = passesFilter(samples, row, filter) ? framesOf(tree, samples.node[row]!) : []
    let common = 0
    while (common < open.length && common < path.length && open[common] === path[common]) common++
    while (open.length > common) event('C', open.pop()!, at(row))
    for (; common < path.length; common++) {
      open.push(path[common]!)
      event('O', path[common]!, at(row))
    }
  }
  while (open.length > 0) event('C', open.pop()!, end)
  write(']}')
}

/** Frames of a stack, root first, as numbers of the shared table (the root itself has none). */
function framesOf(tree: FunctionTree, leaf: number): number[] {
  const frames: number[] = []
  for (let node = leaf; node !== 0; node = tree.parentOf(node)) frames.push(tree.functionOf(node) - 1)
  return frames.reverse()
}
