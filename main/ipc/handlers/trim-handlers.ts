import { err, ok } from '../../../shared/base/result.ts'
import type { TrimProgress } from '../../../shared/model/trace/trace-trim.ts'
import type { TraceService } from '../../diagnostics/traces/trace-service.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import type { Handlers } from '../request-context.ts'
import { askTarget } from '../dialogs.ts'
import { withDocument } from './trace-targets.ts'

type TrimChannels = 'traces.trimCounts' | 'traces.trim' | 'traces.trimProgress' | 'traces.stopTrim'

interface TrimParts {
  readonly traces: TraceService
  /** Of opened documents, by their ids. */
  readonly paths: ReadonlyMap<string, string>
  readonly grants: PathGrants
}

interface Saving {
  readonly abort: AbortController
  progress: TrimProgress | null
}

/** A document saves one part at a time, and counts for one selection at a time. */
export function trimHandlers({ traces, paths, grants }: TrimParts): Pick<Handlers, TrimChannels> {
  const counts = new Map<string, AbortController>()
  const savings = new Map<string, Saving>()
  return {
    'traces.trimCounts': ({ documentId, selection, redaction }) =>
      withDocument(traces, documentId, async (document) => {
        counts.get(documentId)?.abort()
        const abort = new AbortController()
        counts.set(documentId, abort)
        const counted = await document.ask('trim-counts', { order: { selection, redaction } }, { signal: abort.signal })
        if (counts.get(documentId) === abort) counts.delete(documentId)
        return counted
      }),
    'traces.trim': ({ documentId, selection, redaction }, context) =>
      withDocument(traces, documentId, async (document) => {
        if (savings.has(documentId))
          return err({ kind: 'invalid-request', what: 'part', detail: 'another part is being saved' })
        const saving: Saving = { abort: new AbortController(), progress: null }
        savings.set(documentId, saving)
        try {
          const target = await askTarget(context.page.window, paths.get(documentId) ?? '', '-part', 'nettrace')
          if (target === null) return ok(null)
          const saved = await document.ask(
            'trim',
            { order: { selection, redaction }, path: target },
            { signal: saving.abort.signal, onProgress: (progress) => (saving.progress = progress) },
          )
          if (saved.ok) grants.add(target)
          return saved
        } finally {
          savings.delete(documentId)
        }
      }),
    'traces.trimProgress': ({ documentId }) => ok(savings.get(documentId)?.progress ?? null),
    'traces.stopTrim': ({ documentId }) => {
      savings.get(documentId)?.abort.abort()
      return ok(null)
    },
  }
}
