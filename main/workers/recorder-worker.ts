import { parentPort, workerData } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import { RecorderEngine } from './recorder-engine.ts'
import type { FromRecorder, RecorderData, ToRecorder } from './recorder-protocol.ts'

/** Entry of the recorder thread: carries messages, knows nothing. */
const port = must(parentPort, 'this file runs as a worker thread')
const data = workerData as RecorderData
const engine = new RecorderEngine(data, (message: FromRecorder, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer),
)
let isIdleAsked = false

engine.open()
port.on('message', (message: ToRecorder) => {
  if (engine.receive(message)) {
    port.close()
    data.follower?.close()
    return
  }
  if (isIdleAsked) return
  isIdleAsked = true
  // After every message that is already here.
  setImmediate(() => {
    isIdleAsked = false
    engine.idle()
  })
})
