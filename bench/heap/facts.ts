import type { HeapFacts } from '../../main/heap/graph/heap-facts.ts'

/** Of generated heaps: nothing of it is told of them. */
export const facts: HeapFacts = {
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
