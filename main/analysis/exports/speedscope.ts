import { work } from '../../nettrace/work-steps.ts'
import { limited, mostExportChars } from './limited-text.ts'
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
 * Handed over in pieces, because a long recording does not fit into one string. Throws `ExportTooLarge` beyond the limit.
 */
export function writeSpeedscope(
  tree: FunctionTree,
  samples: PreparedSamples,
  options: SpeedscopeOptions,
  writePiece: (piece: string) => void,
  limitChars: number = mostExportChars,
): void {
  const write = limited(writePiece, limitChars)
  write('{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"Pipescope",')
  write(`"name":${JSON.stringify(options.name)},"activeProfileIndex":0,"shared":{"frames":[`)
  for (let of = 1; of < tree.functions.count; of++)
    write(`${of === 1 ? '' : ','}{"name":${JSON.stringify(frameText(tree.functions.get(of)))}}`)
  write(']},"profiles":[')
  const depthOf = depths(tree)
  let isFirst = true
  for (const [threadIndex, rows] of byThread(samples)) {
    if (!rows.some((row) => passesFilter(samples, row, options.filter))) continue
    write(isFirst ? '' : ',')
    isFirst = false
    writeThread({ tree, depthOf, samples }, rows, options, threadIndex, write)
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

interface SampledTree {
  readonly tree: FunctionTree
  readonly depthOf: Uint32Array
  readonly samples: PreparedSamples
}

function writeThread(
  { tree, depthOf, samples }: SampledTree,
  rows: readonly number[],
  { filter, ticksPerMs, threadName }: SpeedscopeOptions,
  threadIndex: number,
  write: (piece: string) => void,
): void {
  const at = (row: number): number => samples.ticks[row]! / ticksPerMs
  const name = JSON.stringify(threadName(threadIndex))
  const [start, end] = [at(rows[0]!), at(rows.at(-1)!)]
  write(`{"type":"evented","name":${name},"unit":"milliseconds","startValue":${start},"endValue":${end},"events":[`)
  let isFirst = true
  const event = (type: 'O' | 'C', node: number, time: number): void => {
    // The root has no frame of its own.
    write(`${isFirst ? '' : ','}{"type":"${type}","frame":${tree.functionOf(node) - 1},"at":${time}}`)
    isFirst = false
  }
  let open = 0
  /** Closes and opens what differs; the frames both stacks have in common are not looked at. */
  const goTo = (node: number, time: number): void => {
    const opened: number[] = []
    let common = node
    while (open !== common) {
      work.steps++
      if (depthOf[open]! >= depthOf[common]!) {
        event('C', open, time)
        open = tree.parentOf(open)
      } else {
        opened.push(common)
        common = tree.parentOf(common)
      }
    }
    for (const below of opened.toReversed()) event('O', below, time)
    open = node
  }
  for (const row of rows) goTo(passesFilter(samples, row, filter) ? samples.node[row]! : 0, at(row))
  goTo(0, end)
  write(']}')
}

/** By node, 0 for the root. Parents have smaller numbers. */
function depths(tree: FunctionTree): Uint32Array {
  const depthOf = new Uint32Array(tree.count)
  for (let node = 1; node < depthOf.length; node++) depthOf[node] = depthOf[tree.parentOf(node)]! + 1
  return depthOf
}
