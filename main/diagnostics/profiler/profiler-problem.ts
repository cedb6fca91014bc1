import type { AppError } from '../../../shared/base/errors.ts'
import type { ProfilerProblem } from '../../../shared/model/profiler.ts'
import { errorCodes } from '../../protocol/error-codes.ts'

const byCode: ReadonlyMap<number, ProfilerProblem> = new Map<number, ProfilerProblem>([
  [errorCodes.moduleNotFound, 'library-not-found'],
  [errorCodes.badExeFormat, 'wrong-architecture'],
  [errorCodes.procedureNotFound, 'no-entry-point'],
  [errorCodes.classNotAvailable, 'unknown-class-id'],
  [errorCodes.profilerAlreadyActive, 'already-active'],
  [errorCodes.profilerDetaching, 'still-detaching'],
  [errorCodes.notYetAvailable, 'still-starting'],
  [errorCodes.runtimeUninitialized, 'still-starting'],
  [errorCodes.profilerNotAttachable, 'startup-only'],
  [errorCodes.callback3Required, 'too-old-for-attach'],
  [errorCodes.unsupportedForAttachingProfiler, 'events-need-startup'],
  [errorCodes.irreversibleInstrumentation, 'cannot-detach'],
  [errorCodes.concurrentGcNotProfilable, 'needs-non-concurrent-gc'],
  [errorCodes.timeoutWaitingForConcurrentGc, 'gc-took-too-long'],
  [errorCodes.debuggingDisabled, 'diagnostics-disabled'],
  [errorCodes.notSupported, 'flavour'],
])

/** Null for failures that are not about the profiler (process gone, no permission). */
export function profilerProblem(error: AppError): ProfilerProblem | null {
  if (error.kind === 'timeout') return 'no-answer'
  if (error.kind === 'unsupported') return 'flavour'
  // Whatever else comes back is what the library's own InitializeForAttach returned, passed through.
  return error.kind === 'runtime-error' ? (byCode.get(error.code) ?? 'declined') : null
}
