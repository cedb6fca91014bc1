import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { writeHeapSnapshot } from 'node:v8'
import { startTarget } from '../samples/start-target.ts'
import { RuleBench } from '../main/diagnostics/rules/testing/rule-bench.ts'
import { usualLimits, type RuleCondition } from '../shared/rules/rule.ts'
import { report, spreadOf } from './harness.ts'
import { slope } from './measure/figures.ts'
import { regionsOfThisProcess } from './measure/regions.ts'
import { pause } from '../main/os/pause.ts'

/**
 * Armed rules with flight recorders on several processes, without a window: what that costs us and the processes, and whether it grows. A soak: one run. Linux.
 *
 *   npm run -s bench -- rules-soak [--minutes 10] [--processes 5] [--recorders no] [--figures yes] [--saves-apart SECONDS] [--snapshots FILE]
 *
 * Goal: at most 3 % of a core and no growth over 24 h. One rule watches GC pauses, exceptions by type, memory and a counter, and fires twice at its start; it keeps
 * the last minute of each process. `--figures`: it reads the queue of the thread pool, a counter and HTTP requests in place of events. `--saves-apart`: ten
 * seconds are kept, and one recorder after the other is saved so often, so that minutes have the saves of a day. `--snapshots`: what main holds at first and
 * at last, in `FILE-first.heapsnapshot` and `FILE-last.heapsnapshot`.
 *
 * A save costs more than a minute of keeping: `steadyCpuPercent` is of stretches of five seconds, few of which have one.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '5' },
    recorders: { type: 'string', default: 'yes' },
    figures: { type: 'string', default: 'no' },
    'saves-apart': { type: 'string', default: '' },
    snapshots: { type: 'string', default: '' },
  },
})
const minutes = Number(values.minutes)
const processCount = Number(values.processes)
const sampleSeconds = 5
const savesApartMs = values['saves-apart'] === '' ? null : Number(values['saves-apart']) * 1000
/** Until then threads start and code is compiled. */
const settledSeconds = 30

const bench = await RuleBench.create()
const targets = await Promise.all(
  Array.from({ length: processCount }, () => startTarget({ args: ['gc', 'throw', '--gc-ms=2000', '--', bench.mark] })),
)
const gcHeap = {
  kind: 'counter',
  provider: 'System.Runtime',
  name: 'gc-heap-size',
  measure: 'value',
  tags: '',
} as const
const memory: RuleCondition = { kind: 'usage', what: 'memory', direction: 'above', value: 2 ** 40, forMs: 10_000 }
const events: readonly RuleCondition[] = [
  { kind: 'gc-pause', longerThanMs: 5000 },
  { kind: 'exception', type: 'System.OutOfMemoryException', message: '', count: 1, withinMs: 10_000 },
  { kind: 'exception', type: '*', message: '', count: 40, withinMs: 60_000 },
]
const figures: readonly RuleCondition[] = [
  { kind: 'thread-pool-queue', value: 1e6, forMs: 10_000 },
  { ...gcHeap, direction: 'above', value: 1e9, forMs: 10_000 },
  { kind: 'http-status', status: '5xx', route: '*', perSecond: 1000, forMs: 10_000 },
]
const id = bench.arm(
  values.figures === 'yes' ? [...figures, memory] : [...events, memory],
  [
    values.recorders === 'no'
      ? { kind: 'notify' }
      : { kind: 'save-flight', lastMs: savesApartMs === null ? 60_000 : 10_000 },
  ],
  { match: 'any', limits: { ...usualLimits, perHour: 2, apartMs: 60_000, leastFreeBytes: 0 } },
)
await pause(settledSeconds * 1000)
const begun = { ours: process.cpuUsage(), theirs: targets.map(({ pid }) => ticksOf(pid)), atMs: performance.now() }
/** What the main thread holds after a collection: heap and buffers, in MB. */
function heldMb(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
const heldMbFirst = heldMb()
const regionsFirst = regionsOfThisProcess()
if (values.snapshots !== '') writeHeapSnapshot(`${values.snapshots}-first.heapsnapshot`)
const samples: (readonly [number, number])[] = []
const cpuPercents: number[] = []
let saveCount = 0
let [beforeCpu, beforeMs] = [begun.ours, begun.atMs]
while (performance.now() - begun.atMs < minutes * 60_000) {
  // oxlint-disable-next-line no-await-in-loop -- a sample every few seconds
  await pause(sampleSeconds * 1000)
  const used = process.cpuUsage(beforeCpu)
  cpuPercents.push((used.user + used.system) / 10 / (performance.now() - beforeMs))
  ;[beforeCpu, beforeMs] = [process.cpuUsage(), performance.now()]
  samples.push([(performance.now() - begun.atMs) / 60_000, process.memoryUsage().rss / 1e6])
  if (savesApartMs !== null && performance.now() - begun.atMs > saveCount * savesApartMs) saveNext(saveCount++)
}
const heldMbLast = heldMb()
const regionsLast = regionsOfThisProcess()
if (values.snapshots !== '') writeHeapSnapshot(`${values.snapshots}-last.heapsnapshot`)
const settled = samples.slice(Math.floor(samples.length / 2))
const seconds = (performance.now() - begun.atMs) / 1000
const { user, system } = process.cpuUsage(begun.ours)
const theirs = targets.map(({ pid }, at) => (ticksOf(pid) - begun.theirs[at]!) / seconds)
const firedCount = bench.fired(id).length
const sessionCount = bench.registry.sessionCount
await bench.dispose()
await Promise.all(targets.map((target) => target.dispose()))
report({
  name: 'rules-soak',
  figures: {
    minutes,
    processes: processCount,
    ourCpuPercent: (user + system) / 1e4 / seconds,
    ourSystemCpuPercent: system / 1e4 / seconds,
    steadyCpuPercent: spreadOf(cpuPercents),
    targetCpuPercentEach: theirs.reduce((sum, ticks) => sum + ticks, 0) / processCount,
    memoryMbFirst: samples[0]?.[1] ?? null,
    memoryMbLast: samples.at(-1)?.[1] ?? null,
    memoryMbHalfway: settled[0]?.[1] ?? null,
    memorySlopeMbPerMinute: slope(settled),
    mainHeldMbFirst: heldMbFirst,
    mainHeldMbLast: heldMbLast,
    mallocHeapMbFirst: regionsFirst.mallocHeapMb,
    mallocHeapMbLast: regionsLast.mallocHeapMb,
    mallocArenasMbFirst: regionsFirst.mallocArenasMb,
    mallocArenasMbLast: regionsLast.mallocArenasMb,
    otherAnonymousMbFirst: regionsFirst.otherAnonymousMb,
    otherAnonymousMbLast: regionsLast.otherAnonymousMb,
    saveCount,
    firedCount,
    sessionCount,
  },
})
process.exit(0)

/** One recorder after the other. */
function saveNext(count: number): void {
  const recorders = bench.jobs.list().filter(({ actions }) => actions.includes('save'))
  const next = recorders[count % Math.max(1, recorders.length)]
  if (next !== undefined) void bench.jobs.act(next.id, 'save')
}

/** User and system time in hundredths of a second. */
function ticksOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
