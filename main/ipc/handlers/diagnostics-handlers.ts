import { ok } from '../../../shared/base/result.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import type { AppLog } from '../../logging/log.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askWhereToSave } from '../dialogs.ts'
import type { Handlers } from '../request-context.ts'
import { saveTo } from './file-handlers.ts'

type DiagnosticsChannels = 'diagnostics.queues' | 'diagnostics.log' | 'diagnostics.saveReport'

export interface DiagnosticsHandlerParts {
  readonly log: AppLog
  readonly grants: PathGrants
  queues(): readonly QueueReport[]
  /** The redacted text of a problem report. */
  composeReport(): string
  now(): number
}

export function diagnosticsHandlers(parts: DiagnosticsHandlerParts): Pick<Handlers, DiagnosticsChannels> {
  return {
    'diagnostics.queues': () => ok(parts.queues()),
    'diagnostics.log': ({ maxRecords }) => ok(parts.log.recent(maxRecords)),
    'diagnostics.saveReport': async (_request, { page }) => {
      const day = new Date(parts.now()).toISOString().slice(0, 10)
      const chosen = await askWhereToSave(page.window, `pipescope-report-${day}.json`, [
        { name: 'JSON file', extensions: ['json'] },
      ])
      if (chosen === null) return ok(null)
      const report = parts.composeReport()
      const written = await saveTo(chosen, report)
      if (!written.ok) return written
      parts.grants.add(chosen)
      return ok({ path: chosen, sizeBytes: Buffer.byteLength(report) })
    },
  }
}
