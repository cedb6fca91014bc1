import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import { LiveEngine } from './live-engine.ts'
import type { LiveProtocol, LiveWorkerData } from './live-protocol.ts'
import { serveWorker } from '../serve-worker.ts'

/** Entry of the live worker thread: carries messages, knows nothing. */
serveWorker<LiveProtocol>(({ send, data }) => {
  const engine = new LiveEngine(data as LiveWorkerData, send)
  return {
    questions: engine.answers,
    onMessage: (message) => engine.receive(message),
    onClose: () => engine.dispose(),
    transferOf: buffersOf,
  }
})

function buffersOf(outcome: Result<unknown, AppError>): readonly ArrayBuffer[] {
  if (!outcome.ok) return []
  return [outcome.value].flat().filter((part) => part instanceof ArrayBuffer)
}
