import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import type * as Document from '../trace-document-worker.ts'
import type { TraceThreadData } from '../trace-document-protocol.ts'
import { runCode } from './compiled-code.ts'

/** Entry of the thread of an opened trace. Its code is a file of its own: most of its start was compiling it. */
const { compiledCode } = workerData as TraceThreadData
const code = runCode<typeof Document>(join(__dirname, 'trace-document-code.cjs'), compiledCode)
code.exports.serveTraceDocument(code.isReused ? null : code.compiled)
