import { serveWorker } from '../serve-worker.ts'
import { HeapDocumentEngine } from './heap-document-engine.ts'
import type { HeapDocumentData, HeapDocumentProtocol } from './heap-document-protocol.ts'

/** Entry of the worker thread of an opened heap graph: carries messages, knows nothing. */
serveWorker<HeapDocumentProtocol>(({ send, data }) => {
  const { path, library } = data as HeapDocumentData
  const engine = new HeapDocumentEngine(
    path,
    (progress) => send({ kind: 'progress', ...progress }),
    library,
    (types) => send({ kind: 'types-so-far', types }),
  )
  return {
    questions: {
      summary: ({ isWhole }) => engine.summary(isWhole),
      types: ({ question, fromRow, rowCount }) => engine.types(question, fromRow, rowCount),
      type: ({ type, wantsWay }) => engine.type(type, wantsWay),
      tree: (question) => engine.tree(question),
      'find-in-tree': (question) => engine.findInTree(question),
      objects: ({ question, fromRow, rowCount }) => engine.objects(question, fromRow, rowCount),
      'compare-side': () => engine.compareSide(),
      compare: ({ against, question }) => engine.compare(against, question),
      'export-compare': ({ against, question, format, path: target }) =>
        engine.exportCompare(against, question, format, target),
      findings: () => engine.findings(),
      export: ({ question, path: target }) => engine.export(question, target),
      threads: () => engine.threads(),
      object: ({ node }) => engine.object(node),
      values: ({ node }) => engine.values(node),
    },
    onMessage: () => undefined,
    onClose: () => engine.close(),
  }
})
