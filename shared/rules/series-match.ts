import { fitsPattern } from '../base/name-pattern.ts'
import type { InstrumentDescriptor, SeriesDescriptor, Tag } from '../model/live.ts'
import type { RuleCondition } from './rule.ts'

/** A series of a process by its names, live or recorded. */
export interface NamedSeries {
  readonly provider: string
  readonly name: string
  readonly measure: string
  readonly tags: readonly Tag[]
}

export const requestDuration = { provider: 'Microsoft.AspNetCore.Hosting', name: 'http.server.request.duration' }
/** The EventCounter, and the instrument that took its place in .NET 9. */
const queues = ['threadpool-queue-length', 'dotnet.thread_pool.queue.length']

export function namedSeries(instrument: InstrumentDescriptor, series: SeriesDescriptor): NamedSeries {
  const { provider, name } = instrument
  return { provider, name, measure: series.measure, tags: series.tags }
}

/** Whether a condition is about this series. */
export function fitsSeries(condition: RuleCondition, series: NamedSeries): boolean {
  switch (condition.kind) {
    case 'counter':
      return (
        isSame(condition.provider, series.provider) &&
        isSame(condition.name, series.name) &&
        condition.measure === series.measure &&
        fitsTags(condition.tags, series.tags)
      )
    case 'thread-pool-queue':
      return series.provider === 'System.Runtime' && series.measure === 'value' && queues.includes(series.name)
    case 'http-status':
      return isRequest(series, 'count-rate', condition.route) && fitsStatus(condition.status, series.tags)
    case 'http-duration':
      return isRequest(series, condition.percentile, condition.route)
    case 'usage':
    case 'gc-pause':
    case 'exception':
    case 'log':
    case 'event':
    case 'process':
      return false
  }
}

function isRequest({ provider, name, measure, tags }: NamedSeries, wanted: string, route: string): boolean {
  if (provider !== requestDuration.provider || name !== requestDuration.name || measure !== wanted) return false
  return route === '*' || fitsPattern(route, valueOf(tags, 'http.route') ?? '')
}

function fitsStatus(status: string, tags: readonly Tag[]): boolean {
  const found = valueOf(tags, 'http.response.status_code') ?? ''
  return status.endsWith('xx') ? found.length === 3 && found[0] === status[0] : found === status
}

function fitsTags(wanted: string, tags: readonly Tag[]): boolean {
  const pairs = wanted.split(',').map((pair) => pair.trim())
  return pairs.every((pair) => {
    if (pair === '') return true
    const at = pair.indexOf('=')
    const [key, value] = at < 0 ? [pair, '*'] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    const found = valueOf(tags, key)
    return found !== null && fitsPattern(value, found)
  })
}

function valueOf(tags: readonly Tag[], key: string): string | null {
  return tags.find((tag) => tag.key === key)?.value ?? null
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
