/** What the app shows for a value of the runtime's events, by the name that the runtime has for it. Files and command lines keep those names. */
export type ValueWords = Readonly<Record<string, string>>

export const gcReasonWords: ValueWords = {
  AllocSmall: 'Small-object allocation',
  Induced: 'Induced',
  LowMemory: 'Low memory',
  Empty: 'Not specified',
  AllocLarge: 'Large-object allocation',
  OutOfSpaceSOH: 'Out of space (small object heap)',
  OutOfSpaceLOH: 'Out of space (large object heap)',
  InducedNotForced: 'Induced, not forced',
  Internal: 'Internal',
  InducedLowMemory: 'Induced, low memory',
  InducedCompacting: 'Induced, compacting',
  LowMemoryHost: 'Low memory (host)',
  PMFullGC: 'Full GC (provisional mode)',
  LowMemoryHostBlocking: 'Low memory (host), blocking',
}

export const gcTypeWords: ValueWords = {
  NonConcurrentGC: 'Non-concurrent',
  BackgroundGC: 'Background',
  ForegroundGC: 'Foreground',
}

export const poolReasonWords: ValueWords = {
  Warmup: 'Warm-up',
  Initializing: 'Initializing',
  RandomMove: 'Random move',
  ClimbingMove: 'Hill climbing',
  ChangePoint: 'Change point',
  Stabilizing: 'Stabilizing',
  Starvation: 'Starvation',
  ThreadTimedOut: 'Thread timed out',
  CooperativeBlocking: 'Cooperative blocking',
}

/** A value of a newer runtime has no words yet, and is shown as it came. */
export function valueWords(words: ValueWords, name: string): string {
  return Object.hasOwn(words, name) ? words[name]! : name
}
