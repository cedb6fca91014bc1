import { serveWorker } from './serve-worker.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import { type TraceDocumentData, type TraceDocumentProtocol, traceQueryNames } from './trace-document-protocol.ts'

/** Entry of the worker thread of an opened trace: carries messages, knows nothing. */
serveWorker<TraceDocumentProtocol>(({ send, data }) => {
  const engine = new TraceDocumentEngine(data as TraceDocumentData, send)
  return { ...engine }
})
