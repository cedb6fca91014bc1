import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { TraceService } from '../../diagnostics/traces/trace-service.ts'
import type { TraceDocumentHost } from '../../workers/trace/trace-document-host.ts'

export async function withDocument<Value>(
  traces: TraceService,
  documentId: string,
  use: (document: TraceDocumentHost) => Promise<Result<Value, AppError>> | Result<Value, AppError>,
): Promise<Result<Value, AppError>> {
  const document = traces.document(documentId)
  return document.ok ? use(document.value) : document
}
