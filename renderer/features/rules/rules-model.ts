import type { ActionKind, ConditionKind, Rule, RuleAction, RuleCondition } from '../../../shared/rules/rule.ts'
import { ruleLabels } from './rule-labels.ts'

/** Edge and words of an action: what it does to the process. */
export const actionImpacts: Readonly<Record<ActionKind, 'harmless' | 'pauses' | 'injects'>> = {
  'save-flight': 'harmless',
  record: 'harmless',
  stacks: 'harmless',
  'heap-graph': 'pauses',
  dump: 'pauses',
  case: 'harmless',
  notify: 'harmless',
  program: 'injects',
}

const times = { count: 1, withinMs: 10_000 }

export function newCondition(kind: ConditionKind): RuleCondition {
  switch (kind) {
    case 'counter':
      return { kind, ...knownCounters[0]!.counter, tags: '', direction: 'above', value: 50, forMs: 5000 }
    case 'usage':
      return { kind, what: 'memory', direction: 'above', value: 1024 ** 3, forMs: 10_000 }
    case 'thread-pool-queue':
      return { kind, value: 100, forMs: 5000 }
    case 'gc-pause':
      return { kind, longerThanMs: 200 }
    case 'exception':
      return { kind, type: '*', message: '', ...times }
    case 'log':
      return { kind, level: 'error', category: '*', text: '', ...times }
    case 'http-status':
      return { kind, status: '5xx', route: '*', perSecond: 1, forMs: 5000 }
    case 'http-duration':
      return { kind, percentile: 'p95', route: '*', longerThanMs: 500, forMs: 10_000 }
    case 'event':
      return {
        kind,
        provider: 'My-EventSource',
        keywords: '0x0',
        level: 4,
        event: '*',
        field: '',
        contains: '',
        ...times,
      }
    case 'process':
      return { kind, what: 'ended-suddenly' }
  }
}

export function newAction(kind: ActionKind): RuleAction {
  switch (kind) {
    case 'save-flight':
      return { kind, lastMs: 60_000 }
    case 'record':
      return { kind, durationMs: 30_000, preset: 'time' }
    case 'dump':
      return { kind, type: 'heap' }
    case 'case':
      return { kind, checklist: 'slow' }
    case 'program':
      return { kind, path: '/usr/bin/logger', args: ['{rule}', '{process}'] }
    case 'stacks':
    case 'heap-graph':
    case 'notify':
      return { kind }
  }
}

type CounterName = Pick<Extract<RuleCondition, { kind: 'counter' }>, 'provider' | 'name' | 'measure'>

const runtime = (name: string, measure: CounterName['measure'] = 'value'): CounterName => ({
  provider: 'System.Runtime',
  name,
  measure,
})

const names = ruleLabels.counters

/** Offered by name; any other one by its provider and name. */
export const knownCounters: readonly { readonly label: string; readonly counter: CounterName }[] = [
  { label: names.timeInGc, counter: runtime('time-in-gc') },
  { label: names.heapSize, counter: runtime('gc-heap-size') },
  { label: names.allocationRate, counter: runtime('alloc-rate', 'rate') },
  { label: names.exceptions, counter: runtime('exception-count', 'rate') },
  { label: names.threads, counter: runtime('threadpool-thread-count') },
  { label: names.contentions, counter: runtime('monitor-lock-contention-count', 'rate') },
  { label: names.timers, counter: runtime('active-timer-count') },
  {
    label: names.currentRequests,
    counter: { provider: 'Microsoft.AspNetCore.Hosting', name: 'current-requests', measure: 'value' },
  },
  {
    label: names.failedRequests,
    counter: { provider: 'Microsoft.AspNetCore.Hosting', name: 'failed-requests', measure: 'value' },
  },
]

export function isCounter(a: CounterName, b: CounterName): boolean {
  return a.provider === b.provider && a.name === b.name && a.measure === b.measure
}

/** Whether somebody changed it since it was saved. */
export function isChanged(draft: Rule | undefined, saved: Rule | undefined): boolean {
  return draft !== undefined && JSON.stringify(draft) !== JSON.stringify(saved)
}

/** What firing does to a process, in one line. */
export function costText({ actions }: Pick<Rule, 'actions'>): string {
  const words = ruleLabels.costs
  const kinds = new Set(actions.map(({ kind }) => kind))
  const parts = [
    ...(kinds.has('dump') ? [words.dump] : []),
    ...(kinds.has('heap-graph') ? [words.heapGraph] : []),
    ...(kinds.has('save-flight') ? [words.saveFlight] : []),
    ...(kinds.has('program') ? [words.program] : []),
  ]
  return parts.length === 0 ? words.harmless : parts.join(' ')
}

export const isPausing = ({ actions }: Pick<Rule, 'actions'>): boolean =>
  actions.some(({ kind }) => actionImpacts[kind] !== 'harmless')

/** What the fields of a condition are given. */
export interface ConditionProps<Kind extends ConditionKind> {
  readonly condition: Extract<RuleCondition, { kind: Kind }>
  readonly onChange: (condition: RuleCondition) => void
}
