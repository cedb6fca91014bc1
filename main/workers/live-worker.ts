import { parentPort, workerData } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import { LiveEngine } from './live-engine.ts'
import type { FromLiveWorker, LiveWorkerData, ToLiveWorker } from './live-protocol.ts'

/** Entry of the live worker thread: carries messages, knows nothing. */
const port = must(parentPort, 'this file runs as a worker thread')
const engine = new LiveEngine(workerData as LiveWorkerData, (message: FromLiveWorker, transfer: ArrayBuffer[]) =>
  port.postMessage(message, transfer),
)

port.on('message', (message: ToLiveWorker) => {
  if (message.kind === 'close') {
    engine.dispose()
    port.close()
  } else engine.receive(message)
})
