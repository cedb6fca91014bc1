import type { Capability, CapabilityId, RuntimeFlavour } from '../../../shared/model/process.ts'
import { commands } from '../../protocol/commands.ts'
import { compareVersions } from '../../protocol/runtime-version.ts'

export interface CapabilitySources {
  readonly runtimeVersion: string | null
  readonly flavour: RuntimeFlavour
  /** The runtime answered at least one command, or refused one as unknown. */
  readonly hasAnswered: boolean
}

interface Rule {
  readonly id: CapabilityId
  /** First version that has it. */
  readonly since: string
  readonly flavours: readonly RuntimeFlavour[]
  /** Where NativeAOT came later to it. */
  readonly sinceNativeAot?: string
}

const every: readonly RuntimeFlavour[] = ['coreclr', 'nativeaot', 'mono', 'unknown']
const coreClr: readonly RuntimeFlavour[] = ['coreclr', 'unknown']
const withStacks: readonly RuntimeFlavour[] = ['coreclr', 'mono', 'unknown']

/** In the order they are shown. `unknown` gets what CoreCLR gets: nearly every endpoint is one. */
const rules: readonly Rule[] = [
  { id: 'counters', since: '3.0', flavours: every },
  // The meter provider is built into System.Diagnostics.DiagnosticSource since 6; measured from 8 on.
  { id: 'meters', since: '6.0', flavours: every },
  { id: 'trace', since: commands.CollectTracing2.since, flavours: every },
  { id: 'stacks', since: commands.CollectTracing2.since, flavours: withStacks },
  { id: 'dumps', since: commands.GenerateCoreDump.since, flavours: coreClr },
  { id: 'heap-graph', since: '3.0', flavours: [...coreClr, 'nativeaot'], sinceNativeAot: '10.0' },
  { id: 'environment', since: commands.ProcessEnvironment.since, flavours: every },
  { id: 'profiler', since: commands.AttachProfiler.since, flavours: coreClr },
  { id: 'startup-hook', since: commands.ApplyStartupHook.since, flavours: coreClr },
  { id: 'perf-map', since: commands.EnablePerfMap.since, flavours: coreClr },
  { id: 'event-id-filter', since: commands.CollectTracing5.since, flavours: every },
  { id: 'lossless', since: commands.CollectTracing6.since, flavours: every },
]

/** What a runtime can do, by its version and flavour. Nothing is probed: a wrong probe can end the target. */
export function capabilitiesOf(sources: CapabilitySources): readonly Capability[] {
  return rules.map(({ id, since: first, flavours, sinceNativeAot = first }): Capability => {
    const since = sources.flavour === 'nativeaot' ? sinceNativeAot : first
    const unavailable = { id, isAvailable: false, neededVersion: null }
    if (!sources.hasAnswered) return { ...unavailable, reason: 'not-answered' }
    if (!flavours.includes(sources.flavour)) return { ...unavailable, reason: 'flavour' }
    // A version that nobody told is the oldest there is: .NET Core 3 has no command to ask for it.
    if (compareVersions(sources.runtimeVersion ?? '3.0', since) < 0)
      return { ...unavailable, neededVersion: since, reason: 'version' }
    return { id, isAvailable: true, neededVersion: null, reason: null }
  })
}
