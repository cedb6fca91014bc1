import type { AppError } from '../../shared/base/errors.ts'
import type { RuntimeErrorName } from '../../shared/model/runtime-errors.ts'
import { draftErrorNames } from './drafts.ts'

/** HRESULTs a runtime puts into an error message, as unsigned numbers. */
export const errorCodes = {
  badEncoding: 0x80131384,
  unknownCommand: 0x80131385,
  unknownMagic: 0x80131386,
  unknownError: 0x80131387,
  notSupported: 0x80131515,
  fail: 0x80004005,
  invalidArgument: 0x80070057,
  notYetAvailable: 0x8013135b,
  runtimeUninitialized: 0x80131371,
  insufficientBuffer: 0x8007007a,
  /** What runtimes send; the published document prints 0x800000CB. */
  variableNotFound: 0x800700cb,
  variableNotFoundAsDocumented: 0x800000cb,
  moduleNotFound: 0x8007007e,
  procedureNotFound: 0x8007007f,
  /** Windows: a file that is no library, or one for another processor. */
  badExeFormat: 0x800700c1,
  classNotAvailable: 0x80040111,
  profilerAlreadyActive: 0x8013136a,
  profilerNotAttachable: 0x80131368,
  profilerDetaching: 0x80131367,
  callback3Required: 0x8013136e,
  unsupportedForAttachingProfiler: 0x8013136f,
  irreversibleInstrumentation: 0x80131370,
  profilerCancelActivation: 0x80131375,
  concurrentGcNotProfilable: 0x80131376,
  debuggingDisabled: 0x80131378,
  timeoutWaitingForConcurrentGc: 0x80131379,
} as const

/** Why a runtime most likely answered so; the renderer words it, and says what to do next. */
export type LikelyReason =
  | 'request-not-understood'
  | 'command-unknown'
  | 'not-a-diagnostics-port'
  | 'flavour-cannot'
  | 'session-slots-full-or-internal'
  | 'not-possible-now'
  | 'still-starting'
  | 'already-unset'
  | 'profiler-library'
  | 'profiler-conflict'
  | 'preview-runtime'
  | 'unspecified'

interface ErrorFacts {
  readonly name: RuntimeErrorName
  readonly likelyReason: LikelyReason
}

const table: ReadonlyMap<number, ErrorFacts> = new Map<number, ErrorFacts>([
  [errorCodes.badEncoding, { name: 'BAD_ENCODING', likelyReason: 'request-not-understood' }],
  [errorCodes.unknownCommand, { name: 'UNKNOWN_COMMAND', likelyReason: 'command-unknown' }],
  [errorCodes.unknownMagic, { name: 'UNKNOWN_MAGIC', likelyReason: 'not-a-diagnostics-port' }],
  [errorCodes.unknownError, { name: 'UNKNOWN_ERROR', likelyReason: 'unspecified' }],
  [errorCodes.notSupported, { name: 'NOTSUPPORTED', likelyReason: 'flavour-cannot' }],
  [errorCodes.fail, { name: 'E_FAIL', likelyReason: 'session-slots-full-or-internal' }],
  [errorCodes.invalidArgument, { name: 'E_INVALIDARG', likelyReason: 'not-possible-now' }],
  [errorCodes.notYetAvailable, { name: 'NOT_YET_AVAILABLE', likelyReason: 'still-starting' }],
  [errorCodes.runtimeUninitialized, { name: 'RUNTIME_UNINITIALIZED', likelyReason: 'still-starting' }],
  [errorCodes.insufficientBuffer, { name: 'INSUFFICIENT_BUFFER', likelyReason: 'unspecified' }],
  [errorCodes.variableNotFound, { name: 'ENVVAR_NOT_FOUND', likelyReason: 'already-unset' }],
  [errorCodes.variableNotFoundAsDocumented, { name: 'ENVVAR_NOT_FOUND', likelyReason: 'already-unset' }],
  [errorCodes.moduleNotFound, { name: 'MODULE_NOT_FOUND', likelyReason: 'profiler-library' }],
  [errorCodes.badExeFormat, { name: 'BAD_EXE_FORMAT', likelyReason: 'profiler-library' }],
  [errorCodes.procedureNotFound, { name: 'PROCEDURE_NOT_FOUND', likelyReason: 'profiler-library' }],
  [errorCodes.classNotAvailable, { name: 'CLASS_NOT_AVAILABLE', likelyReason: 'profiler-library' }],
  [errorCodes.profilerAlreadyActive, { name: 'PROFILER_ALREADY_ACTIVE', likelyReason: 'profiler-conflict' }],
  [errorCodes.profilerNotAttachable, { name: 'PROFILER_NOT_ATTACHABLE', likelyReason: 'profiler-library' }],
  [errorCodes.profilerDetaching, { name: 'PROFILER_DETACHING', likelyReason: 'profiler-conflict' }],
  [errorCodes.callback3Required, { name: 'CALLBACK3_REQUIRED', likelyReason: 'profiler-library' }],
  [
    errorCodes.unsupportedForAttachingProfiler,
    { name: 'UNSUPPORTED_FOR_ATTACHING_PROFILER', likelyReason: 'profiler-library' },
  ],
  [
    errorCodes.irreversibleInstrumentation,
    { name: 'IRREVERSIBLE_INSTRUMENTATION_PRESENT', likelyReason: 'profiler-conflict' },
  ],
  [errorCodes.profilerCancelActivation, { name: 'PROFILER_CANCEL_ACTIVATION', likelyReason: 'profiler-library' }],
  [errorCodes.concurrentGcNotProfilable, { name: 'CONCURRENT_GC_NOT_PROFILABLE', likelyReason: 'profiler-conflict' }],
  [errorCodes.debuggingDisabled, { name: 'DEBUGGING_DISABLED', likelyReason: 'not-possible-now' }],
  [
    errorCodes.timeoutWaitingForConcurrentGc,
    { name: 'TIMEOUT_WAITING_FOR_CONCURRENT_GC', likelyReason: 'not-possible-now' },
  ],
])

/** Name of a code as in the runtime's sources, or its hexadecimal form when it is in no table. */
export function errorName(code: number): string {
  return table.get(code)?.name ?? draftErrorNames.get(code) ?? `0x${code.toString(16).toUpperCase().padStart(8, '0')}`
}

export function likelyReason(code: number): LikelyReason {
  return table.get(code)?.likelyReason ?? (draftErrorNames.has(code) ? 'preview-runtime' : 'unspecified')
}

/** The one way an error message of a runtime becomes an error of ours. */
export function runtimeError(command: string, code: number, text: string | null): AppError {
  return { kind: 'runtime-error', command, code, name: errorName(code), text }
}

/** True for the only answer that allows the next lower version of a command to be tried. */
export function isUnknownCommand(error: AppError): boolean {
  return error.kind === 'runtime-error' && error.code === errorCodes.unknownCommand
}
