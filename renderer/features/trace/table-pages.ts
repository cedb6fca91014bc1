import type { TraceCell, TraceTablePage, TraceTableQuestion } from '../../../shared/model/trace-tables.ts'
import { invoke } from '../../bridge/bridge.ts'
import { RowPages } from '../../bridge/row-pages.ts'

/** Rows of one question about a trace. */
export class TablePages extends RowPages<readonly TraceCell[], TraceTablePage> {
  readonly question: TraceTableQuestion
  /** Tells two questions apart. */
  readonly key: string
  #hasSecrets = false

  constructor(documentId: string, question: TraceTableQuestion, onChange: () => void) {
    super(
      'traces.table',
      (fromRow, rowCount) => invoke('traces.table', { documentId, question, fromRow, rowCount }),
      () => {
        this.#hasSecrets ||= this.newest?.hasSecrets === true
        onChange()
      },
    )
    this.question = question
    this.key = JSON.stringify(question)
  }

  /** Before the search. */
  get allRowCount(): number {
    return this.newest?.allRowCount ?? 0
  }

  /** Something that was fetched is hidden. */
  get hasSecrets(): boolean {
    return this.#hasSecrets
  }
}
