import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { cell, cellCount, type FuzzFailure, type FuzzOrder } from './fuzz-order.ts'

/**
 * `npm run fuzz -- [--seconds N] [--inputs N] [--seed S]`: inputs S, S+1, ... until the time or the number is over. Ends with 1
 * when one of them crashed, hung, took too long or too much memory; each is printed with the seed that makes it again
 * (`--seed S --inputs 1`). The result is one JSON object on stdout.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string' }, inputs: { type: 'string' }, seed: { type: 'string' } },
})
const firstSeed = Number(values.seed ?? randomInt(2 ** 40))
const count = Number(values.inputs ?? Number.MAX_SAFE_INTEGER - firstSeed)
const seconds = Number(values.seconds ?? (values.inputs === undefined ? 60 : 1e9))

/** Processor time of one input after which it counts as hung. */
const hangMs = 20_000
const maxHeapMB = 512
const maxRssBytes = 1.5 * 2 ** 30
const maxFailures = 20
const leastHeaderShare = 0.3
const pollMs = 250

const cells = new SharedArrayBuffer(cellCount * 8)
const state = new Float64Array(cells)
const failures: FuzzFailure[] = []
const scratchFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'fuzz-'))
const startMs = performance.now()
let peakRssBytes = 0

function report(failure: FuzzFailure): void {
  failures.push(failure)
  console.error(`FAILED ${failure.kind}, made from ${failure.from}: ${failure.message}`)
  console.error(`  again: npm run fuzz -- --seed ${failure.seed} --inputs 1`)
}

/** Runs inputs from `from` on; resolves with the seed of the input it died of, or null when it was done. */
function run(from: number): Promise<number | null> {
  const order: FuzzOrder = {
    firstSeed: from,
    count: firstSeed + count - from,
    milliseconds: seconds * 1000 - (performance.now() - startMs),
    fixtureFolders: ['nettrace', 'traces'].map((name) => path.resolve('fixtures', name)),
    scratchFolder,
    cells,
  }
  return new Promise((resolve) => {
    const worker = new Worker(path.join(import.meta.dirname, 'fuzz-worker.mjs'), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMB },
    })
    let lastSeed = -1
    let usedAtSeed = process.cpuUsage()
    let death: FuzzFailure | null = null
    const die = (kind: FuzzFailure['kind'], message: string): void => {
      if (death !== null) return
      // The input it died of never got to its own count.
      state[cell.inputs]!++
      death = { seed: state[cell.seed]!, kind, from: 'unknown', message }
      report(death)
      void worker.terminate()
    }
    const watch = setInterval(() => {
      const rss = process.memoryUsage.rss()
      peakRssBytes = Math.max(peakRssBytes, rss)
      if (rss > maxRssBytes) die('memory', `${Math.round(rss / 2 ** 20)} MiB in use`)
      if (state[cell.seed] !== lastSeed) {
        lastSeed = state[cell.seed]!
        usedAtSeed = process.cpuUsage()
      }
      const { user, system } = process.cpuUsage(usedAtSeed)
      if (user + system > hangMs * 1000) die('hang', `one input took over ${hangMs / 1000} s of the processor`)
    }, pollMs)
    worker.on('message', report)
    worker.on('error', (error) => die('crash', String(error)))
    worker.on('exit', () => {
      clearInterval(watch)
      resolve(death?.seed ?? null)
    })
  })
}

let next = firstSeed
while (failures.length < maxFailures) {
  const diedAt = await run(next)
  if (diedAt === null) break
  next = diedAt + 1
}
const inputs = state[cell.inputs]!
if (inputs >= 1000 && state[cell.withHeader]! < inputs * leastHeaderShare)
  report({ seed: firstSeed, kind: 'coverage', from: 'all', message: 'too few inputs get past the container header' })
fs.rmSync(scratchFolder, { recursive: true, force: true })

const tookSeconds = (performance.now() - startMs) / 1000
const share = (part: number): number => (inputs === 0 ? 0 : Math.round((part / inputs) * 1000) / 1000)
console.log(
  JSON.stringify({
    firstSeed,
    inputs,
    seconds: Math.round(tookSeconds * 10) / 10,
    inputsPerSecond: Math.round(inputs / tookSeconds),
    shareWithHeader: share(state[cell.withHeader]!),
    shareWithEvents: share(state[cell.withEvents]!),
    events: state[cell.events],
    files: state[cell.files],
    worstStepsPerByte: Math.round(state[cell.worstStepsPerByte]! * 100) / 100,
    worstSeed: state[cell.worstSeed],
    peakRssBytes,
    failures,
  }),
)
process.exitCode = failures.length === 0 ? 0 : 1
