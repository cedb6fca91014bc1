import { knownCounterProviders } from './counter-providers.ts'
import { runtimeProvider } from '../../../../shared/model/runtime-providers.ts'

/** A part of what a process measures. Whoever wants everything says null in its place. */
export interface LiveNeeds {
  readonly counterProviders: readonly string[]
  readonly instruments: readonly { readonly meter: string; readonly name: string }[]
  /** GC pauses and counts of exceptions. */
  readonly hasLanes: boolean
}

/** What a target's sessions should be, as a value: compared with what is open, the difference is opened and stopped. */
export interface LiveWish {
  readonly needs: LiveNeeds | null
  readonly intervalMs: number
  /** A counter of a session with all these sources has been received: they are set up, and a fast pace can do no harm any more. */
  readonly areCountersSetUp: boolean
  readonly runtimeMajor: number | null
  readonly extraProviders: readonly string[]
  /** .NET 8 knows no wildcard: the meters it listed so far are asked for by name. */
  readonly meterNames: readonly string[]
  readonly meterLimits: MeterLimits
  readonly clientId: string
}

export interface MeterLimits {
  readonly refreshIntervalSec: number
  readonly maxTimeSeries: number
  readonly maxHistograms: number
}

export interface PlannedProvider {
  readonly name: string
  readonly keywords: bigint
  readonly level: number
  readonly arguments: string
  readonly eventIds: readonly number[] | null
}

export type Role = 'counters' | 'meters'

export interface PlannedSession {
  readonly role: Role
  /** Equal for equal sessions: the open one is kept. */
  readonly fingerprint: string
  readonly providers: readonly PlannedProvider[]
}

/** EventCounters payloads are written without a level, so they pass at level 1, which keeps out everything that a
 * source would send besides (with keywords 0 still its `...Start` and `...Stop` events, at level 4). */
const countersOnlyLevel = 1
const informational = 4
/** GC 0x1, exceptions 0x8000. */
const runtimeKeywords = 0x8001n
/** GCStart, GCEnd, RestartEEEnd, GCHeapStats, SuspendEEEnd, SuspendEEBegin, ExceptionThrown: what the lanes are made of. */
const runtimeEventIds = [1, 2, 3, 4, 8, 9, 80] as const
export const metricsProvider = 'System.Diagnostics.Metrics'
/** 0x2 values, 0x4 instruments as they are published. */
const metricsKeywords = 0x6n
/** First major version with meters that several clients can share. */
export const firstMeterMajor = 8

/** Asked for when the target says that it ran out of histograms. */
export const raisedMaxHistograms = 100

/**
 * While counters are set up for the first time their timer must not tick yet: it and the sources being set up can lock each other up
 * (decision 0050). So the first session with a source is no faster than this, whatever pace is wished.
 */
const firstPaceMs = 1000
const onlySourceOfCore3 = 'System.Runtime'

export function planCounters(wish: LiveWish): PlannedSession {
  const mayBeFast = wish.areCountersSetUp && canBeFast(wish.runtimeMajor)
  const paceMs = mayBeFast ? wish.intervalMs : Math.max(firstPaceMs, wish.intervalMs)
  const all = wish.needs?.counterProviders ?? [
    ...knownCounterProviders,
    ...wish.extraProviders.filter((name) => !isKnown(name)),
  ]
  const names = canHaveSeveralSources(wish.runtimeMajor)
    ? all
    : all.filter((name) => name.toLowerCase() === onlySourceOfCore3.toLowerCase())
  const interval = `EventCounterIntervalSec=${paceMs / 1000}`
  const counters = names.map((name) => ({
    name,
    keywords: 0n,
    level: countersOnlyLevel,
    arguments: interval,
    eventIds: null,
  }))
  const runtime = {
    name: runtimeProvider,
    keywords: runtimeKeywords,
    level: informational,
    arguments: '',
    // Event filters need CollectTracing5; older runtimes send the few more GC events that the keyword has.
    eventIds: (wish.runtimeMajor ?? 0) >= 10 ? runtimeEventIds : null,
  }
  return planned('counters', wish.needs?.hasLanes === false ? counters : [...counters, runtime])
}

export function wantsCounters(needs: LiveNeeds | null): boolean {
  return needs === null || needs.hasLanes || needs.counterProviders.length > 0
}

export function wantsMeters(needs: LiveNeeds | null): boolean {
  return needs === null || needs.instruments.length > 0
}

/** What all of them want together. */
export function joinNeeds(all: readonly (LiveNeeds | null)[]): LiveNeeds | null {
  const parts = all.filter((needs) => needs !== null)
  if (parts.length < all.length || parts.length === 0) return null
  const instruments = parts.flatMap((part) => part.instruments)
  return {
    counterProviders: [...new Set(parts.flatMap((part) => part.counterProviders))].sort(),
    instruments: instruments.filter(
      ({ meter, name }, at) => instruments.findIndex((other) => other.meter === meter && other.name === name) === at,
    ),
    hasLanes: parts.some((part) => part.hasLanes),
  }
}

type MeterWish = Pick<LiveWish, 'needs' | 'runtimeMajor' | 'meterNames' | 'meterLimits' | 'clientId'>

/** null: this runtime has no meters that could be listened to. */
export function planMeters(wish: MeterWish): PlannedSession | null {
  if (wish.runtimeMajor !== null && wish.runtimeMajor < firstMeterMajor) return null
  const { refreshIntervalSec, maxTimeSeries, maxHistograms } = wish.meterLimits
  const names = [...wish.meterNames].sort().map((name) => name.replaceAll('"', ''))
  // A version that is not known is asked both ways; the wildcard matches nothing on .NET 8.
  const everything = wish.runtimeMajor === 8 ? names : ['*', ...(wish.runtimeMajor === null ? names : [])]
  const named = wish.needs?.instruments.map(({ meter, name }) => `${meter}\\${name}`.replaceAll(/[",;]/g, '')).sort()
  const metrics = named ?? everything
  const text = [
    'SessionId=SHARED',
    `Metrics="${metrics.join(',')}"`,
    `RefreshInterval=${refreshIntervalSec}`,
    `MaxTimeSeries=${maxTimeSeries}`,
    `MaxHistograms=${maxHistograms}`,
    `ClientId=${wish.clientId}`,
  ].join(';')
  const provider = {
    name: metricsProvider,
    keywords: metricsKeywords,
    level: informational,
    arguments: text,
    eventIds: null,
  }
  return planned('meters', [provider])
}

/**
 * .NET Core 3.1 locks up its diagnostics server and its counter thread for good when one session asks for the counters of
 * two EventSources (measured on 3.1.3: 15 of 18 processes; with one source 0 of 12). It gets `System.Runtime` only.
 */
export function canHaveSeveralSources(runtimeMajor: number | null): boolean {
  return runtimeMajor === null || runtimeMajor >= 5
}

/** .NET Core 3.1 locks up when counters are stopped while their timer ticks, the more likely the faster it does (decision 0050). */
export function canBeFast(runtimeMajor: number | null): boolean {
  return runtimeMajor === null || runtimeMajor >= 5
}

/** `10.0.14`, `9.0.0-preview.3+abc`, `3.1`: the major version, or null when there is nothing to read. */
export function majorVersion(runtimeVersion: string | null): number | null {
  const digits = /^(\d+)/.exec(runtimeVersion ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

function isKnown(name: string): boolean {
  return knownCounterProviders.some((known) => known.toLowerCase() === name.toLowerCase())
}

function planned(role: 'counters' | 'meters', providers: readonly PlannedProvider[]): PlannedSession {
  const fingerprint = providers.map(
    (p) => `${p.name}|${p.keywords}|${p.level}|${p.arguments}|${p.eventIds?.join() ?? ''}`,
  )
  return { role, providers, fingerprint: fingerprint.join('\n') }
}
