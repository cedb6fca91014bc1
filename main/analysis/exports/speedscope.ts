import type { WeightUnit } from '../../../shared/model/trace/trace-import.ts'
import { work } from '../../nettrace/work-steps.ts'
import { frameText } from '../code/function-table.ts'
import type { CodeTree } from '../stacks/trees/code-tree.ts'
import { passesFilter } from '../stacks/prepared-samples.ts'
import type { SelectedSamples } from '../stacks/selected-stacks.ts'
import { limited, mostExportChars } from './limited-text.ts'
import { visitThreadStacks } from './thread-stacks.ts'

export interface ThreadExportOptions {
  readonly name: string
  readonly ticksPerMs: number
  /** Name of a thread by its index. */
  readonly threadName: (threadIndex: number) => string
  /** What weights are where another tool made the samples. */
  readonly unit?: WeightUnit
}

/**
 * The file format of speedscope: one evented profile per thread, milliseconds of wall time, or a sampled one where samples have no times.
 * Handed over in pieces, because a long recording does not fit into one string. Throws `ExportTooLarge` beyond the limit.
 */
export function writeSpeedscope(
  selected: SelectedSamples,
  { name, ticksPerMs, threadName, unit = 'unstated' }: ThreadExportOptions,
  writePiece: (piece: string) => void,
  limitChars: number = mostExportChars,
): void {
  const write = limited(writePiece, limitChars)
  const { functions } = selected.tree
  write('{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"Pipescope",')
  write(`"name":${JSON.stringify(name)},"activeProfileIndex":0,"shared":{"frames":[`)
  for (let of = 1; of < functions.count; of++)
    write(`${of === 1 ? '' : ','}{"name":${JSON.stringify(frameText(functions.get(of)))}}`)
  write(']},"profiles":[')
  if (selected.samples.weight !== undefined && selected.samples.ticksPerWeight === undefined)
    writeSums(selected, { threadName, unit }, write)
  else writeEvented(selected, { ticksPerMs, threadName }, write)
  write(']}')
}

function writeEvented(
  selected: SelectedSamples,
  { ticksPerMs, threadName }: Pick<ThreadExportOptions, 'ticksPerMs' | 'threadName'>,
  write: (piece: string) => void,
): void {
  let isFirstProfile = true
  let isFirstEvent = true
  const event = (type: 'O' | 'C', of: number, ticks: number): void => {
    // The root has no frame of its own.
    write(`${isFirstEvent ? '' : ','}{"type":"${type}","frame":${of - 1},"at":${ticks / ticksPerMs}}`)
    isFirstEvent = false
  }
  visitThreadStacks(selected, {
    begin(threadIndex, start, end) {
      const head = `"type":"evented","name":${JSON.stringify(threadName(threadIndex))},"unit":"milliseconds"`
      const span = `"startValue":${start / ticksPerMs},"endValue":${end / ticksPerMs}`
      write(`${isFirstProfile ? '' : ','}{${head},${span},"events":[`)
      isFirstProfile = false
      isFirstEvent = true
    },
    open: (of, ticks) => event('O', of, ticks),
    close: (of, ticks) => event('C', of, ticks),
    end: () => write(']}'),
  })
}

const unitNames: Readonly<Record<WeightUnit, string>> = {
  samples: 'none',
  ms: 'milliseconds',
  bytes: 'bytes',
  count: 'none',
  unstated: 'none',
}

/** Without times: a sampled profile per thread, with a sample for each of its stacks. */
function writeSums(
  { tree, samples, filter, placeOf }: SelectedSamples,
  { threadName, unit = 'unstated' }: Pick<ThreadExportOptions, 'threadName' | 'unit'>,
  write: (piece: string) => void,
): void {
  const threads = new Map<number, Map<number, number>>()
  for (let row = 0; row < samples.count; row++) {
    const own = samples.node[row]!
    const node = placeOf === null ? own : placeOf[own]!
    if (node <= 0 || !passesFilter(samples, row, filter)) continue
    const thread = samples.threadIndex[row]!
    let sums = threads.get(thread)
    if (sums === undefined) threads.set(thread, (sums = new Map()))
    sums.set(node, (sums.get(node) ?? 0) + (samples.weight?.[row] ?? 1))
  }
  let isFirst = true
  for (const [thread, sums] of threads) {
    const all = [...sums.values()].reduce((sum, weight) => sum + weight, 0)
    const head = `"type":"sampled","name":${JSON.stringify(threadName(thread))},"unit":"${unitNames[unit]}"`
    write(`${isFirst ? '' : ','}{${head},"startValue":0,"endValue":${all},"samples":[`)
    isFirst = false
    let comma = ''
    for (const node of sums.keys()) {
      write(`${comma}[${pathOf(tree, node).join()}]`)
      comma = ','
    }
    write(`],"weights":[${[...sums.values()].join()}]}`)
  }
}

/** Frames of the file from the root down; the root of the tree has none. */
function pathOf(tree: CodeTree, leaf: number): number[] {
  const path: number[] = []
  for (let node = leaf; node !== 0; node = tree.parentOf(node)) path.push(tree.functionOf(node) - 1)
  work.steps += path.length
  return path.toReversed()
}
