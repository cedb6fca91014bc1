import { parentPort, workerData } from 'node:worker_threads'
import { readInputAsFile } from './file-checks.ts'
import { makeInput } from './mutate.ts'
import { readInput } from './one-input.ts'
import { makeSeeds } from './seeds.ts'
import { cell, type FuzzOrder, type FuzzFailure } from './fuzz-order.ts'

/** Runs one input after the other; where it stands is in shared memory, so that nothing is lost when it dies or hangs. */
const order = workerData as FuzzOrder
const cells = new Float64Array(order.cells)
const seeds = makeSeeds(order.fixtureFolders)
const deadlineMs = performance.now() + order.milliseconds
/** A file of one input costs as much as dozens read from memory. */
const inputsPerFile = 150
const slowMs = 2000
const inputsPerCollection = 500

for (let seed = order.firstSeed; seed < order.firstSeed + order.count && performance.now() < deadlineMs; seed++) {
  cells[cell.seed] = seed
  runOne(seed)
  cells[cell.inputs]!++
  // The reader's memory lies outside of the heap, which alone would not make the collector run in time.
  if (cells[cell.inputs]! % inputsPerCollection === 0) globalThis.gc?.()
}

function runOne(seed: number): void {
  const startedMs = performance.now()
  const name = readOne(seed, true)
  if (performance.now() - startedMs <= slowMs) return
  // Of the processor, not the wall: on a busy machine a pause says nothing. Asking the system for it costs as much as a small input, so
  // it is asked only for an input that looked slow, read once more.
  const started = process.cpuUsage()
  readOne(seed, false)
  const { user, system } = process.cpuUsage(started)
  const usedMs = (user + system) / 1000
  if (usedMs > slowMs) fail({ seed, kind: 'slow', from: name, message: `${Math.round(usedMs)} ms for one input` })
}

/** @returns what the input was made from */
function readOne(seed: number, isCounted: boolean): string {
  let name = ''
  try {
    const input = makeInput(seed, seeds)
    name = input.name
    const { hasHeader, eventCount, stepsPerByte } = readInput(input.bytes, seed)
    const isFile = seed % inputsPerFile === 0
    if (isCounted) count(hasHeader, eventCount, isFile)
    if (stepsPerByte > cells[cell.worstStepsPerByte]!) {
      cells[cell.worstStepsPerByte] = stepsPerByte
      cells[cell.worstSeed] = seed
    }
    if (isFile) readInputAsFile(input.bytes, order.scratchFolder)
  } catch (error) {
    if (isCounted)
      fail({
        seed,
        kind: 'crash',
        from: name,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
  }
  return name
}

function count(hasHeader: boolean, eventCount: number, isFile: boolean): void {
  if (hasHeader) cells[cell.withHeader]!++
  if (eventCount > 0) cells[cell.withEvents]!++
  cells[cell.events]! += eventCount
  if (isFile) cells[cell.files]!++
}

function fail(failure: FuzzFailure): void {
  cells[cell.failures]!++
  parentPort?.postMessage(failure)
}
