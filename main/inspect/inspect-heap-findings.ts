import type { HeapFindings } from '../../shared/model/heap/heap-findings.ts'
import { HeapFindingFacts, type HeapFindingParts } from '../heap/findings/heap-finding-facts.ts'
import { judgeHeap } from '../heap/findings/judge-heap.ts'
import { findingsText } from './findings-text.ts'

/** `--heap --findings`: what the checks of the app find in the heap. */
export function heapFindings(parts: HeapFindingParts): HeapFindings {
  return judgeHeap(new HeapFindingFacts(parts))
}

const sources: Readonly<Record<string, string>> = {
  'heap-graph': 'capture a heap graph',
  dump: 'open a dump of the process',
}

export function heapFindingsText(findings: HeapFindings): string {
  return findingsText(findings, { detail: () => '', source: (question) => sources[question] ?? question })
}
