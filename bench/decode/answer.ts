import { wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import { TraceDocumentEngine } from '../../main/workers/trace/trace-document-engine.ts'

/** Seconds from a file to the first page of its methods, through what the window of an opened trace asks. */
export async function answerSeconds(file: string): Promise<number> {
  const question = { table: 'methods', selection: wholeTrace, sortBy: null, isDescending: false, search: '' } as const
  const start = process.hrtime.bigint()
  const engine = new TraceDocumentEngine({ path: file }, () => undefined)
  const outcome = await engine.answer({ name: 'table', request: { question, fromRow: 0, rowCount: 200 } })
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  engine.close()
  if (!outcome.ok) throw new Error(`${file}: ${outcome.error.kind}`)
  return seconds
}
