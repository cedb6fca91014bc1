import { asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { testRow } from '../../../testing/rows.ts'

/** A row of the user that the tests of this feature speak of. */
export function processRow(pid: number, changes: Partial<ProcessRow> = {}): ProcessRow {
  return testRow(pid, { userName: 'mara', ...changes })
}

export function keyOf(pid: number): ProcessRow['key'] {
  return asProcessKey(`${pid}:1`)
}
