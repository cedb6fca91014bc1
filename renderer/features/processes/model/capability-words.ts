import type { Capability, CapabilityId, ProcessRow } from '../../../../shared/model/process.ts'

export interface CapabilityWording {
  readonly label: string
  /** What it is, then why it is not there. */
  readonly tooltip: string
}

const names: Readonly<Record<CapabilityId, readonly [label: string, what: string]>> = {
  counters: ['Counters', 'EventCounters of the runtime and the application.'],
  meters: ['Meters', 'System.Diagnostics.Metrics instruments.'],
  trace: ['Recording', 'Events of the runtime and the application.'],
  stacks: ['Stacks', 'Call stacks with events.'],
  dumps: ['Dumps', 'Memory dumps written by the runtime.'],
  'heap-graph': ['Heap graph', 'All objects and their references, without a dump.'],
  environment: ['Environment', 'The variables the process was started with.'],
  profiler: ['Profiler', 'Attaching a native profiler.'],
  'startup-hook': ['Startup hook', 'Loading your own assembly.'],
  'perf-map': ['Perf map', 'Symbols of JIT-compiled methods for perf.'],
  'event-id-filter': ['Event-ID filter', 'Selecting individual events of a provider.'],
  lossless: ['Lossless', 'Sessions that block instead of dropping events.'],
}

/** `wasAsked`: false while nothing is sent to the process, because it stands still. The block's head says so once for all. */
export function capabilityWording(capability: Capability, row: ProcessRow, wasAsked = true): CapabilityWording {
  const [label, what] = names[capability.id]
  if (capability.isAvailable) return { label, tooltip: `${what} Supported.` }
  switch (capability.reason) {
    case 'version': {
      const needed = capability.neededVersion === null ? null : versionName(capability.neededVersion)
      return {
        label: needed === null ? label : `${label}: ${needed}`,
        tooltip: needed === null ? `${what} Not supported by this version.` : `${what} Requires ${needed} or later.`,
      }
    }
    case 'flavour':
      return { label: `${label}: not on ${flavourName(row)}`, tooltip: `${what} Not supported on ${flavourName(row)}.` }
    case 'not-answered':
      if (!wasAsked) return { label, tooltip: `${what} Unknown: the process wasn’t queried.` }
      return { label: `${label}: not answered`, tooltip: `${what} The process didn’t answer.` }
    case null:
      return { label, tooltip: `${what} Not available here.` }
  }
}

function versionName(version: string): string {
  return version.startsWith('.NET') ? version : `.NET ${version.replace(/\.0$/, '')}`
}

function flavourName(row: ProcessRow): string {
  if (row.runtimeFlavour === 'nativeaot') return 'Native AOT'
  if (row.runtimeFlavour === 'mono') return 'Mono'
  return 'this runtime'
}
