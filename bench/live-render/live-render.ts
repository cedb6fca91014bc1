import { parseArgs } from 'node:util'
import { calibrate, format, summarize } from '../measure/figures.ts'
import { sampleTree } from '../measure/process-tree.ts'
import { openPage } from './page-window.ts'
import { servePage } from './page-server.ts'

/**
 * Drawing 500 series at 10 Hz: eight charts of ten lines in view, the other series only arrive and are kept.
 *
 *   node scripts/run.mjs bench/live-render/live-render.ts [--series 500] [--hz 10] [--charts 8] [--seconds 20] [--runs 5]
 *
 * Beside it what the machine can do at all, without a value or a line: a page that only counts frames, and one that only shifts as many
 * blank layers as there are charts.
 *
 * Goals: our work per frame p99 <= 8 ms, >= 58 frames/s, < 1 % of intervals over 25 ms.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    series: { type: 'string', default: '500' },
    hz: { type: 'string', default: '10' },
    charts: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '5' },
  },
})

interface Statistics {
  readonly framesPerSecond: number
  readonly intervalP99Ms: number
  readonly longIntervalShare: number
  readonly workMedianMs: number
  readonly workP99Ms: number
  readonly workMaxMs: number
}

type Run = Statistics & { readonly rendererCpuPercent: number }

const calibrationMs = calibrate()
const server = await servePage()
const load = `scene=load&series=${values.series}&hz=${values.hz}&charts=${values.charts}&minutes=1`
const pages = {
  ours: { query: load, runs: Number(values.runs), seconds: Number(values.seconds) },
  'blank layers': { query: `scene=blank&charts=${values.charts}`, runs: 1, seconds: 8 },
  'empty page': { query: 'scene=blank&charts=0', runs: 1, seconds: 8 },
}
console.log(
  `live-render: ${values.series} series at ${values.hz} Hz, ${values.charts} charts (calibration ${calibrationMs.toFixed(0)} ms)`,
)
const results: Record<string, Record<string, ReturnType<typeof summarize>>> = {}
for (const [name, page] of Object.entries(pages)) {
  const runs: Run[] = []
  for (let run = 0; run < page.runs; run++) runs.push(await measure(page.query, page.seconds))
  results[name] = figuresOf(runs)
  console.log(name)
  for (const [label, figure] of Object.entries(results[name])) console.log(`  ${label.padEnd(20)} ${format(figure, 2)}`)
}
server.close()
console.log(JSON.stringify({ bench: 'live-render', calibrationMs, ...results }))

async function measure(query: string, seconds: number): Promise<Run> {
  const window = await openPage(`${server.url}?${query}`, 1440, 900)
  if (query.includes('scene=load')) await window.page.getByTestId('live-chart').first().waitFor()
  await window.page.waitForTimeout(4000)
  await window.page.evaluate('resetFrames()')
  const before = rendererCpu(window.pid)
  const startedAt = performance.now()
  await window.page.waitForTimeout(seconds * 1000)
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const rendererCpuPercent = ((rendererCpu(window.pid) - before) / elapsedSeconds) * 100
  const statistics = await window.page.evaluate<Statistics>('frameStatistics()')
  await window.close()
  return { ...statistics, rendererCpuPercent }
}

function figuresOf(runs: readonly Run[]) {
  return {
    framesPerSecond: summarize(runs.map((run) => run.framesPerSecond)),
    longIntervalPercent: summarize(runs.map((run) => run.longIntervalShare * 100)),
    intervalP99Ms: summarize(runs.map((run) => run.intervalP99Ms)),
    workMedianMs: summarize(runs.map((run) => run.workMedianMs)),
    workP99Ms: summarize(runs.map((run) => run.workP99Ms)),
    workMaxMs: summarize(runs.map((run) => run.workMaxMs)),
    rendererCpuPercent: summarize(runs.map((run) => run.rendererCpuPercent)),
  }
}

function rendererCpu(pid: number): number {
  return sampleTree(pid)
    .filter((sample) => sample.kind === 'renderer')
    .reduce((sum, sample) => sum + sample.cpuSeconds, 0)
}
