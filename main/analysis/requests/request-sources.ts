export const hostingProvider = 'Microsoft.AspNetCore.Hosting'
export const kestrelProvider = 'Microsoft-AspNetCore-Server-Kestrel'
export const httpProvider = 'System.Net.Http'
/** Events of DiagnosticListeners and ActivitySources. */
export const bridgeProvider = 'Microsoft-Diagnostics-DiagnosticSource'
export const taskProvider = 'System.Threading.Tasks.TplEventSource'
/** TaskWaitBehavior of its waits: the thread is given back. */
export const asynchronousWait = 2
export const sqlProvider = 'Microsoft.Data.SqlClient.EventSource'

/**
 * What an activity is. A `step` is part of an outgoing request; a `lookup` too, when it lies inside of one, and stands for itself
 * otherwise. What `plumbing` spans (connections, hosts, tasks, logging scopes) is nobody's request.
 */
export type ActivityRole = 'incoming' | 'outgoing' | 'command' | 'step' | 'lookup' | 'plumbing' | 'other'

const networkProviders = new Set([
  'System.Net.NameResolution',
  'System.Net.Sockets',
  'System.Net.Security',
  'Private.InternalDiagnostics.System.Net.Http',
])
const plumbingProviders = new Set([
  taskProvider,
  'System.Threading.Tasks.Parallel.EventSource',
  'Microsoft-Extensions-Logging',
  'Microsoft-Extensions-DependencyInjection',
])

/** A Map: a source of a file may be called `constructor`. */
const bridgedRoles: ReadonlyMap<string, ActivityRole> = new Map([
  ['Microsoft.AspNetCore', 'incoming'],
  ['HttpHandlerDiagnosticListener', 'outgoing'],
  ['System.Net.Http', 'outgoing'],
  ['SqlClientDiagnosticListener', 'command'],
  ['Microsoft.EntityFrameworkCore', 'command'],
])

/** `name`: of the task, without Start and Stop; `source`: of a bridged activity. */
export function roleOf(provider: string, name: string, source: string): ActivityRole {
  switch (provider) {
    case hostingProvider:
    case kestrelProvider:
      return name === 'Request' ? 'incoming' : 'plumbing'
    case httpProvider:
      return name === 'Request' ? 'outgoing' : 'step'
    case sqlProvider:
      return 'command'
    case bridgeProvider:
      return bridgedRoles.get(source) ?? 'other'
    default:
      if (plumbingProviders.has(provider)) return 'plumbing'
      return networkProviders.has(provider) ? 'lookup' : 'other'
  }
}

const startProviders = new Set([hostingProvider, kestrelProvider, httpProvider, sqlProvider, bridgeProvider])

/** Providers whose start events say what was asked for. */
export function saysStarts(provider: string): boolean {
  return startProviders.has(provider)
}

/** Listeners that tell about requests and commands: of their events the values are read, of others only the names. */
export function isRequestSource(source: string): boolean {
  return bridgedRoles.has(source)
}

interface StartedKind {
  readonly provider: string
  readonly name: string
  readonly startCount: number
}

/**
 * Requests and routes of a trace in which nobody received or sent any, where each activity of an application stands for itself: known without
 * looking at them one by one, of which there may be a million. Null: only all of them tell.
 */
export function plainRequests(
  kinds: readonly StartedKind[],
): { readonly requestCount: number; readonly routeCount: number } | null {
  const names = new Set<string>()
  let requestCount = 0
  for (const { provider, name, startCount } of kinds) {
    const role = roleOf(provider, name, '')
    if (startCount === 0 || role === 'plumbing' || role === 'step') continue
    // What a bridged activity is depends on its source.
    if (provider === bridgeProvider || (role !== 'other' && role !== 'lookup')) return null
    requestCount += startCount
    names.add(name)
  }
  return { requestCount, routeCount: names.size }
}
