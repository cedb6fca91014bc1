import type { ProcessRow } from '../../shared/model/process.ts'
import type { AppState } from '../store/create-store.ts'
import { selectActiveDocument } from '../store/navigation-slice.ts'

/** What the screen in front is about: the process of a live document, else the one that is picked in the list. */
export function selectTargetRow(state: AppState): ProcessRow | null {
  const active = selectActiveDocument(state)
  const key =
    active?.kind === 'live' && active.liveTarget.kind === 'process'
      ? active.liveTarget.processKey
      : active !== undefined && 'recordTarget' in active
        ? active.recordTarget.processKey
        : state.selectedProcessKey
  return key === null ? null : (state.processRows.find((row) => row.key === key) ?? null)
}

/** The same, when its port takes sessions. */
export function selectRecordableRow(state: AppState): ProcessRow | null {
  const row = selectTargetRow(state)
  const isOpen = row !== null && (row.state === 'ready' || row.state === 'limited' || row.state === 'suspended')
  return isOpen ? row : null
}

/** Also one that cannot be dumped now: its page says why. */
export function selectDumpableRow(state: AppState): ProcessRow | null {
  const row = selectTargetRow(state)
  return row !== null && (selectRecordableRow(state) !== null || row.state === 'stopped') ? row : null
}

/** Also one that stands still, where this machine knows something about it. */
export function selectCaseRow(state: AppState): ProcessRow | null {
  const row = selectDumpableRow(state)
  return row?.machine === undefined ? row : selectRecordableRow(state)
}
