import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { TraceService } from '../../diagnostics/traces/trace-service.ts'
import type { TraceDocumentHost } from '../../workers/trace/trace-document-host.ts'
import { askWhereToSave } from '../dialogs.ts'
import type { RequestContext } from '../request-context.ts'

export async function withDocument<Value>(
  traces: TraceService,
  documentId: string,
  use: (document: TraceDocumentHost) => Promise<Result<Value, AppError>> | Result<Value, AppError>,
): Promise<Result<Value, AppError>> {
  const document = traces.document(documentId)
  return document.ok ? use(document.value) : document
}

/** Where to save what is made of a trace: beside it, under a name of its own. Null: the dialog was closed. */
export function askTarget(
  { page }: RequestContext,
  tracePath: string,
  suffix: string,
  extension: string,
): Promise<string | null> {
  const { dir, name } = path.parse(tracePath)
  const suggested = path.join(dir, `${name}${suffix}.${extension}`)
  return askWhereToSave(page.window, suggested, [{ name: `${extension} file`, extensions: [extension] }])
}
