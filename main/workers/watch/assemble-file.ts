import fs from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, type Result } from '../../../shared/base/result.ts'
import type { JoinedCounts } from '../../../shared/model/flight.ts'
import { joinTraces, type JoinOrder } from '../../analysis/trim/join-traces.ts'
import { writeAll } from '../write-all.ts'
import { KeptSource, type KeptStream, readPieces, stretchesOf } from '../recorder/kept-pieces.ts'
import { ioError } from '../../os/io-error.ts'

/** So that a thread can be cancelled in between. */
const sliceMs = 50

export interface AssembleOrder extends JoinOrder {
  /** Must not exist. */
  readonly to: string
  readonly streams: readonly KeptStream[]
}

/** Makes one file of what a flight recorder has kept. Whatever fails, no file is left. */
export async function assembleFile(
  { to, streams, ...order }: AssembleOrder,
  signal: AbortSignal,
  onProgress: (doneBytes: number) => void,
): Promise<Result<JoinedCounts, AppError>> {
  const sources: KeptSource[] = []
  let target: number | null = null
  let isWhole = false
  try {
    target = fs.openSync(to, 'wx', 0o600)
    const file = target
    const joined = streams.map((stream) => {
      const pieces = 'folder' in stream ? readPieces(stream.folder) : stream.pieces
      const source = new KeptSource(pieces)
      sources.push(source)
      return { source, stretches: stretchesOf(pieces), keeps: stream.keeps }
    })
    const steps = joinTraces(joined, order, (bytes) => writeAll(file, bytes))
    const outcome = await inSlices(steps, signal, onProgress)
    fs.fsyncSync(file)
    isWhole = outcome.ok
    return outcome
  } catch (error) {
    return err(ioError(error, 'write', to))
  } finally {
    for (const source of sources) source.dispose()
    if (target !== null) {
      fs.closeSync(target)
      if (!isWhole) fs.rmSync(to, { force: true })
    }
  }
}

async function inSlices<Value>(
  steps: Generator<number, Result<Value, AppError>>,
  signal: AbortSignal,
  onProgress: (doneBytes: number) => void,
): Promise<Result<Value, AppError>> {
  let sliceEndMs = performance.now() + sliceMs
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() < sliceEndMs) continue
    onProgress(step.value)
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other
    await nextTurn()
    if (signal.aborted) return err({ kind: 'cancelled' })
    sliceEndMs = performance.now() + sliceMs
  }
}
