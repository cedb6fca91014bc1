import { isBaseModule } from '../../../../shared/model/module-origin.ts'
import type { FrameOrigin } from '../../../../shared/model/trace/trace-flame.ts'
import type { FunctionEntry } from '../../code/function-table.ts'
import { isOwnCode } from './own-code.ts'

export function frameOrigin(entry: FunctionEntry): FrameOrigin {
  // Nobody knows whose it is; there is nothing to set it against.
  if (isOwnCode(entry) || entry.kind === 'foreign') return 'own'
  if (entry.kind !== 'managed' && entry.kind !== 'group') return 'base'
  if (entry.module === '' || isBaseModule(entry.module)) return 'base'
  return entry.kind === 'group' && isOwnCode({ ...entry, kind: 'managed' }) ? 'own' : 'framework'
}
