import { hasHeapGraph } from '../../../shared/model/heap/has-heap-graph.ts'
import type { Checklist } from '../../../shared/case/checklist.ts'
import { stepKinds, type StepKind } from '../../../shared/case/case-document.ts'
import type { DumpPreflight, DumpType } from '../../../shared/model/dump.ts'
import { impactOf } from '../../../shared/case/step-impact.ts'
import type { PlannedStep } from '../../../shared/model/cases.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { SavedFile } from '../../../shared/model/saved-file.ts'
import { secondsOf } from './case-state.ts'
import { blockerText, farRefusal, reasonNotReady, reasons, stepTitles } from './case-words.ts'

/** What is known of a process before it is asked anything. */
export interface KnownOfProcess {
  readonly row: ProcessRow | null
  /** Recordings of the same application. */
  readonly earlier: readonly Pick<SavedFile, 'sizeBytes' | 'facts'>[]
  readonly dump: DumpPreflight | null
  /** A flight recorder runs for it. */
  readonly hasFlight: boolean
}

type Size = Pick<PlannedStep, 'lowBytes' | 'highBytes' | 'basis'>

const kib = 1024
const mib = 1024 * kib
const unknownSize: Size = { lowBytes: null, highBytes: null, basis: null }
const usual = (lowBytes: number, highBytes: number): Size => ({
  lowBytes: Math.round(lowBytes),
  highBytes: Math.round(highBytes),
  basis: 'usual',
})

/** Every step that a checklist, or the person, may want, in its order. Of several processes the sizes add up. */
export function planSteps(
  checklist: Checklist,
  dump: DumpType | null,
  known: readonly KnownOfProcess[],
): readonly PlannedStep[] {
  return stepKinds.flatMap((kind) => {
    if (kind === 'flight' && !known.some(({ hasFlight }) => hasFlight)) return []
    if (kind === 'findings' || (isListed(kind) && !checklist.steps.some((step) => step.kind === kind))) return []
    const sizes = known.map((one) => sizeOf(kind, checklist, dump, one))
    const refusals = known.map((one) => refusalOf(kind, one))
    return [
      {
        kind,
        title: stepTitles[kind],
        impact: impactOf(kind),
        seconds: secondsOf(checklist, kind),
        lowBytes: addedUp(sizes.map(({ lowBytes }) => lowBytes)),
        highBytes: addedUp(sizes.map(({ highBytes }) => highBytes)),
        basis: sizes[0]?.basis ?? null,
        refusal: refusals.every((refusal) => refusal !== null) ? (refusals[0] ?? null) : null,
      },
    ]
  })
}

/** Null as soon as one is not known. */
function addedUp(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

/** Only where the checklist has it; heap graph and dump can be asked for in any case. */
function isListed(kind: StepKind): boolean {
  return kind === 'counters' || kind === 'stacks' || kind === 'trace'
}

function refusalOf(kind: StepKind, { row, dump, hasFlight }: KnownOfProcess): string | null {
  if (kind === 'flight') return hasFlight ? null : reasons.noFlight
  const far = row?.machine === undefined ? null : farRefusal(kind)
  if (far !== null) return far
  if (kind === 'machine' || kind === 'modules' || kind === 'logs') return null
  const reason = reasonNotReady(row)
  if (reason !== null && kind !== 'dump') return reason
  if (row?.runtimeFlavour === 'nativeaot' && kind === 'stacks') return reasons.noStacks
  if (row !== null && kind === 'heap-graph' && !hasHeapGraph(row)) return reasons.noHeap
  if (row?.state === 'suspended' && (kind === 'counters' || kind === 'stacks' || kind === 'heap-graph'))
    return reasons.suspended
  const [blocker] = dump?.blockers ?? []
  return kind === 'dump' && blocker !== undefined ? blockerText(blocker) : null
}

function sizeOf(kind: StepKind, checklist: Checklist, dump: DumpType | null, known: KnownOfProcess): Size {
  const seconds = secondsOf(checklist, kind) ?? 0
  switch (kind) {
    case 'process':
    case 'machine':
      return usual(2 * kib, 6 * kib)
    case 'environment':
      return usual(4 * kib, 40 * kib)
    case 'modules':
      return usual(10 * kib, 200 * kib)
    case 'counters':
      return usual((seconds / 60) * 100 * kib, (seconds / 60) * 600 * kib)
    case 'stacks': {
      const step = checklist.steps.find((one) => one.kind === 'stacks')
      const count = step?.kind === 'stacks' ? step.count : 1
      return usual(count * 50 * kib, count * 500 * kib)
    }
    case 'trace':
      return earlierSize(known, seconds) ?? usual((seconds / 60) * mib, (seconds / 60) * 60 * mib)
    case 'heap-graph': {
      const heap = known.dump?.estimates.heap
      return heap == null
        ? unknownSize
        : { lowBytes: Math.round(heap.lowBytes * 0.02), highBytes: Math.round(heap.highBytes * 0.1), basis: 'memory' }
    }
    case 'dump': {
      const estimate = dump === null ? null : known.dump?.estimates[dump]
      return estimate == null
        ? unknownSize
        : { lowBytes: estimate.lowBytes, highBytes: estimate.highBytes, basis: 'dump-check' }
    }
    case 'flight':
    case 'logs':
    case 'findings':
      return unknownSize
  }
}

/** What recordings of this application took in a second, at the least and at the most. */
function earlierSize({ earlier }: KnownOfProcess, seconds: number): Size | null {
  const rates = earlier.flatMap(({ sizeBytes, facts }) => {
    const span = facts['spanMs']
    return typeof span === 'number' && span >= 1000 ? [sizeBytes / (span / 1000)] : []
  })
  if (rates.length === 0) return null
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  return {
    lowBytes: Math.round(low * seconds * 0.7),
    highBytes: Math.round(high * seconds * 1.3),
    basis: 'earlier-recordings',
  }
}
