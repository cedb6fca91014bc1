import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { repairPlan } from '../../analysis/exports/repair-plan.ts'
import { runSteps, type WrittenTrace, writeTraceSteps } from './written-trace.ts'

const stepBytes = 2 ** 20

/**
 * Writes a valid trace of everything before the first damage. The result is read again before it counts; what does not read
 * as whole is removed. An existing file is never written over. In this thread: call it in a worker, or in a command.
 */
export function repairTrace(from: string, to: string, limit: number): Result<WrittenTrace, AppError> {
  const written = runSteps(
    writeTraceSteps(from, to, 'repaired trace', function* (source, write) {
      for (const piece of repairPlan(source, limit)) {
        if ('bytes' in piece) write(piece.bytes)
        else
          for (let offset = piece.from; offset < piece.to; offset += stepBytes) {
            write(source.read(offset, Math.min(stepBytes, piece.to - offset)))
            yield offset
          }
      }
    }),
  )
  return written.ok ? ok(written.value.file) : written
}
