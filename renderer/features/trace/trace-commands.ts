import { formatCount } from '../../../shared/base/format.ts'
import type { TraceExportKind } from '../../../shared/model/trace.ts'
import type { TraceSelection } from '../../../shared/model/trace-selection.ts'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import type { TraceTableQuestion } from '../../../shared/model/trace-tables.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { appStore } from '../../store/create-store.ts'
import { notifyExported, reportAs, revealFile } from '../../commands/page-actions.ts'

const state = () => appStore.getState()

export function exportTrace(documentId: string, kind: TraceExportKind, selection: TraceSelection): void {
  background(
    invoke('traces.export', { documentId, kind, selection }).then(notifyExported),
    'traces.export',
    reportAs('Couldn’t export'),
  )
}

/** Everything received so far stays in the file. */
export function stopRecording(jobId: string): void {
  background(invoke('jobs.act', { jobId, action: 'stop' }), 'jobs.act', reportAs('Couldn’t stop the recording'))
}

/** Sorted and searched as it is shown. */
export function exportTable(documentId: string, question: TraceTableQuestion, format: TableFormat): void {
  background(
    invoke('traces.exportTable', { documentId, question, format }).then(notifyExported),
    'traces.exportTable',
    reportAs('Couldn’t export'),
  )
}

export function copyTable(documentId: string, question: TraceTableQuestion): void {
  background(
    invoke('traces.copyTable', { documentId, question }).then((count) => {
      state().addNotice({
        tone: 'ok',
        title: `${formatCount(count)} ${count === 1 ? 'row' : 'rows'} copied`,
        text: 'Tab-separated values',
      })
    }),
    'traces.copyTable',
    reportAs('Couldn’t copy'),
  )
}

/** The original stays as it is, byte for byte. */
export function repair(documentId: string): void {
  background(
    invoke('traces.repair', { documentId }).then((saved) => {
      if (saved !== null)
        state().addNotice({
          tone: 'ok',
          title: `Repaired copy saved, with ${formatCount(saved.eventCount)} events`,
          text: saved.path,
          action: { label: 'Show', run: () => revealFile(saved.path) },
        })
    }),
    'traces.repair',
    reportAs('Couldn’t save a repaired copy'),
  )
}
