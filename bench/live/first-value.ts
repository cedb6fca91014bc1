import { LiveHarness } from '../../main/diagnostics/live/testing/live-harness.ts'
import type { RecordingSink } from '../../main/diagnostics/live/testing/recording-sink.ts'
import { startTarget } from '../../samples/start-target.ts'
import { report, spreadOf } from '../harness.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * Seconds from `live.open` to the first value, beyond the interval of 1 s that any first value takes. `fresh`: the process has
 * never had a session; `warm`: it has. Goal: at most 0.3 s.
 *
 *   npm run -s bench -- live/first-value
 */
const runs = 7
const intervalMs = 1000
const harness = await LiveHarness.create()
const fresh: number[] = []
const warm: number[] = []
for (let run = 0; run < runs; run++) {
  const target = await startTarget({ args: ['busy', 'meters', 'counters'] })
  await pause(500)
  const key = harness.list(target.pid)
  fresh.push(await firstValue(key))
  warm.push(await firstValue(key))
  await target.dispose()
}
await harness.dispose()
report({
  name: 'live/first-value',
  figures: { freshBeyondIntervalSec: spreadOf(fresh), warmBeyondIntervalSec: spreadOf(warm), intervalSec: 1 },
})

async function firstValue(key: ReturnType<LiveHarness['list']>): Promise<number> {
  const startMs = performance.now()
  const liveId = await harness.open(key, intervalMs)
  const sink = harness.watch(liveId)
  while (!hasValue(sink)) await pause(2)
  const elapsedSec = (performance.now() - startMs) / 1000
  await harness.close(liveId)
  return elapsedSec - intervalMs / 1000
}

function hasValue(sink: RecordingSink): boolean {
  return sink.values.some(({ value }) => Number.isFinite(value))
}
