import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import { checkProvider, type ProviderRequest } from './collect-request.ts'
import { maxProviderCount } from './commands.ts'
import { providerTextFault, writeEventFilter, writeProvider } from './encode-collect.ts'
import { PayloadWriter } from './payload-writer.ts'
import { refused, trySealWithDescriptor, type DescriptorRequest } from './seal.ts'
import { checkSupport, type TargetFacts } from './target-facts.ts'

/** A Linux tracepoint that events are written to. */
export interface Tracepoint {
  readonly name: string
  /** At least one. */
  readonly eventIds: readonly number[]
}

export interface UserEventsProvider extends ProviderRequest {
  /** For events that no other tracepoint lists; null: they are not written. */
  readonly defaultTracepoint: string | null
  readonly tracepoints: readonly Tracepoint[]
}

/** A session that writes into tracepoints of the kernel instead of a stream. Needs .NET 10 on Linux. */
export interface UserEventsRequest {
  readonly providers: readonly UserEventsProvider[]
  /** 0: no method names at the end. */
  readonly rundownKeywords: bigint
}

/**
 * CollectTracing5 with session type 1:
 *
 *     u32 1 · u64 rundown keywords · u32 count · per provider: keywords, level, name, arguments, filter, tracepoints
 *     tracepoints: string default name (or null) · u32 count · per tracepoint: string name, u32 count, u32 ids
 *
 * The buffer, the format and the stack switch of a streaming session are absent. Version 6 adds nothing here.
 */
export function encodeUserEvents(request: UserEventsRequest, facts: TargetFacts): Result<DescriptorRequest, AppError> {
  const command = 'CollectTracing5'
  const unsupported = checkSupport(command, facts)
  if (unsupported) return err(unsupported)
  const fault = userEventsFault(request)
  if (fault !== null) return refused(command, fault)
  const w = new PayloadWriter().u32(1).u64(request.rundownKeywords).u32(request.providers.length)
  for (const provider of request.providers) {
    writeProvider(w, provider)
    writeEventFilter(w, provider.eventFilter)
    w.string(provider.defaultTracepoint).u32(provider.tracepoints.length)
    for (const { name, eventIds } of provider.tracepoints) {
      w.string(name).u32(eventIds.length)
      for (const id of eventIds) w.u32(id)
    }
  }
  return trySealWithDescriptor(command, w)
}

function userEventsFault({ providers, rundownKeywords }: UserEventsRequest): string | null {
  if (providers.length < 1 || providers.length > maxProviderCount)
    return `1 to ${maxProviderCount} providers, not ${providers.length}`
  if (rundownKeywords < 0n || rundownKeywords > 0xffff_ffff_ffff_ffffn) return 'rundown keywords must fit 64 bits'
  for (const provider of providers) {
    const fault = checkProvider(provider) ?? providerTextFault(provider) ?? tracepointFault(provider)
    if (fault !== null) return fault
  }
  return null
}

/** The runtime builds the kernel's declaration `<name> u8 version; ...` from the name: no other characters may be in it. */
const tracepointPattern = /^[A-Za-z_]\w{0,127}$/

function tracepointFault({ name, defaultTracepoint, tracepoints }: UserEventsProvider): string | null {
  if (defaultTracepoint === null && tracepoints.length === 0) return `${name} writes to no tracepoint`
  const names = [...(defaultTracepoint === null ? [] : [defaultTracepoint]), ...tracepoints.map((point) => point.name)]
  const bad = names.find((point) => !tracepointPattern.test(point))
  if (bad !== undefined) return `${JSON.stringify(bad)} is no name of a tracepoint`
  for (const { name: point, eventIds } of tracepoints) {
    if (eventIds.length === 0) return `tracepoint ${point} lists no event`
    if (eventIds.some((id) => !Number.isInteger(id) || id < 0 || id > 0xffff_ffff))
      return `event ids of ${point} must be 32 bit numbers`
  }
  return null
}
