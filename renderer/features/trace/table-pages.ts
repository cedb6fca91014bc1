import type { TraceCell, TraceTablePage, TraceTableQuestion } from '../../../shared/model/trace/trace-tables.ts'
import { invoke } from '../../bridge/bridge.ts'
import { RowPages } from '../../bridge/row-pages.ts'
import { identityPlaces, isSameRow } from './row-identity.ts'

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

  /** Of which the file says nothing. */
  get absentColumns(): readonly string[] {
    return this.newest?.absentColumns ?? []
  }

  /** The event at a place; null: it is on its way. */
  eventAt(place: number): number | null {
    for (const [firstRow, { eventIndexes }] of this.loaded())
      if (place >= firstRow && place < firstRow + (eventIndexes?.length ?? 0)) return eventIndexes![place - firstRow]!
    return null
  }

  /** Where an event stands among the rows that are here; null: not among them. */
  placeOfEvent(eventIndex: number): number | null {
    for (const [firstRow, { eventIndexes }] of this.loaded()) {
      const at = eventIndexes?.indexOf(eventIndex) ?? -1
      if (at >= 0) return firstRow + at
    }
    return null
  }

  /** The same row as before, the nearest one to where it was; null: it is not among the rows that are here. */
  placeOfRow(cells: readonly TraceCell[], formerPlace: number): number | null {
    const places = identityPlaces(this.question.table)
    let nearest: number | null = null
    for (const [firstRow, { rows }] of this.loaded())
      for (const [at, row] of rows.entries()) {
        if (!isSameRow(places, row, cells)) continue
        const place = firstRow + at
        if (nearest === null || Math.abs(place - formerPlace) < Math.abs(nearest - formerPlace)) nearest = place
      }
    return nearest
  }

  /** Something that was fetched is hidden. */
  get hasSecrets(): boolean {
    return this.#hasSecrets
  }
}
