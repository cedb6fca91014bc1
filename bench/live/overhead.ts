import { readFileSync } from 'node:fs'
import { LiveHarness } from '../../main/diagnostics/live/testing/live-harness.ts'
import { startTarget, type SampleTarget } from '../../samples/start-target.ts'
import { report, spreadOf } from '../harness.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * Work per processor second of a busy target (one thread that computes and allocates), watched at 1 s (all counters, all meters,
 * GC events: more than 30 instruments) and not watched, in turns. Processor seconds rather than seconds, so that whatever else
 * the machine does stays out of it.
 *
 *   npm run -s bench -- live/overhead
 */
const pairs = 7
const phaseMs = 6000
const target = await startTarget({ args: ['busy', 'meters', 'counters', '--report'] })
const harness = await LiveHarness.create()
const key = harness.list(target.pid)
await pause(2000)
const without: number[] = []
const watched: number[] = []
let instrumentCount = 0
for (let pair = 0; pair < pairs; pair++) {
  without.push(await workPerCpuSecond(target))
  const liveId = await harness.open(key, 1000)
  const sink = harness.watch(liveId)
  await pause(1500)
  watched.push(await workPerCpuSecond(target))
  instrumentCount = sink.instruments.size
  await harness.close(liveId)
}
await target.dispose()
await harness.dispose()
const ratios = watched.map((value, index) => value / without[index]!)
report({
  name: 'live/overhead',
  figures: {
    instrumentCount,
    workPerCpuSecWithout: spreadOf(without),
    workPerCpuSecWatched: spreadOf(watched),
    watchedToWithout: spreadOf(ratios),
  },
})

/** The target prints its work per second once a second; divided by the share of a processor it had meanwhile. */
async function workPerCpuSecond(busy: SampleTarget): Promise<number> {
  const lineCount = busy.lines.length
  const fromCpu = cpuSeconds(busy.pid)
  const fromMs = performance.now()
  await pause(phaseMs)
  const share = (cpuSeconds(busy.pid) - fromCpu) / ((performance.now() - fromMs) / 1000)
  const rates = busy.lines
    .slice(lineCount)
    .filter((line) => line.startsWith('work '))
    .map((line) => Number(line.split(' ')[1]))
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length / share
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
