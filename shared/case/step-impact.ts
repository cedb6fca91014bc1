import type { StepKind } from './case-document.ts'

/** What a step asks of the process. */
export type StepImpact = 'none' | 'low' | 'pauses' | 'suspends'

const impacts: Readonly<Partial<Record<StepKind, StepImpact>>> = {
  counters: 'low',
  stacks: 'low',
  trace: 'low',
  logs: 'low',
  'heap-graph': 'pauses',
  dump: 'suspends',
}

export function impactOf(kind: StepKind): StepImpact {
  return impacts[kind] ?? 'none'
}

/** The process goes on meanwhile. */
export function isGentle(impact: StepImpact): boolean {
  return impact === 'none' || impact === 'low'
}
