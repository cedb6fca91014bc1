import type { Capability, CapabilityId, ProcessRow } from '../../../../shared/model/process.ts'

export interface CapabilityWording {
  readonly label: string
  /** What it is, then why it is not there. */
  readonly tooltip: string
}

const names: Readonly<Record<CapabilityId, readonly [label: string, what: string]>> = {
  counters: ['Counters', 'EventCounters of the runtime and of the application.'],
  meters: ['Meters', 'Metrics of System.Diagnostics.Metrics, listed by the runtime itself.'],
  trace: ['Recording', 'Event streams of the runtime and of the application.'],
  stacks: ['Stacks', 'Call stacks with events.'],
  dumps: ['Dumps', 'Memory dumps written by the runtime.'],
  'heap-graph': ['Heap graph', 'All objects and their references, without a dump.'],
  environment: ['Environment', 'The variables the process was started with.'],
  profiler: ['Profiler', 'Attaching a native profiler.'],
  'startup-hook': ['Startup hook', 'Loading an assembly of one’s own.'],
  'perf-map': ['Perf map', 'Names of compiled methods for perf.'],
  'event-id-filter': ['Event-ID filter', 'Choosing single events of a provider.'],
  lossless: ['Lossless', 'A stream that waits for its reader and loses nothing.'],
}

/** `wasAsked`: false while nothing is sent to the process, because it stands still. The block's head says so once for all. */
export function capabilityWording(capability: Capability, row: ProcessRow, wasAsked = true): CapabilityWording {
  const [label, what] = names[capability.id]
  if (capability.isAvailable) return { label, tooltip: `${what} Works here.` }
  switch (capability.reason) {
    case 'version': {
      const needed = capability.neededVersion === null ? null : versionName(capability.neededVersion)
      return {
        label: needed === null ? label : `${label}: ${needed}`,
        tooltip: needed === null ? `${what} Not in this version.` : `${what} Needs ${needed} or later.`,
      }
    }
    case 'flavour':
      return { label: `${label}: not on ${flavourName(row)}`, tooltip: `${what} ${flavourName(row)} does not have it.` }
    case 'not-answered':
      if (!wasAsked) return { label, tooltip: `${what} Not known: the process was not asked.` }
      return { label: `${label}: not answered`, tooltip: `${what} The process did not answer the question.` }
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
