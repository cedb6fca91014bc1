import type { ActionKind, ConditionKind, Rule, RuleAction, RuleCondition } from '../../../shared/rules/rule.ts'

/** What a kind is called in the sentence. */
export const conditionNames: Readonly<Record<ConditionKind, string>> = {
  counter: 'a counter',
  usage: 'memory or CPU',
  'thread-pool-queue': 'the thread-pool queue',
  'gc-pause': 'a GC pause',
  exception: 'exceptions',
  log: 'log messages',
  'http-status': 'HTTP responses',
  'http-duration': 'HTTP duration',
  event: 'an event',
  process: 'the process',
}

export const actionNames: Readonly<Record<ActionKind, string>> = {
  'save-flight': 'save the last',
  record: 'record',
  stacks: 'take a stack snapshot',
  'heap-graph': 'capture a heap graph',
  dump: 'take a dump',
  case: 'collect a case',
  notify: 'notify me',
  program: 'run a program',
}

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

/** Offered by name; any other one by its provider and name. */
export const knownCounters: readonly { readonly label: string; readonly counter: CounterName }[] = [
  { label: '% Time in GC', counter: runtime('time-in-gc') },
  { label: 'GC heap size (MB)', counter: runtime('gc-heap-size') },
  { label: 'Allocation rate (bytes/s)', counter: runtime('alloc-rate', 'rate') },
  { label: 'Exceptions per second', counter: runtime('exception-count', 'rate') },
  { label: 'Thread-pool threads', counter: runtime('threadpool-thread-count') },
  { label: 'Lock contentions per second', counter: runtime('monitor-lock-contention-count', 'rate') },
  { label: 'Active timers', counter: runtime('active-timer-count') },
  {
    label: 'Current requests (ASP.NET Core)',
    counter: { provider: 'Microsoft.AspNetCore.Hosting', name: 'current-requests', measure: 'value' },
  },
  {
    label: 'Failed requests (ASP.NET Core)',
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
  const kinds = new Set(actions.map(({ kind }) => kind))
  const parts = [
    ...(kinds.has('dump') ? ['The dump suspends the process while it is written.'] : []),
    ...(kinds.has('heap-graph') ? ['The heap graph forces a full GC and pauses the process.'] : []),
    ...(kinds.has('save-flight') ? ['Events are recorded continuously while the rule is armed.'] : []),
    ...(kinds.has('program') ? ['The program runs with your permissions.'] : []),
  ]
  return parts.length === 0 ? 'Harmless to the process.' : parts.join(' ')
}

export const isPausing = ({ actions }: Pick<Rule, 'actions'>): boolean =>
  actions.some(({ kind }) => actionImpacts[kind] !== 'harmless')
