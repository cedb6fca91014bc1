import { must } from '../../../shared/base/assert.ts'
import type { TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { type QuestionContext, serveWorker, type WorkerHandlers, type WorkerSide } from '../serve-worker.ts'
import { Practice, practiceReading } from './practice/practice-reading.ts'
import { holdsOnlyHeapWalk } from './only-heap-walk.ts'
import type { CompiledCode } from './start/compiled-code.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type {
  TraceDocumentProtocol,
  TraceJob,
  TraceJobName,
  TraceJobs,
  TraceQueries,
  TraceQuery,
  TraceQueryName,
} from './trace-document-protocol.ts'

/**
 * The worker thread of an opened trace: carries messages, knows nothing. It may be there before anybody knows which file it is for.
 *
 * @param compiled what V8 has made of this code, asked for once most of it has run; null: nobody needs it
 */
export function serveTraceDocument(compiled: (() => CompiledCode) | null): void {
  serveWorker<TraceDocumentProtocol>(({ send }) => handlersOf(send, compiled))
}

function handlersOf(
  send: WorkerSide<TraceDocumentProtocol>['send'],
  compiled: (() => CompiledCode) | null,
): WorkerHandlers<TraceDocumentProtocol> {
  let opened: TraceDocumentEngine | null = null
  const practice = new Practice(practiceReading(), () => {
    if (compiled !== null) send({ kind: 'compiled', code: compiled() })
  })
  practice.begin()
  const engine = (): TraceDocumentEngine => must(opened, 'open comes before what is asked of a file')
  const ask =
    <Name extends TraceQueryName>(name: Name) =>
    (request: TraceQueries[Name]['asks']) =>
      engine().answer({ name, request } as TraceQuery) as Promise<Result<TraceQueries[Name]['gets'], AppError>>
  const work =
    <Name extends TraceJobName>(name: Name) =>
    (request: TraceJobs[Name]['asks'], context: QuestionContext<TrimProgress>) =>
      engine().trim({ name, request } as TraceJob, context) as Promise<Result<TraceJobs[Name]['gets'], AppError>>
  return {
    questions: {
      summary: ask('summary'),
      export: ask('export'),
      table: ask('table'),
      'compare-side': ask('compare-side'),
      compare: ask('compare'),
      'compare-stacks': ask('compare-stacks'),
      'compare-flame': ask('compare-flame'),
      'compare-events-side': ask('compare-events-side'),
      'compare-events': ask('compare-events'),
      'event-words': ask('event-words'),
      'event-matches': ask('event-matches'),
      event: ask('event'),
      'events-between': ask('events-between'),
      flame: ask('flame'),
      'stack-chart': ask('stack-chart'),
      timeline: ask('timeline'),
      frame: ask('frame'),
      'code-origin': ask('code-origin'),
      waterfall: ask('waterfall'),
      tree: ask('tree'),
      findings: ask('findings'),
      overview: ask('overview'),
      'table-text': ask('table-text'),
      'table-export': ask('table-export'),
      repair: ask('repair'),
      trim: work('trim'),
      'trim-counts': work('trim-counts'),
      'only-heap-walk': ({ path }) => ok(holdsOnlyHeapWalk(path)),
    },
    onMessage(message) {
      if (message.kind === 'finish') return engine().finish()
      practice.end()
      opened = new TraceDocumentEngine(message, send)
    },
    onClose() {
      practice.end()
      opened?.close()
    },
  }
}
