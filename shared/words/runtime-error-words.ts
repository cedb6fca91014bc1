import { draftErrorPrefix, type RuntimeErrorName } from '../model/runtime-errors.ts'

/** What an error of a runtime means and what to do about it. */
export interface RuntimeErrorWords {
  readonly why: string
  readonly next: string
}

/** By name, where a command makes no difference. */
const byName: Readonly<Record<RuntimeErrorName, RuntimeErrorWords>> = {
  BAD_ENCODING: {
    why: 'It couldn’t parse the request. It may be too old for one of the selected options.',
    next: 'Try fewer options. If that fails too, save a problem report: this is a bug in Pipescope.',
  },
  UNKNOWN_COMMAND: {
    why: 'It is too old for this command.',
    next: 'Run the program on a newer runtime.',
  },
  UNKNOWN_MAGIC: { why: 'It did not recognize the protocol.', next: 'Something else may be listening on this port.' },
  UNKNOWN_ERROR: { why: 'It failed without giving a reason.', next: 'Try again, or check the process’s log.' },
  NOTSUPPORTED: {
    why: 'This kind of runtime (Mono or Native AOT) does not support it.',
    next: 'Run the program on CoreCLR.',
  },
  E_FAIL: {
    why: 'It failed. Usually all session slots are in use, or the process is exiting.',
    next: 'Close other diagnostic tools and try again.',
  },
  E_INVALIDARG: { why: 'It rejected an argument.', next: 'Check your input.' },
  NOT_YET_AVAILABLE: { why: 'The runtime is still starting.', next: 'Wait a moment or resume it, then try again.' },
  RUNTIME_UNINITIALIZED: { why: 'The runtime is still starting.', next: 'Wait a moment or resume it, then try again.' },
  INSUFFICIENT_BUFFER: {
    why: 'Its response did not fit into its buffer.',
    next: 'Try again. If it fails again, save a problem report.',
  },
  ENVVAR_NOT_FOUND: { why: 'The variable is not set in that process.', next: 'No action needed.' },
  MODULE_NOT_FOUND: {
    why: 'It couldn’t load the library: the file or one of its dependencies is missing.',
    next: 'Enter the full path as the process sees it, for example inside its container.',
  },
  BAD_EXE_FORMAT: {
    why: 'The file is not a library, or was built for another architecture.',
    next: 'Choose the profiler’s library for the architecture of the process.',
  },
  PROCEDURE_NOT_FOUND: {
    why: 'The library is not a .NET profiler.',
    next: 'Choose the profiler’s library.',
  },
  CLASS_NOT_AVAILABLE: { why: 'The library has no profiler with this CLSID.', next: 'Check the profiler’s CLSID.' },
  PROFILER_ALREADY_ACTIVE: {
    why: 'Another profiler is already loaded in this process.',
    next: 'Detach it first, or restart the process.',
  },
  PROFILER_NOT_ATTACHABLE: {
    why: 'This profiler does not support attaching.',
    next: 'Load it when the program starts.',
  },
  PROFILER_DETACHING: { why: 'The previous profiler is still being unloaded.', next: 'Wait a moment and try again.' },
  CALLBACK3_REQUIRED: { why: 'This profiler is too old to be attached.', next: 'Load it when the program starts.' },
  UNSUPPORTED_FOR_ATTACHING_PROFILER: {
    why: 'This profiler uses features that are available only at startup.',
    next: 'Load it when the program starts.',
  },
  IRREVERSIBLE_INSTRUMENTATION_PRESENT: {
    why: 'The loaded profiler has permanently changed code and cannot be unloaded.',
    next: 'Restart the process.',
  },
  PROFILER_CANCEL_ACTIVATION: {
    why: 'The profiler declined to load into this process.',
    next: 'Check the profiler’s log.',
  },
  CONCURRENT_GC_NOT_PROFILABLE: {
    why: 'This profiler requires concurrent GC to be turned off.',
    next: 'Start the program with DOTNET_gcConcurrent=0.',
  },
  DEBUGGING_DISABLED: {
    why: 'Diagnostics are turned off in this process.',
    next: 'Start it without DOTNET_EnableDiagnostics=0.',
  },
  TIMEOUT_WAITING_FOR_CONCURRENT_GC: {
    why: 'A garbage collection took longer than the timeout.',
    next: 'Try again with a longer timeout.',
  },
}

const preview: RuntimeErrorWords = {
  why: 'It responds like a preview of .NET Core 3.0.',
  next: 'Run the program on a released runtime.',
}

const byCommand: readonly (readonly [RegExp, RuntimeErrorName, RuntimeErrorWords])[] = [
  [
    /^GenerateCoreDump/,
    'E_FAIL',
    {
      why: 'It couldn’t write the dump.',
      next: 'Check that the folder exists for the process, that the process’s user can write to it, and that the disk has free space.',
    },
  ],
  [
    /^AttachProfiler/,
    'E_FAIL',
    { why: 'It couldn’t start the profiler.', next: 'Check the path and the profiler’s log.' },
  ],
  [
    /^StartupProfiler/,
    'E_INVALIDARG',
    { why: 'This works only while the process is suspended at startup.', next: 'Start the program suspended.' },
  ],
  [
    /^ProcessInfo/,
    'E_FAIL',
    { why: 'Its command line is too long to be returned.', next: 'Pipescope shows what the operating system reports.' },
  ],
]

export function runtimeErrorWordsFor(name: string, command: string): RuntimeErrorWords | null {
  for (const [pattern, forName, words] of byCommand) if (name === forName && pattern.test(command)) return words
  if (name.startsWith(draftErrorPrefix)) return preview
  return Object.hasOwn(byName, name) ? byName[name as RuntimeErrorName] : null
}
