import { describe, expect, it } from 'vitest'
import { errorCodes, runtimeError } from '../../protocol/error-codes.ts'
import { profilerProblem } from './profiler-problem.ts'

describe('why a profiler was not attached', () => {
  it.each([
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
    [errorCodes.profilerCancelActivation, 'declined'],
    [errorCodes.fail, 'declined'],
    [0x8000ffff, 'declined'],
  ])('is named by the code %i as %s', (code, problem) => {
    expect(profilerProblem(runtimeError('AttachProfiler', code, null))).toBe(problem)
  })

  it('is not about the profiler when the process is gone or does not answer', () => {
    expect(profilerProblem({ kind: 'process-gone', pid: 1 })).toBeNull()
    expect(profilerProblem({ kind: 'timeout', operation: 'AttachProfiler', timeoutMs: 1 })).toBe('no-answer')
  })
})
