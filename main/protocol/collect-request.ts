import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { commands, maxProviderCount, type CommandName } from './commands.ts'
import { compareVersions } from './runtime-version.ts'

/** Which events of a provider a session wants. */
export interface ProviderRequest {
  readonly name: string
  readonly keywords: bigint
  /** 0 log always, 1 critical, 2 error, 3 warning, 4 informational, 5 verbose. */
  readonly level: number
  /** `key=value;key2=value2`; null and empty mean none. */
  readonly arguments: string | null
  /** Only these ids, or all but these. Needs .NET 10; without it the session delivers everything. */
  readonly eventFilter?: EventFilter
}

/** An empty allow list lets nothing pass, an empty deny list everything. */
export interface EventFilter {
  readonly mode: 'allow' | 'deny'
  readonly ids: readonly number[]
}

/** One event session, independent of the version of the command that will carry it. */
export interface CollectRequest {
  /** Upper bound of undelivered events held in the target; allocated there as needed. 1 or more. */
  readonly bufferMB: number
  readonly providers: readonly ProviderRequest[]
  /**
   * Whether method names are written when the session stops: costs time and pauses of the target, needed for stacks only.
   * A bigint asks for a chosen part of it (rundown keywords).
   */
  readonly rundown: 'none' | 'default' | bigint
  /** Stacks on every event. Turning them off needs .NET 9. */
  readonly stacks: boolean
  /** What happens in the target when its buffer is full: newest events are lost, or its threads wait (needs .NET 11). */
  readonly whenFull?: 'drop' | 'block'
  /** Default nettrace. NetPerf is the older framing, which every runtime still writes when asked. */
  readonly format?: 'nettrace' | 'netperf'
}

/** What a runtime too old for the whole request cannot do; the session then delivers more than was asked for. */
export type CollectLoss = 'event-filter' | 'rundown-keyword' | 'stacks-off' | 'rundown-off'

export type CollectVersion = 1 | 2 | 3 | 4 | 5 | 6

/** One version of the command that can carry the request, with what it cannot express. */
export interface CollectStep {
  readonly version: CollectVersion
  readonly request: CollectRequest
  readonly losses: readonly CollectLoss[]
}

/** Bits of `rundown: 'default'`: GC, loader, JIT, NGEN, 0x100, IL maps, 0x80000000. */
export const defaultRundownKeywords = 0x80020139n

const maxU32 = 0xffff_ffff
const maxU64 = 0xffff_ffff_ffff_ffffn

/** Name of the command for a version. */
export function collectCommand(version: CollectVersion): CommandName {
  return version === 1 ? 'CollectTracing' : `CollectTracing${version}`
}

function refuse(reason: string): Result<CollectRequest, AppError> {
  return err({ kind: 'refused-harmful', operation: 'CollectTracing', reason })
}

/**
 * Values that kill a runtime or are refused by it. A well-formed CollectTracing with buffer 0, an unknown format or more
 * than 1,000 providers ends .NET 8, .NET 9 and NativeAOT processes with SIGSEGV (measured, 8 of 8), so nothing out of range
 * is ever encoded.
 */
export function checkCollectRequest(request: CollectRequest): Result<CollectRequest, AppError> {
  if (!Number.isInteger(request.bufferMB) || request.bufferMB < 1 || request.bufferMB > maxU32)
    return refuse(`buffer size must be 1 MB or more, not ${request.bufferMB}`)
  const count = request.providers.length
  if (count < 1 || count > maxProviderCount) return refuse(`1 to ${maxProviderCount} providers, not ${count}`)
  if (typeof request.rundown === 'bigint' && (request.rundown < 0n || request.rundown > maxU64))
    return refuse('rundown keywords must fit 64 bits')
  for (const provider of request.providers) {
    const fault = checkProvider(provider)
    if (fault !== null) return refuse(fault)
  }
  return ok(request)
}

/** What is out of range in one provider, or null. */
export function checkProvider(provider: ProviderRequest): string | null {
  if (provider.name === '') return 'a provider without a name'
  if (provider.keywords < 0n || provider.keywords > maxU64) return `keywords of ${provider.name} must fit 64 bits`
  if (!Number.isInteger(provider.level) || provider.level < 0 || provider.level > 5)
    return `level of ${provider.name} must be 0 to 5, not ${provider.level}`
  const ids = provider.eventFilter?.ids ?? []
  const hasBadId = ids.some((id) => !Number.isInteger(id) || id < 0 || id > maxU32)
  return hasBadId ? `event ids of ${provider.name} must be 32 bit numbers` : null
}

/**
 * The versions of the command to try, best first: the lowest one that can express the whole request, then (only after
 * UNKNOWN_COMMAND) weaker ones with what they lose. A known runtime version leaves out those it cannot know.
 */
export function collectLadder(
  request: CollectRequest,
  runtimeVersion: string | null,
): Result<readonly CollectStep[], AppError> {
  const steps = allSteps(request).filter(
    (step) =>
      runtimeVersion === null || compareVersions(runtimeVersion, commands[collectCommand(step.version)].since) >= 0,
  )
  if (steps.length > 0) return ok(steps)
  const needed = allSteps(request)[0]
  return err({
    kind: 'unsupported',
    feature: 'collect-tracing',
    neededVersion: needed ? commands[collectCommand(needed.version)].since : null,
    actualVersion: runtimeVersion,
  })
}

function allSteps(request: CollectRequest): readonly CollectStep[] {
  // Nothing below version 6 can make the target wait instead of losing events: the person has to choose, not we.
  if (request.whenFull === 'block') return [{ version: 6, request, losses: [] }]
  if (request.providers.some((provider) => provider.eventFilter !== undefined)) {
    const open = { ...request, providers: request.providers.map(withoutFilter) }
    return [
      { version: 5, request, losses: [] },
      ...allSteps(open).map((step) => ({ ...step, losses: ['event-filter' as const, ...step.losses] })),
    ]
  }
  if (typeof request.rundown === 'bigint' && request.rundown !== defaultRundownKeywords) {
    if (request.rundown === 0n) return allSteps({ ...request, rundown: 'none' })
    // Only the GC part asked for: none is closer to that than the whole rundown.
    const rundown = request.rundown === 1n ? 'none' : 'default'
    const losses: readonly CollectLoss[] = request.stacks ? ['rundown-keyword'] : ['rundown-keyword', 'stacks-off']
    return [
      { version: 4, request, losses: [] },
      { version: 2, request: { ...request, rundown, stacks: true }, losses },
    ]
  }
  if (!request.stacks) {
    return [
      { version: 3, request, losses: [] },
      { version: 2, request: { ...request, stacks: true }, losses: ['stacks-off'] },
    ]
  }
  return [
    { version: 2, request, losses: [] },
    {
      version: 1,
      request: { ...request, rundown: 'default' },
      losses: request.rundown === 'none' ? ['rundown-off'] : [],
    },
  ]
}

function withoutFilter(provider: ProviderRequest): ProviderRequest {
  const { name, keywords, level } = provider
  return { name, keywords, level, arguments: provider.arguments }
}
