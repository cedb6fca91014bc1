import type { CodeTree } from '../../main/analysis/stacks/trees/code-tree.ts'
import { callTree } from '../../main/analysis/stacks/trees/call-tree.ts'
import { FlameGraph } from '../../main/analysis/stacks/flame-answer.ts'
import { cpuSecondsOf, repeat, report, spreadOf } from '../harness.ts'
import { tracedWork } from '../growing/traced-work.ts'
import { openPage } from '../live-render/page-window.ts'
import { servePage } from '../live-render/page-server.ts'

/**
 * `npm run bench -- flame`: a flame graph of one million boxes, 60 rows deep. Answers in processor time, frames in the real Electron: our work
 * per frame while the graph is zoomed, panned and scrolled in every frame.
 */
const nodeCount = 1_000_000
const functionCount = 3000
const deepest = 60
const runs = 9
const pageRuns = 3
const secondsPerRun = 12
const goals = { workP99GoalMs: 8, framesPerSecondGoal: 58, newSelectionGoalMs: 100 }

let state = 0x2545f491
function random(below: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}

function entry(index: number) {
  const name = `Namespace.Type${index % 97}.Method${index}()`
  return { name, displayName: name, module: `M${index % 20}`, kind: 'managed' as const }
}

/** Most nodes hang off young ones, as in stacks that go deep; the same each time. */
function makeTree(): CodeTree {
  const parent = new Uint32Array(nodeCount)
  const depth = new Uint8Array(nodeCount)
  const functionOf = new Uint32Array(nodeCount)
  const firstChild = new Uint32Array(nodeCount)
  const nextSibling = new Uint32Array(nodeCount)
  for (let node = 1; node < nodeCount; node++) {
    let above = node < 40 ? 0 : node - 1 - random(Math.min(node - 1, 2000))
    while (depth[above]! >= deepest) above = parent[above]!
    parent[node] = above
    depth[node] = depth[above]! + 1
    functionOf[node] = 1 + random(functionCount - 1)
    nextSibling[node] = firstChild[above]!
    firstChild[above] = node
  }
  const entries = Array.from({ length: functionCount }, (_, index) => entry(index))
  return {
    count: nodeCount,
    functions: { count: functionCount, get: (index) => entries[index]! },
    functionOf: (node) => functionOf[node]!,
    parentOf: (node) => parent[node]!,
    firstChildOf: (node) => firstChild[node]!,
    nextSiblingOf: (node) => nextSibling[node]!,
  }
}

const tree = makeTree()
const self = Float64Array.from({ length: nodeCount }, () => random(4))
const calls = callTree(tree, self)
const graph = new FlameGraph(calls)
const everything = { stretch: { path: [], from: 0, to: 1 }, widthPx: 1400, search: '' }

const selectionSeconds = await repeat(runs, () =>
  cpuSecondsOf(() => void new FlameGraph(callTree(tree, self)).answer(everything, 1)),
)
const wholeSeconds = await repeat(runs, () => cpuSecondsOf(() => void graph.answer(everything, 1)))
const zoomedSeconds = await repeat(runs, (run) =>
  cpuSecondsOf(() => {
    const from = 0.2 + run / 100
    graph.answer({ ...everything, stretch: { path: [], from, to: from + 0.002 } }, 1)
  }),
)
const searchSeconds = await repeat(runs, () =>
  cpuSecondsOf(() => void graph.answer({ ...everything, search: 'Method7' }, 1)),
)

interface PageFigures {
  readonly framesPerSecond: number
  readonly intervalP99Ms: number
  /** Of the painter alone. */
  readonly workMedianMs: number
  readonly workP99Ms: number
  readonly shownBoxes: number
  /** Of all that the page's thread did in a sixtieth of a second, software's painting included; processor time. */
  readonly threadMedianMs: number
  readonly threadP99Ms: number
  readonly unpaintedP99Ms: number
}

const server = await servePage('flame-page', answerTo)
const pages: PageFigures[] = []
for (let run = 0; run < pageRuns; run++) {
  const window = await openPage(server.url, 1440, 900)
  await window.page.waitForTimeout(1500)
  const found: Partial<PageFigures> = {}
  const work = await tracedWork(window, { isSplit: true, keptAs: undefined }, async () => {
    Object.assign(found, await window.page.evaluate(`moveFlame(${secondsPerRun})`))
  })
  const { busyMedianMs, p99Ms, unpaintedP99Ms } = work
  pages.push({ ...(found as PageFigures), threadMedianMs: busyMedianMs, threadP99Ms: p99Ms, unpaintedP99Ms })
  await window.close()
}
server.close()

/** As the worker answers, over the wire as numbers. */
function answerTo(url: URL): Uint8Array | null {
  if (url.pathname !== '/answer') return null
  const total = calls.total[0]!
  const part = (name: string): number => Math.min(1, Math.max(0, Number(url.searchParams.get(name)) / total))
  const widthPx = Math.max(1, Number(url.searchParams.get('width')))
  const flame = graph.answer({ ...everything, stretch: { path: [], from: part('from'), to: part('to') }, widthPx }, 1)
  const count = flame.depth.length
  const numbers = new Float64Array(3 + 5 * count)
  numbers.set([total, flame.maxDepth, count])
  const columns = [flame.parent, flame.function, flame.depth, flame.start, flame.width]
  for (const [at, column] of columns.entries()) numbers.set(column, 3 + at * count)
  return new Uint8Array(numbers.buffer)
}

const ms = (seconds: readonly number[]) => spreadOf(seconds.map((value) => value * 1000))
report({
  name: 'flame',
  figures: {
    boxes: nodeCount,
    newSelectionMs: ms(selectionSeconds),
    answerOfAllMs: ms(wholeSeconds),
    answerOfStretchMs: ms(zoomedSeconds),
    searchMs: ms(searchSeconds),
    framesPerSecond: spreadOf(pages.map(({ framesPerSecond }) => framesPerSecond)),
    painterMedianMs: spreadOf(pages.map(({ workMedianMs }) => workMedianMs)),
    painterP99Ms: spreadOf(pages.map(({ workP99Ms }) => workP99Ms)),
    workMedianMs: spreadOf(pages.map(({ threadMedianMs }) => threadMedianMs)),
    workP99Ms: spreadOf(pages.map(({ threadP99Ms }) => threadP99Ms)),
    workP99WithoutPaintingMs: spreadOf(pages.map(({ unpaintedP99Ms }) => unpaintedP99Ms)),
    intervalP99Ms: spreadOf(pages.map(({ intervalP99Ms }) => intervalP99Ms)),
    shownBoxes: Math.max(...pages.map(({ shownBoxes }) => shownBoxes)),
    ...goals,
  },
})
