import { formatBytes, formatDuration, formatNumber, plainQuantity } from '../base/format.ts'
import type { SkipReason } from './rule-limits.ts'
import type { Rule, RuleAction, RuleCondition } from './rule.ts'

/** A rule in words: for lists, for main's question, for notifications. */

const duration = (ms: number): string => plainQuantity(formatDuration(ms)).replaceAll('\u2009', ' ')
const bytes = (size: number): string => plainQuantity(formatBytes(size)).replaceAll('\u2009', ' ')
const lasting = (forMs: number): string => (forMs === 0 ? '' : ` for ${duration(forMs)}`)
const any = (pattern: string): boolean => pattern === '*'

export const measureWords = {
  value: 'value',
  rate: 'rate per second',
  total: 'total',
  p50: 'median',
  p95: '95th percentile',
  p99: '99th percentile',
  'count-rate': 'measurements per second',
  mean: 'mean',
  max: 'maximum',
} as const

export const momentWords = {
  started: 'the process starts',
  exited: 'the process exits',
  'ended-suddenly': 'the process is killed or crashes',
  'stopped-answering': 'the process stops responding',
} as const

export const skipWords: Readonly<Record<SkipReason, string>> = {
  apart: 'too soon after the previous one',
  'per-hour': 'the limit per hour was reached',
  'per-day': 'the limit per day was reached',
  disk: 'too little disk space is free',
  size: 'the size limit of this rule was reached',
  busy: 'another capture of this process was running',
  disarmed: 'the rule was disarmed before its turn came',
}

export function conditionText(condition: RuleCondition): string {
  switch (condition.kind) {
    case 'counter': {
      const { name, measure, direction, value, forMs, tags } = condition
      const of = measure === 'value' || measure === 'total' ? '' : ` (${measureWords[measure]})`
      const tagged = tags === '' ? '' : ` with ${tags}`
      return `${name}${of}${tagged} is ${direction} ${formatNumber(value)}${lasting(forMs)}`
    }
    case 'usage': {
      const { what, direction, value, forMs } = condition
      switch (what) {
        case 'memory':
          return `memory is ${direction} ${bytes(value)}${lasting(forMs)}`
        case 'cpu':
          return `CPU usage is ${direction} ${formatNumber(value)}%${lasting(forMs)}`
        case 'container-memory':
          return `container memory is ${direction} ${formatNumber(value)}% of its limit${lasting(forMs)}`
      }
    }
    case 'thread-pool-queue':
      return `the thread-pool queue is above ${formatNumber(condition.value)}${lasting(condition.forMs)}`
    case 'gc-pause':
      return `a GC pause is longer than ${duration(condition.longerThanMs)}`
    case 'exception': {
      const { type, message } = condition
      const what = any(type) ? 'exceptions' : type
      const containing = message === '' ? '' : ` with “${message}”`
      return `${what}${containing} ${any(type) ? 'are' : 'is'} thrown${often(condition)}`
    }
    case 'log': {
      const { level, category, text } = condition
      const from = any(category) ? '' : ` from ${category}`
      const containing = text === '' ? '' : ` with “${text}”`
      return `${level} or worse is logged${from}${containing}${often(condition)}`
    }
    case 'http-status': {
      const { status, route, perSecond, forMs } = condition
      const on = any(route) ? '' : ` on ${route}`
      return `HTTP ${status} responses${on} are above ${formatNumber(perSecond)} per second${lasting(forMs)}`
    }
    case 'http-duration': {
      const { percentile, route, longerThanMs, forMs } = condition
      const on = any(route) ? '' : ` on ${route}`
      return `the ${measureWords[percentile]} of HTTP requests${on} is above ${duration(longerThanMs)}${lasting(forMs)}`
    }
    case 'event': {
      const { provider, event, field, contains } = condition
      const inside = contains === '' ? '' : ` with “${contains}”${field === '' ? '' : ` in ${field}`}`
      return `the event ${provider}/${event}${inside} occurs${often(condition)}`
    }
    case 'process':
      return momentWords[condition.what]
  }
}

function often({ count, withinMs }: { readonly count: number; readonly withinMs: number }): string {
  return count === 1 ? '' : ` ${formatNumber(count)} times within ${duration(withinMs)}`
}

export const questionWords: Readonly<Record<Extract<RuleAction, { kind: 'record' }>['preset'], string>> = {
  time: 'Where is time spent?',
  gc: 'GC pauses',
  allocations: 'What is allocating?',
  locks: 'Locks and waits',
  exceptions: 'Exceptions',
  requests: 'HTTP and SQL',
  starvation: 'Thread-pool starvation',
}

export const checklistWords: Readonly<Record<Extract<RuleAction, { kind: 'case' }>['checklist'], string>> = {
  slow: 'Slow',
  hang: 'Hang',
  cpu: 'High CPU',
  leak: 'Leak',
  crash: 'Crash',
}

export function actionText(action: RuleAction): string {
  switch (action.kind) {
    case 'save-flight':
      return `save the last ${duration(action.lastMs)}`
    case 'record':
      return `record ${duration(action.durationMs)} (${questionWords[action.preset]})`
    case 'stacks':
      return 'take a stack snapshot'
    case 'heap-graph':
      return 'capture a heap graph'
    case 'dump':
      return `take a ${action.type} dump`
    case 'case':
      return `collect a case (${checklistWords[action.checklist]})`
    case 'notify':
      return 'notify me'
    case 'program':
      return `run ${action.path}`
  }
}

/** What an action does to the process; null: nothing. */
export function impactText(action: RuleAction): string | null {
  switch (action.kind) {
    case 'save-flight':
      return 'Records continuously while the rule is armed.'
    case 'record':
      return 'Records events for that time.'
    case 'stacks':
      return 'Records stacks for about a second.'
    case 'heap-graph':
      return 'Forces a full GC; the process is paused while its heap is read.'
    case 'dump':
      return 'Suspends the process while the file is written.'
    case 'case':
      return 'Records counters, stacks and events for about a minute and packs them, masked.'
    case 'notify':
      return null
    case 'program':
      return 'Starts this program with your permissions.'
  }
}

export function conditionsText({ conditions, match }: Pick<Rule, 'conditions' | 'match'>): string {
  return conditions.map(conditionText).join(match === 'all' ? ' and ' : ' or ')
}

export function limitsText({ limits }: Pick<Rule, 'limits'>): string {
  const { perHour, perDay, apartMs } = limits
  return apartMs === 0
    ? `at most ${String(perHour)} per hour and ${String(perDay)} per day`
    : `at most ${String(perHour)} per hour and ${String(perDay)} per day and ${duration(apartMs)} apart`
}

/** A figure as its condition means it. */
export function figureText(condition: RuleCondition, value: number | null): string {
  if (value === null) return ''
  switch (condition.kind) {
    case 'usage':
      return condition.what === 'memory' ? bytes(value) : `${formatNumber(value)}%`
    case 'gc-pause':
      return duration(value)
    case 'http-duration':
      return duration(value * 1000)
    case 'http-status':
      return `${formatNumber(value)}/s`
    case 'counter':
    case 'thread-pool-queue':
    case 'exception':
    case 'log':
    case 'event':
    case 'process':
      return formatNumber(value)
  }
}
