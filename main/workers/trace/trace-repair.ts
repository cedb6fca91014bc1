import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { partNameOf } from '../../os/atomic-file.ts'
import { ioError } from '../../os/io-error.ts'
import { repairTrace } from '../recorder/repair-trace.ts'
import { removeFilesBeside } from '../recorder/symbols-file.ts'
import type { WrittenTrace } from '../recorder/written-trace.ts'
import { UnfinishedFile } from '../unfinished-files.ts'
import { isSameFile } from './file-identity.ts'

/** A valid copy of a trace that is damaged from `firstDamage` on; what is at `target` is replaced, but never the damaged trace itself. */
export function saveRepaired(source: string, firstDamage: number, target: string): Result<WrittenTrace, AppError> {
  if (isSameFile(source, target)) return err({ kind: 'io', operation: 'write', path: target, code: 'EEXIST' })
  using part = new UnfinishedFile(partNameOf(target))
  const repaired = repairTrace(source, part.path, firstDamage)
  if (!repaired.ok) return repaired
  try {
    part.putAt(target)
  } catch (error) {
    return err(ioError(error, 'write', target))
  }
  removeFilesBeside(target)
  return ok({ ...repaired.value, path: target })
}
