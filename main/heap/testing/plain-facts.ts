import type { HeapFacts } from '../graph/heap-facts.ts'

/** For tests and benches: of a complete heap of which nothing else is told. */
export const plainFacts: HeapFacts = {
  source: 'gcdump',
  completeness: { kind: 'complete' },
  processId: null,
  processName: null,
  machineName: null,
  takenUtc: null,
  tool: null,
  runtimeVersion: null,
  pointerSize: 8,
  objectCount: 0,
  objectBytes: 0,
  referenceCount: 0,
  pauseMs: null,
  danglingReferenceCount: 0,
  unnamedObjectCount: 0,
}
