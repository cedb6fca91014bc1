import type { TraceExportKind } from '../../../shared/model/trace/trace.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import type { TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { notifyExported, reportAs, revealFile } from '../../commands/page-actions.ts'
import { traceLabels } from './trace-labels.ts'

const state = () => appStore.getState()

export function exportTrace(documentId: string, kind: TraceExportKind, selection: TraceSelection): void {
  background(
    invoke('traces.export', { documentId, kind, selection }).then(notifyExported),
    'traces.export',
    reportAs(traceLabels.commands.couldntExport),
  )
}

/** Everything received so far stays in the file. */
export function stopRecording(jobId: string): void {
  background(
    invoke('jobs.act', { jobId, action: 'stop' }),
    'jobs.act',
    reportAs(traceLabels.commands.couldntStopTheRecording),
  )
}

/** Sorted and searched as it is shown. */
export function exportTable(documentId: string, question: TraceTableQuestion, format: TableFormat): void {
  background(
    invoke('traces.exportTable', { documentId, question, format }).then(notifyExported),
    'traces.exportTable',
    reportAs(traceLabels.commands.couldntExport),
  )
}

export function copyTable(documentId: string, question: TraceTableQuestion): void {
  background(
    invoke('traces.copyTable', { documentId, question }).then((count) => {
      state().addNotice({
        tone: 'ok',
        title: traceLabels.commands.copied(count),
        text: traceLabels.commands.tabSeparatedValues,
      })
    }),
    'traces.copyTable',
    reportAs(traceLabels.commands.couldntCopy),
  )
}

/** The original stays as it is, byte for byte. */
export function repair(documentId: string): void {
  background(
    invoke('traces.repair', { documentId }).then((saved) => {
      if (saved !== null)
        state().addNotice({
          tone: 'ok',
          title: traceLabels.commands.repaired(saved.eventCount),
          text: saved.path,
          action: { label: traceLabels.commands.show, run: () => revealFile(saved.path) },
        })
    }),
    'traces.repair',
    reportAs(traceLabels.commands.couldntRepair),
  )
}
