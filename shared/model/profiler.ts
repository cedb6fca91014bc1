import type { AppError } from '../base/errors.ts'

/** What can be seen of a library before it is given to a runtime. Null = could not be looked at. */
export interface ProfilerLibraryFacts {
  /** As the target names it, and from here. */
  readonly path: string
  readonly visiblePath: string | null
  readonly isThere: boolean | null
  /** By the rights of the target's own user. */
  readonly isReadableByTarget: boolean | null
  readonly isSharedLibrary: boolean | null
  /** Processor it was built for fits the target's. */
  readonly fitsArchitecture: boolean | null
  /** Exports the function through which runtimes load a profiler. */
  readonly hasEntryPoint: boolean | null
  /** Owner of the file: whose code is about to run in the target. */
  readonly ownerName: string | null
}

/** Why an attach failed; the page words it. `declined`: the library's own answer, whatever it means. */
export type ProfilerProblem =
  | 'library-not-found'
  /** Seen in the file before anything was sent. */
  | 'wrong-architecture'
  | 'no-entry-point'
  | 'unknown-class-id'
  | 'already-active'
  | 'still-detaching'
  | 'still-starting'
  | 'startup-only'
  | 'too-old-for-attach'
  | 'events-need-startup'
  | 'cannot-detach'
  | 'needs-non-concurrent-gc'
  | 'gc-took-too-long'
  | 'diagnostics-disabled'
  | 'flavour'
  | 'declined'
  | 'no-answer'

export interface ProfilerOutcome {
  /** Found among the mapped files of the process afterwards; null when that cannot be seen. */
  readonly isLoaded: boolean | null
}

export interface ProfilerFailure {
  readonly error: AppError
  readonly problem: ProfilerProblem | null
  /** .NET 8 to 10 load a second library and run its first functions before they refuse it. */
  readonly hasRunInTarget: boolean
}
