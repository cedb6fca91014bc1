import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceBaseline } from '../../../store/compare-slice.ts'
import type { TraceTarget } from '../../../store/navigation-slice.ts'
import { partWords } from '../view/selection-words.ts'

/** What is selected of a recording, to compare something else with. */
export function baselineOf(target: TraceTarget, summary: TraceSummary, selection: TraceSelection): TraceBaseline {
  const part = partWords(summary, selection)
  return {
    documentId: target.documentId,
    name: part === '' ? target.name : `${target.name}, ${part}`,
    selection: { ...selection, transforms: [] },
  }
}
