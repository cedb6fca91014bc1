import { type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import type { LatestAnswer } from '../../../bridge/use-latest-answer.ts'
import { useAnswer } from '../view/use-answer.ts'

/** What the checks find in the time and on the threads that are selected, by the rules of the selection; the last answer stays until the next is there. */
export function useFindings(
  documentId: string,
  { range, threads, ownCode }: TraceSelection,
): LatestAnswer<'traces.findings'> {
  return useAnswer('traces.findings', { documentId, selection: { ...wholeTrace, range, threads, ownCode } })
}
