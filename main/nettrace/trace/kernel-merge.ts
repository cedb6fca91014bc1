import type { DecodeKernel } from '../kernel/decode-kernel.ts'
import { mergeHead, mergeLeaf, mergeNode, mergeRun, mergeState, mergeStretch } from '../kernel/kernel-layout.ts'
import type { RunList } from './run-list.ts'
import type { StretchList } from './stretch-list.ts'
import type { Trace } from './trace.ts'

/** Stretches taken over at once: few enough for the times of their rows to be in the processor's second cache still. */
const stretchCapacity = 4096
/** Threads that are kept in a list: if all of them took turns, finding a place in it would cost about what a tournament does. */
const mostListedThreads = 128
/** Scratch memory is not given back before the trace is. */
const mostRuns = 2 ** 20

/**
 * Merges runs in the kernel's memory, where the times are. False when that is not possible: times on disk, or more runs than
 * scratch memory is set aside for.
 */
export function mergeInKernel(
  trace: Trace,
  runs: RunList,
  into: StretchList,
  onBatch: () => void,
  mostListed = mostListedThreads,
): boolean {
  const { kernel } = trace
  if (kernel === null || runs.count > mostRuns) return false
  for (let index = runs.firstSegment; index <= runs.lastSegment; index++)
    if (!trace.segments[index]!.isInMemory) return false
  const threadCount = runs.firsts.length
  const isFew = threadCount <= mostListed
  const leafCount = isFew ? threadCount : 2 ** Math.max(1, Math.ceil(Math.log2(threadCount)))
  const nodeBytes = (leafCount + 1) * Math.max(mergeNode.bytes, mergeHead.bytes)
  const leafBytes = leafCount * mergeLeaf.bytes
  const runBytes = runs.count * mergeRun.bytes
  const nodes = kernel.scratch(nodeBytes + leafBytes + runBytes + stretchCapacity * mergeStretch.bytes)
  const leaves = nodes + nodeBytes
  const firstRun = leaves + leafBytes
  const stretches = firstRun + runBytes
  writeRuns(kernel, trace, runs, firstRun)
  const places = { nodes, leaves, leafCount, firstRun }
  writeLeaves(kernel, runs, places)
  if (isFew) writeHeads(kernel, places)
  else writeTournament(kernel, runs, places)
  kernel.setState(mergeState.stretchLimit, stretches + stretchCapacity * mergeStretch.bytes)
  for (let isDone = false; !isDone;) {
    kernel.setState(mergeState.place, into.place)
    kernel.setState(mergeState.nextRow, into.nextRow)
    kernel.setState(mergeState.stretchEnd, stretches)
    isDone = isFew ? kernel.listMerge() : kernel.merge()
    takeStretches(kernel, stretches, into)
    onBatch()
  }
  return true
}

function writeRuns(kernel: DecodeKernel, trace: Trace, runs: RunList, firstRun: number): void {
  const { words } = kernel
  const { segment, from, to, next } = runs
  let times = 0
  let firstRow = 0
  let known = -1
  for (let run = 0, at = firstRun >>> 2; run < runs.count; run++, at += mergeRun.bytes >>> 2) {
    if (segment[run] !== known) {
      known = segment[run]!
      firstRow = trace.segments[known]!.firstRow
      times = trace.segments[known]!.timestamp.byteOffset
    }
    const following = next[run]!
    words[at + (mergeRun.address >>> 2)] = times + from[run]! * 8
    words[at + (mergeRun.end >>> 2)] = times + to[run]! * 8
    words[at + (mergeRun.row >>> 2)] = firstRow + from[run]!
    words[at + (mergeRun.next >>> 2)] = following < 0 ? 0 : firstRun + following * mergeRun.bytes
  }
}

interface MergePlaces {
  /** Of the tournament, or of the list. */
  readonly nodes: number
  readonly leaves: number
  readonly leafCount: number
  readonly firstRun: number
}

function writeLeaves(kernel: DecodeKernel, runs: RunList, at: MergePlaces): void {
  const { words } = kernel
  for (let leaf = 0; leaf < at.leafCount; leaf++) {
    const word = (at.leaves + leaf * mergeLeaf.bytes) >>> 2
    const first = runs.firsts[leaf]
    const run = first === undefined ? 0 : (at.firstRun + first * mergeRun.bytes) >>> 2
    words[word + (mergeLeaf.address >>> 2)] = run === 0 ? 0 : words[run + (mergeRun.address >>> 2)]!
    words[word + (mergeLeaf.end >>> 2)] = run === 0 ? 0 : words[run + (mergeRun.end >>> 2)]!
    words[word + (mergeLeaf.row >>> 2)] = run === 0 ? 0xffffffff : words[run + (mergeRun.row >>> 2)]!
    words[word + (mergeLeaf.run >>> 2)] = run === 0 ? 0 : words[run + (mergeRun.next >>> 2)]!
    words[word + (mergeLeaf.node >>> 2)] = ((at.leafCount + leaf) >>> 1) * mergeNode.bytes
  }
}

function writeTournament(kernel: DecodeKernel, runs: RunList, at: MergePlaces): void {
  const { words } = kernel
  // Until every leaf has played, the others meet one that is earlier than any time and goes up instead of them.
  for (let node = 0; node < at.leafCount; node++) {
    const word = (at.nodes + node * mergeNode.bytes) >>> 2
    words[word] = 0
    words[word + 1] = 0x80000000
    words[word + (mergeNode.leaf >>> 2)] = 0
  }
  kernel.setState(mergeState.nodes, at.nodes)
  kernel.setState(mergeState.waitingLeafCount, at.leafCount)
  kernel.setState(mergeState.nextLeaf, at.leaves)
  kernel.setState(mergeState.openLeafCount, runs.firsts.length)
}

function writeHeads(kernel: DecodeKernel, at: MergePlaces): void {
  const { view } = kernel
  const heads = Array.from({ length: at.leafCount }, (_, index) => {
    const leaf = at.leaves + index * mergeLeaf.bytes
    const address = view.getUint32(leaf + mergeLeaf.address, true)
    return { leaf, time: view.getFloat64(address, true), row: view.getUint32(leaf + mergeLeaf.row, true) }
  })
  heads.sort((a, b) => a.time - b.time || a.row - b.row)
  for (const [index, { leaf, time }] of [...heads, { leaf: 0, time: Number.POSITIVE_INFINITY }].entries()) {
    const address = at.nodes + index * mergeHead.bytes
    view.setFloat64(address + mergeHead.time, time, true)
    view.setUint32(address + mergeHead.leaf, leaf, true)
  }
  kernel.setState(mergeState.heads, at.nodes)
}

function takeStretches(kernel: DecodeKernel, first: number, into: StretchList): void {
  const { words } = kernel
  const count = (kernel.getState(mergeState.stretchEnd) - first) / mergeStretch.bytes
  into.reserve(count)
  const { firstRows, places } = into
  let at = first >>> 2
  for (let index = into.count; index < into.count + count; index++, at += 2) {
    firstRows[index] = words[at]!
    places[index] = words[at + 1]!
  }
  into.count += count
  into.place = kernel.getState(mergeState.place)
  into.nextRow = kernel.getState(mergeState.nextRow)
}
