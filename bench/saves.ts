import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CounterStream } from '../main/events/testing/counter-stream.ts'
import { bundleWorker } from '../main/workers/testing/bundle-worker.ts'
import { WatchHost } from '../main/workers/watch/watch-host.ts'
import { report } from './harness.ts'
import { slope } from './measure/figures.ts'
import { regionsOfThisProcess } from './measure/regions.ts'

/**
 * What memory stays after saves of a flight recorder: each assembles a file of what was kept and reads it again. One run. Linux.
 *
 *   npm run -s bench -- saves [--saves 200] [--threads new|kept] [--megabytes 8]
 *
 * `new`: a thread for each save; `kept`: one for all. With MALLOC_ARENA_MAX=2 in front, what the C library keeps for threads that have ended is bounded. No
 * processes, no sessions: what grows here grows by saving alone.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    saves: { type: 'string', default: '200' },
    threads: { type: 'string', default: 'new' },
    megabytes: { type: 'string', default: '8' },
  },
})
const saves = Number(values.saves)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-saves-'))
const workerPath = await bundleWorker('recording-watch', folder)
const kept = path.join(folder, 'kept.part')
const byteCount = write(Number(values.megabytes) * 1e6)
const one = values.threads === 'kept' ? new WatchHost({ workerPath }) : null
const samples: (readonly [number, number])[] = []
for (let save = 0; save < saves; save += 1) {
  const worker = one ?? new WatchHost({ workerPath })
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  await saveBy(worker)
  if (one === null) worker.dispose()
  samples.push([save, process.memoryUsage().rss / 1e6])
}
const settled = samples.slice(Math.floor(samples.length / 2))
const { heapUsed, external } = process.memoryUsage()
const regions = regionsOfThisProcess()
one?.dispose()
fs.rmSync(folder, { recursive: true, force: true })
report({
  name: 'saves',
  figures: {
    threads: values.threads,
    arenaMax: process.env['MALLOC_ARENA_MAX'] ?? null,
    saves,
    keptMb: byteCount / 1e6,
    memoryMbTenth: samples[9]?.[1] ?? null,
    memoryMbHalfway: settled[0]?.[1] ?? null,
    memoryMbLast: samples.at(-1)?.[1] ?? null,
    memorySlopeKbPerSave: 1000 * slope(settled),
    mainHeapAndExternalMb: (heapUsed + external) / 1e6,
    ...regions,
  },
})
process.exit(0)

async function saveBy(worker: WatchHost): Promise<void> {
  const to = path.join(folder, 'made.nettrace')
  const streams = [{ keeps: 'range', pieces: [{ file: kept, at: 0, offset: 0, byteCount }] }] as const
  const made = await worker.assemble({ to, streams, untilMs: 1e9, lastMs: 1e9 }, byteCount)
  if (!made.ok) throw new Error(JSON.stringify(made.error))
  const verdict = await worker.verify(to, fs.statSync(to).size)
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.error))
  fs.rmSync(to)
}

/** A stream of counters of at least so many bytes. */
function write(bytes: number): number {
  const stream = new CounterStream()
  const fd = fs.openSync(kept, 'wx')
  let written = 0
  for (let atMs = 0; written < bytes; atMs += 100) {
    for (let index = 0; index < 1000; index += 1)
      stream.mean('Bench', atMs, 1000, 1, { name: `counter-${index % 100}`, mean: index })
    written += fs.writeSync(fd, stream.take())
  }
  fs.closeSync(fd)
  return written
}
