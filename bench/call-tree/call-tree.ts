import { CodeIndex } from '../../main/analysis/code/code-index.ts'
import { FunctionTable } from '../../main/analysis/code/function-table.ts'
import { MethodTable } from '../../main/analysis/code/method-table.ts'
import { ModuleTable } from '../../main/analysis/code/module-table.ts'
import { callTree, functionList } from '../../main/analysis/stacks/trees/call-tree.ts'
import { FunctionTree } from '../../main/analysis/stacks/trees/function-tree.ts'
import { StackTree } from '../../main/analysis/stacks/trees/stack-tree.ts'

/**
 * `npm run bench -- call-tree`: the tree of callers of 10 million frames in 232 thousand distinct stacks, by address while a trace
 * is read, then by method. One JSON object on stdout; the goals are those the reader of a large recording notices.
 *
 * The stacks are like those of a random recursion: most share a long way from the root with their neighbour and end in
 * a tail of their own, so that the tree gets millions of nodes. Made from a seed, the same each time.
 */
const stackCount = 232_000
const frameTarget = 10_000_000
const methodCount = 600
const addressesPerMethod = 4
const goals = { byAddressMs: 300, byMethodMs: 500 }
const passes = 5

/** Processor time, milliseconds: what other programs on the machine do not stretch. */
function clock(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let state = 0x2545f491
function random(below: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}

/** All stacks in one buffer as they lie in a stream, leaf first, and where each of them ends. */
function makeStacks(): { readonly bytes: Uint8Array; readonly ends: Float64Array } {
  const meanDepth = Math.round(frameTarget / stackCount)
  const bytes = new Uint8Array(frameTarget * 9)
  const view = new DataView(bytes.buffer)
  const ends = new Float64Array(stackCount)
  const path: number[] = []
  let offset = 0
  for (let stack = 0; stack < stackCount; stack++) {
    const depth = meanDepth / 2 + random(meanDepth)
    // Where this stack leaves the way of the one before.
    path.length = Math.min(path.length, Math.floor(depth * 0.55) + random(Math.ceil(depth * 0.2)))
    while (path.length < depth) path.push(random(methodCount) * 256 + random(addressesPerMethod) * 16)
    for (let frame = path.length - 1; frame >= 0; frame--) {
      view.setUint32(offset, 0x1000_0000 + path[frame]!, true)
      view.setUint32(offset + 4, 0x7f12, true)
      offset += 8
    }
    ends[stack] = offset
  }
  return { bytes: bytes.subarray(0, offset), ends }
}

function makeFunctions(): FunctionTable {
  const methods = new MethodTable()
  for (let index = 0; index < methodCount; index++) {
    const name = Uint8Array.from(`Method${index}`.padEnd(12), (unit) => unit.charCodeAt(0))
    methods.add({
      methodId: index,
      moduleId: 0,
      start: 0x7f12 * 4294967296 + 0x1000_0000 + index * 256,
      size: 256,
      flags: 8,
      rejitId: 0,
      namespaceText: -1,
      nameText: methods.texts.intern(name, 0, name.length),
      signatureText: -1,
      loadTicks: Number.NEGATIVE_INFINITY,
    })
  }
  return new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods))
}

const { bytes, ends } = makeStacks()
const view = new DataView(bytes.buffer)
const figures = { byAddressMs: [] as number[], byMethodMs: [] as number[], sumsMs: [] as number[] }
let nodes = 0
let methodNodes = 0
for (let pass = 0; pass < passes; pass++) {
  globalThis.gc?.()
  const start = clock()
  const tree = new StackTree()
  for (let stack = 0; stack < stackCount; stack++)
    tree.onStack(bytes, view, stack === 0 ? 0 : ends[stack - 1]!, ends[stack]!, stack + 1)
  const built = clock()
  const byMethod = new FunctionTree(tree, makeFunctions())
  const mapped = clock()
  const self = new Float64Array(byMethod.count)
  for (let stack = 1; stack <= stackCount; stack++) self[byMethod.nodeAt(tree.nodeOf(stack), 0)]!++
  const calls = callTree(byMethod, self)
  const rows = functionList(calls)
  const summed = clock()
  if (calls.total[0] !== stackCount || rows.length === 0) throw new Error('the tree lost stacks')
  figures.byAddressMs.push(built - start)
  figures.byMethodMs.push(mapped - start)
  figures.sumsMs.push(summed - mapped)
  nodes = tree.count
  methodNodes = byMethod.count
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
const rounded = (value: number): number => Math.round(value * 10) / 10
const result = {
  stacks: stackCount,
  frames: bytes.length / 8,
  nodes,
  methodNodes,
  byAddressMs: { min: rounded(Math.min(...figures.byAddressMs)), median: rounded(median(figures.byAddressMs)) },
  byMethodMs: { min: rounded(Math.min(...figures.byMethodMs)), median: rounded(median(figures.byMethodMs)) },
  listOfMethodsMs: { min: rounded(Math.min(...figures.sumsMs)), median: rounded(median(figures.sumsMs)) },
  peakRssBytes: process.resourceUsage().maxRSS * 1024,
  goals,
}
console.log(JSON.stringify(result))
