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

const calibrationMs = calibrate()
const server = await servePage()
const url = `${server.url}?scene=load&series=${values.series}&hz=${values.hz}&charts=${values.charts}&minutes=1`
const runs: (Statistics & { readonly rendererCpuPercent: number })[] = []
for (let run = 0; run < Number(values.runs); run++) {
  const window = await openPage(url, 1440, 900)
  await window.page.getByTestId('live-chart').first().waitFor()
  await window.page.waitForTimeout(4000)
  await window.page.evaluate('resetFrames()')
  const before = rendererCpu(window.pid)
  const startedAt = performance.now()
  await window.page.waitForTimeout(Number(values.seconds) * 1000)
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const rendererCpuPercent = ((rendererCpu(window.pid) - before) / elapsedSeconds) * 100
  runs.push({ ...(await window.page.evaluate<Statistics>('frameStatistics()')), rendererCpuPercent })
  await window.close()
}
server.close()

function rendererCpu(pid: number): number {
  return sampleTree(pid)
    .filter((sample) => sample.kind === 'renderer')
    .reduce((sum, sample) => sum + sample.cpuSeconds, 0)
}

const figures = {
  framesPerSecond: summarize(runs.map((run) => run.framesPerSecond)),
  longIntervalPercent: summarize(runs.map((run) => run.longIntervalShare * 100)),
  intervalP99Ms: summarize(runs.map((run) => run.intervalP99Ms)),
  workMedianMs: summarize(runs.map((run) => run.workMedianMs)),
  workP99Ms: summarize(runs.map((run) => run.workP99Ms)),
  workMaxMs: summarize(runs.map((run) => run.workMaxMs)),
  rendererCpuPercent: summarize(runs.map((run) => run.rendererCpuPercent)),
}
console.log(
  `live-render: ${values.series} series at ${values.hz} Hz, ${values.charts} charts (calibration ${calibrationMs.toFixed(0)} ms)`,
)
for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(20)} ${format(figure, 2)}`)
console.log(JSON.stringify({ bench: 'live-render', calibrationMs, ...figures }))
