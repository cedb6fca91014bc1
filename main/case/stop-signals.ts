import type { Disposable } from '../../shared/base/disposable.ts'
import type { InspectOutput } from '../inspect/print.ts'

/** A terminal sends the signal to everybody, and npm passes it on once more. */
const sameMs = 1500
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first one ends the step that runs and packs what is there; a later one ends the program. */
export function stopSignals(stop: AbortController, io: InspectOutput): Disposable {
  let firstMs: number | null = null
  const onSignal = (): void => {
    const nowMs = performance.now()
    if (firstMs === null) {
      firstMs = nowMs
      io.stderr('Stopping; what is there will be packed. Press again to leave it unpacked.\n')
      stop.abort('stopped')
    } else if (nowMs - firstMs > sameMs) process.exit(1)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return { dispose: () => signals.forEach((signal) => process.removeListener(signal, onSignal)) }
}
