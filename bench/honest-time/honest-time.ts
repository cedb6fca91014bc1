import { setTimeout as sleep } from 'node:timers/promises'
import { recordingBench } from '../../main/diagnostics/recordings/testing/recording-bench.ts'
import { startTarget } from '../../samples/start-target.ts'
import { presetById, specOfPreset } from '../../shared/recording/presets.ts'
import { type BenchReport, report } from '../harness.ts'
import { figuresOf, measure } from './thread-time.ts'

/**
 * How far the running samples of a recording are from the CPU time that the operating system charged the same threads, as cores in use:
 * `reported` as the runtime's flag says, `corrected` as our rules say, both with their error. Six workloads, each recorded for so many seconds.
 *
 *   npm run -s bench -- honest-time [seconds] [variant]
 */
const seconds = Number(process.argv[2] ?? 5)
const variant = (process.argv[3] ?? 'net10') as 'net10'
const works = ['loop', 'allocate', 'native', 'convoy', 'async', 'pool'] as const
const versions: Readonly<Record<string, string>> = { net8: '8.0.0', net9: '9.0.0', net10: '10.0.0' }

const bench = await recordingBench()
const figures: Record<string, BenchReport['figures'][string]> = { variant, seconds }
try {
  for (const work of works) {
    const target = await startTarget({ variant, args: ['workload', `--work=${work}`] })
    try {
      const key = bench.addTarget(target.pid, versions[variant] ?? null)
      // Compiled and warm.
      await sleep(2000)
      const id = await bench.start(bench.request(key, specOfPreset(presetById('time')!)))
      await sleep(seconds * 1000)
      await bench.jobs.act(id, 'stop')
      const job = await bench.whenEnded(id)
      Object.assign(figures, figuresOf(work, measure(job.result!.files[0]!.path)))
    } finally {
      await target.dispose()
    }
  }
} finally {
  await bench.dispose()
}
report({ name: 'honest-time', figures })
