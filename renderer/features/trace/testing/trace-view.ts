import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import type { WholeTraceView } from '../view/trace-view-provider.tsx'

const nothing = () => undefined

/** For tests of one view: a trace with its running samples selected. */
export function viewOf(changes: Partial<WholeTraceView>): WholeTraceView {
  return {
    target: { documentId: 'trace-1', path: '/x/a.nettrace', name: 'a.nettrace', sizeBytes: 1 },
    summary: { imported: null } as TraceSummary,
    tab: 'flame',
    selection: { ...wholeTrace, classes: ['running'] },
    frame: null,
    eventFilter: '',
    eventFields: [],
    setEventFields: nothing,
    baseline: null,
    compareWith: nothing,
    revision: 0,
    growth: null,
    setEventFilter: nothing,
    search: '',
    goTo: nothing,
    select: nothing,
    addTransform: nothing,
    findingId: null,
    pickFinding: nothing,
    pickFrame: nothing,
    setSearch: nothing,
    showRows: nothing,
    wantedRows: null,
    ...changes,
  }
}
