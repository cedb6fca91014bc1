import { isBaseModule } from '../../../../shared/model/module-origin.ts'
import type { FrameOrigin } from '../../../../shared/model/trace/trace-flame.ts'
import type { FunctionEntry } from '../../code/function-table.ts'
import { isOwnCode, type IsOwnCode } from './own-code.ts'

export function frameOrigin(entry: FunctionEntry, isOwn: IsOwnCode = isOwnCode): FrameOrigin {
  // Nobody knows whose it is; there is nothing to set it against.
  if (isOwn(entry) || entry.kind === 'foreign') return 'own'
  if (entry.kind !== 'managed' && entry.kind !== 'group') return 'base'
  if (entry.kind === 'group' && isOwn({ ...entry, kind: 'managed' })) return 'own'
  return entry.module === '' || isBaseModule(entry.module) ? 'base' : 'framework'
}
