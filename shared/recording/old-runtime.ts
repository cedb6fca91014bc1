import type { ProviderSpec } from '../model/recording.ts'

/*
 * .NET Core 3 can lock its diagnostics up when a session with counters is stopped while their timer writes (docs/decisions/0111). In a
 * session of counters alone the quiet time between two ticks can be seen from outside; beside anything else it cannot.
 */

export interface OldRuntimeProviders {
  readonly providers: readonly ProviderSpec[]
  /** Counter sources that .NET Core 3 is not asked for. */
  readonly leftOut: readonly string[]
}

/** What may be asked of a runtime that is, or may be, .NET Core 3: counters alone, of one source, once a second at most. */
export function forOldRuntime(providers: readonly ProviderSpec[]): OldRuntimeProviders {
  const sources = providers.filter(hasCounters)
  const others = providers.filter((provider) => !hasCounters(provider))
  const kept = others.length === 0 ? sources.slice(0, 1) : []
  return {
    providers: [...others, ...kept.map(withSlowCounters)],
    leftOut: sources.filter((source) => !kept.includes(source)).map(({ name }) => name),
  }
}

export function hasCounters({ arguments: pairs }: Pick<ProviderSpec, 'arguments'>): boolean {
  return pairs.some(isInterval)
}

function withSlowCounters(provider: ProviderSpec): ProviderSpec {
  const slow = provider.arguments.map((pair): [string, string] =>
    isInterval(pair) && !(Number(pair[1]) >= 1) ? [pair[0], '1'] : pair,
  )
  return { ...provider, arguments: slow }
}

function isInterval([key]: readonly [string, string]): boolean {
  return key.toLowerCase() === 'eventcounterintervalsec'
}
