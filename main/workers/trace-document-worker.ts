import { parentPort, workerData } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { FromTraceDocument, ToTraceDocument, TraceDocumentData } from './trace-document-protocol.ts'

/** Entry of the worker thread of an opened trace: carries messages, knows nothing. */
const port = must(parentPort, 'this file runs as a worker thread')
const engine = new TraceDocumentEngine(workerData as TraceDocumentData, (message: FromTraceDocument) =>
  port.postMessage(message),
)

port.on('message', (message: ToTraceDocument) => {
  if (message.kind === 'close') {
    engine.close()
    port.close()
    return
  }
  engine.answer(message.queryId, message.query).catch((error: unknown) => {
    // A bug of ours: the thread ends with it, and its host tells the page.
    setImmediate(() => {
      throw error
    })
  })
})
