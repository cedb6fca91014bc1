import type { ProfilerLibraryFacts, ProfilerProblem } from '../../../shared/model/profiler.ts'

/** Cause, then what to do. */
export const problemWords: Readonly<Record<ProfilerProblem, string>> = {
  'library-not-found':
    'The runtime couldn’t load the library. It doesn’t exist, the process’s user can’t read it, or a library it depends on is missing.',
  'wrong-architecture':
    'The library was built for a different processor architecture. Nothing was sent to the process; use a matching build.',
  'no-entry-point': 'The file doesn’t export DllGetClassObject, so it isn’t a profiler.',
  'unknown-class-id': 'The library doesn’t know this CLSID. Check the profiler’s documentation.',
  'already-active':
    'Another profiler is active. Before .NET 5 there can be only one: detach it or restart the process.',
  'still-detaching': 'A previous profiler is still detaching. Try again in a few seconds.',
  'still-starting': 'The runtime is still starting. Try again once it is running.',
  'startup-only': 'This profiler can only be loaded at startup. Launch the program with it under Startup and ports.',
  'too-old-for-attach':
    'The profiler doesn’t implement ICorProfilerCallback3, which attaching requires. Use a newer version.',
  'events-need-startup':
    'The profiler asks for events that are available only to profilers loaded at startup. Launch the program with it.',
  'cannot-detach': 'The profiler instruments code in a way that can’t be undone, so it can’t be detached later.',
  'needs-non-concurrent-gc':
    'This runtime allows attaching only without concurrent GC (start the process with DOTNET_gcConcurrent=0).',
  'gc-took-too-long': 'A background GC didn’t finish within the timeout. Try again with a longer one.',
  'diagnostics-disabled':
    'Profilers are disabled for this process (DOTNET_EnableDiagnostics or DOTNET_EnableDiagnostics_Profiler).',
  flavour: 'Native AOT and Mono don’t support profilers.',
  declined: 'The profiler itself failed with this code. See its documentation or log.',
  'no-answer': 'The runtime didn’t answer in time. The profiler may be loaded anyway; check its log.',
}

export interface FactWords {
  readonly text: string
  readonly state: 'ok' | 'bad' | 'unknown'
}

const word = (is: boolean | null, yes: string, no: string, unknown: string): FactWords =>
  is === null ? { text: unknown, state: 'unknown' } : is ? { text: yes, state: 'ok' } : { text: no, state: 'bad' }

/** What can be seen of the library before it is given to the runtime. */
export function libraryWords(facts: ProfilerLibraryFacts): readonly FactWords[] {
  if (facts.isThere !== true)
    return [
      word(
        facts.isThere,
        '',
        'Doesn’t exist in the process’s file system',
        'The process’s file system isn’t visible from here',
      ),
    ]
  return [
    word(
      facts.isReadableByTarget,
      'Readable by the process',
      'Not readable by the process',
      'Unknown whether the process can read it',
    ),
    word(facts.isSharedLibrary, 'Shared library', 'Not a shared library', 'File type unknown'),
    word(
      facts.fitsArchitecture,
      'Matches the process architecture',
      'Built for a different architecture',
      'Architecture unknown',
    ),
    word(facts.hasEntryPoint, 'Exports a profiler entry point', 'No profiler entry point', 'Exports unknown'),
    ...(facts.ownerName === null ? [] : [{ text: `Owned by ${facts.ownerName}`, state: 'ok' as const }]),
  ]
}
