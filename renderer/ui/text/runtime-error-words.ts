import { draftErrorPrefix, type RuntimeErrorName } from '../../../shared/model/runtime-errors.ts'

/** What an error of a runtime means and what to do about it. */
export interface RuntimeErrorWords {
  readonly why: string
  readonly next: string
}

/** By name, where a command makes no difference. */
const byName: Readonly<Record<RuntimeErrorName, RuntimeErrorWords>> = {
  BAD_ENCODING: {
    why: 'It could not read the request. It may be too old for one of the chosen options.',
    next: 'Try fewer options; if it stays so, save a problem report, because the mistake is ours.',
  },
  UNKNOWN_COMMAND: {
    why: 'It does not know this command; it is too old for it.',
    next: 'Run the program on a newer runtime.',
  },
  UNKNOWN_MAGIC: { why: 'It did not recognise the protocol.', next: 'Something else may listen on this port.' },
  UNKNOWN_ERROR: { why: 'It failed and says no more.', next: 'Try again; look at the log of the process.' },
  NOTSUPPORTED: {
    why: 'This kind of runtime (Mono or Native AOT) does not support it.',
    next: 'Run the program on the ordinary runtime to use it.',
  },
  E_FAIL: {
    why: 'It could not do it; often all session slots are taken, or the process is just ending.',
    next: 'Close other diagnostic tools and try again.',
  },
  E_INVALIDARG: { why: 'It did not accept an argument.', next: 'Check what was entered.' },
  NOT_YET_AVAILABLE: { why: 'The runtime is still starting.', next: 'Wait a moment, or resume it, and try again.' },
  RUNTIME_UNINITIALIZED: { why: 'The runtime is still starting.', next: 'Wait a moment, or resume it, and try again.' },
  INSUFFICIENT_BUFFER: { why: 'Its answer did not fit.', next: 'Try again; save a problem report if it stays so.' },
  ENVVAR_NOT_FOUND: { why: 'The variable is not set in that process.', next: 'Nothing needs to be done.' },
  MODULE_NOT_FOUND: {
    why: 'It could not load the library: the file is missing there, or something it needs is.',
    next: 'Give the full path as the process itself sees it, also when it runs in a container.',
  },
  PROCEDURE_NOT_FOUND: {
    why: 'That file is a library, but no .NET profiler.',
    next: 'Choose the profiler’s own file.',
  },
  CLASS_NOT_AVAILABLE: { why: 'The library does not know this class id.', next: 'Check the profiler’s class id.' },
  PROFILER_ALREADY_ACTIVE: {
    why: 'Another profiler is loaded in this process.',
    next: 'Detach it first, or restart the process.',
  },
  PROFILER_NOT_ATTACHABLE: {
    why: 'This profiler does not want to be attached.',
    next: 'Load it when the program starts.',
  },
  PROFILER_DETACHING: { why: 'The previous profiler is still being unloaded.', next: 'Wait a moment and try again.' },
  CALLBACK3_REQUIRED: { why: 'This profiler is too old for attaching.', next: 'Load it when the program starts.' },
  UNSUPPORTED_FOR_ATTACHING_PROFILER: {
    why: 'This profiler asks for something that only works from the start.',
    next: 'Load it when the program starts.',
  },
  IRREVERSIBLE_INSTRUMENTATION_PRESENT: {
    why: 'The loaded profiler has changed code for good and cannot be unloaded.',
    next: 'Restart the process.',
  },
  PROFILER_CANCEL_ACTIVATION: {
    why: 'The profiler declined to load into this process.',
    next: 'Look at the profiler’s own log.',
  },
  CONCURRENT_GC_NOT_PROFILABLE: {
    why: 'This profiler needs concurrent collection to be off.',
    next: 'Start the program with DOTNET_gcConcurrent=0.',
  },
  DEBUGGING_DISABLED: {
    why: 'Debugger support is turned off in this process.',
    next: 'Start it without DOTNET_EnableDiagnostics=0.',
  },
  TIMEOUT_WAITING_FOR_CONCURRENT_GC: {
    why: 'A garbage collection took longer than the time that was given.',
    next: 'Try again with a longer time.',
  },
}

const preview: RuntimeErrorWords = {
  why: 'It answers like a preview of .NET Core 3.0.',
  next: 'Run the program on a released runtime.',
}

const byCommand: readonly (readonly [RegExp, RuntimeErrorName, RuntimeErrorWords])[] = [
  [
    /^GenerateCoreDump/,
    'E_FAIL',
    {
      why: 'The dump could not be written.',
      next: 'Check that its folder is there for the process, may be written by its user and has room.',
    },
  ],
  [
    /^AttachProfiler/,
    'E_FAIL',
    { why: 'The profiler could not be started.', next: 'Check its path; look at the profiler’s own log.' },
  ],
  [
    /^StartupProfiler/,
    'E_INVALIDARG',
    { why: 'Only a process that waits at its start can take it.', next: 'Start the program suspended.' },
  ],
  [
    /^ProcessInfo/,
    'E_FAIL',
    { why: 'Its command line is too long for an answer.', next: 'What the operating system knows is shown.' },
  ],
]

export function runtimeErrorWordsFor(name: string, command: string): RuntimeErrorWords | null {
  for (const [pattern, forName, words] of byCommand) if (name === forName && pattern.test(command)) return words
  if (name.startsWith(draftErrorPrefix)) return preview
  return Object.hasOwn(byName, name) ? byName[name as RuntimeErrorName] : null
}
