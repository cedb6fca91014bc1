import { ruleFormat, ruleVersion, usualLimits, type Rule, type RuleAction, type RuleCondition } from './rule.ts'

/** A rule that can be armed as it is; offered where there is none yet, and behind *New rule*. */
export interface ReadyMade {
  readonly id: string
  readonly text: string
  readonly rule: Rule
}

function ready(id: string, name: string, text: string, condition: RuleCondition, actions: readonly RuleAction[]) {
  return {
    id,
    text,
    rule: {
      format: ruleFormat,
      version: ruleVersion,
      name,
      applications: { name: '*', commandLine: '', allUsers: false },
      match: 'any',
      conditions: [condition],
      actions: [...actions],
      limits: usualLimits,
    } satisfies Rule,
  } as const
}

const flight: RuleAction = { kind: 'save-flight', lastMs: 60_000 }
const notify: RuleAction = { kind: 'notify' }
const times = { count: 1, withinMs: 10_000 }

export const readyMade: readonly ReadyMade[] = [
  ready(
    'gc-pause',
    'Long GC pauses',
    'Save what led up to a pause longer than 200 ms.',
    { kind: 'gc-pause', longerThanMs: 200 },
    [flight, notify],
  ),
  ready(
    'memory',
    'Memory above 1 GiB',
    'Capture a heap graph while the memory is in use.',
    { kind: 'usage', what: 'memory', direction: 'above', value: 1024 ** 3, forMs: 30_000 },
    [{ kind: 'heap-graph' }, notify],
  ),
  ready(
    'high-cpu',
    'High CPU usage',
    'Record where time is spent while the CPU is busy.',
    { kind: 'usage', what: 'cpu', direction: 'above', value: 90, forMs: 30_000 },
    [{ kind: 'record', durationMs: 30_000, preset: 'time' }, notify],
  ),
  ready(
    'queue',
    'Thread-pool queue above 100',
    'See what blocks the workers when requests pile up.',
    { kind: 'thread-pool-queue', value: 100, forMs: 5000 },
    [{ kind: 'stacks' }, { kind: 'record', durationMs: 20_000, preset: 'starvation' }, notify],
  ),
  ready(
    'exception',
    'Exceptions of one type',
    'Save what led up to an exception. Change the type to yours.',
    { kind: 'exception', type: 'System.NullReferenceException', message: '', ...times },
    [flight, notify],
  ),
  ready(
    'http-5xx',
    'HTTP 5xx responses',
    'Save the requests before a burst of errors.',
    { kind: 'http-status', status: '5xx', route: '*', perSecond: 1, forMs: 5000 },
    [flight, notify],
  ),
  ready(
    'crash',
    'Crash or kill',
    'Save the last seconds of a process that ends suddenly.',
    { kind: 'process', what: 'ended-suddenly' },
    [flight, notify],
  ),
]
