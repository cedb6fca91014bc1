import type { ProfilerLibraryFacts, ProfilerProblem } from '../../../shared/model/profiler.ts'

/** Cause, then what to do. */
export const problemWords: Readonly<Record<ProfilerProblem, string>> = {
  'library-not-found':
    'The runtime could not load the library: it is not there, may not be read by the user of the process, or needs other libraries that are missing.',
  'wrong-architecture':
    'The library was built for another processor architecture than this process. Nothing was sent; use the build that matches.',
  'no-entry-point': 'The file exports no DllGetClassObject, so it is not a profiler.',
  'unknown-class-id': 'The library does not know this class id. Look it up in the documentation of the profiler.',
  'already-active':
    'Another profiler is active. Before .NET 5 there can be only one; it has to be detached or the process restarted.',
  'still-detaching': 'An earlier profiler is still detaching. Try again in some seconds.',
  'still-starting': 'The runtime has not started fully. Try again when it runs.',
  'startup-only': 'This profiler can only be loaded at the start. Launch the program with it under Startup and ports.',
  'too-old-for-attach':
    'The profiler does not implement ICorProfilerCallback3, which attaching needs. Use a newer version of it.',
  'events-need-startup':
    'It asks for events that a runtime gives only to profilers loaded at the start. Launch the program with it.',
  'cannot-detach': 'It changes code in ways that cannot be undone, which forbids detaching later.',
  'needs-non-concurrent-gc':
    'This runtime allows attaching only without concurrent GC (DOTNET_gcConcurrent=0 at the start).',
  'gc-took-too-long': 'A concurrent collection did not end within the time limit. Try again with a longer one.',
  'diagnostics-disabled':
    'Profilers are switched off for this process (DOTNET_EnableDiagnostics or DOTNET_EnableDiagnostics_Profiler).',
  flavour: 'NativeAOT and Mono take no profilers.',
  declined: 'The profiler itself refused with this code; its documentation or log says why.',
  'no-answer': 'No answer came in time. The library may be loaded all the same; look at its log.',
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
      word(facts.isThere, '', 'Not there, as the process sees it', 'The files of the process cannot be seen from here'),
    ]
  return [
    word(
      facts.isReadableByTarget,
      'Readable for the process',
      'The process may not read it',
      'Whether the process may read it is not known',
    ),
    word(facts.isSharedLibrary, 'A shared library', 'Not a shared library', 'Its kind could not be read'),
    word(
      facts.fitsArchitecture,
      'Built for this processor',
      'Built for another processor',
      'Its processor could not be read',
    ),
    word(
      facts.hasEntryPoint,
      'Has the entry point of profilers',
      'No entry point of profilers',
      'Its entry points could not be read',
    ),
    ...(facts.ownerName === null ? [] : [{ text: `Belongs to ${facts.ownerName}`, state: 'ok' as const }]),
  ]
}
