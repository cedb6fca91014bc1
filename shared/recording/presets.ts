import type { ProviderSpec, RecordingSpec } from '../model/recording.ts'
import { mergeProviders, provider } from './provider-spec.ts'
import { runtimeKeywords } from './runtime-keywords.ts'
import { runtimeProvider, sampleProvider } from '../model/runtime-providers.ts'

/** One thing that can be collected: a row with a switch, its provider line editable. */
export interface CollectItem {
  readonly id: string
  readonly title: string
  readonly help: string
  readonly provider: ProviderSpec
  /** First .NET that sends it; null: every one that can be recorded. */
  readonly since: string | null
}

function item(id: string, title: string, spec: ProviderSpec, help: string, since: string | null = null): CollectItem {
  return { id, title, provider: spec, help, since }
}

const counters = (name: string): ProviderSpec =>
  provider(name, 0n, 4, { arguments: [['EventCounterIntervalSec', '1']] })

const sqlSpecs = [
  'SqlClientDiagnosticListener/System.Data.SqlClient.WriteCommandBefore@Activity1Start:-Command;Command.CommandText;ConnectionId;Operation;Command.Connection.ServerVersion;Command.CommandTimeout;Command.CommandType;Command.Connection.ConnectionString;Command.Connection.Database;Command.Connection.DataSource;Command.Connection.PacketSize',
  'SqlClientDiagnosticListener/System.Data.SqlClient.WriteCommandAfter@Activity1Stop:',
  'SqlClientDiagnosticListener/System.Data.SqlClient.WriteCommandError@Activity1Stop:',
  'Microsoft.EntityFrameworkCore/Microsoft.EntityFrameworkCore.Database.Command.CommandExecuting@Activity2Start:-Command;Command.CommandText;ConnectionId;IsAsync;Command.Connection.ClientConnectionId;Command.Connection.ServerVersion;Command.CommandTimeout;Command.CommandType;Command.Connection.ConnectionString;Command.Connection.Database;Command.Connection.DataSource;Command.Connection.PacketSize',
  'Microsoft.EntityFrameworkCore/Microsoft.EntityFrameworkCore.Database.Command.CommandExecuted@Activity2Stop:',
  'Microsoft.EntityFrameworkCore/Microsoft.EntityFrameworkCore.Database.Command.CommandError@Activity2Stop:',
]
  // The connection string holds passwords: it is left out, the database and the server name the target well enough.
  .map((spec) => spec.replace(';Command.Connection.ConnectionString', ''))
  .join('\n')

/** Of the server's answer, which the events of Hosting and Kestrel leave out. Route values say which parts of a path are ids. */
const responseSpec =
  'Microsoft.AspNetCore/Microsoft.AspNetCore.Hosting.EndRequest:-StatusCode=httpContext.Response.StatusCode;RouteValues=httpContext.Request.RouteValues.*Enumerate'

const everyKeyword = 0xffff_ffff_ffff_ffffn
/** All but those that force a collection, dump the heap or follow every object. */
const everyHarmlessKeyword = runtimeKeywords
  .filter(({ name }) => !/^(gcheap|gcsampled|startenumeration|overrideand|jittracing|stack$)/.test(name))
  .reduce((bits, { bit }) => bits | bit, 0n)

/** Everything a preset may offer, in the order of the list. */
export const collectItems: readonly CollectItem[] = [
  item(
    'samples',
    'Stacks of managed threads, every 1 ms',
    provider(sampleProvider, 0n, 4),
    'Where threads are, running or waiting. Wall-clock time, not CPU time.',
  ),
  item(
    'names',
    'Method and module symbols',
    provider(runtimeProvider, 0x38n, 4),
    'Needed to resolve methods compiled or loaded while recording.',
  ),
  item(
    'gc',
    'GC collections and pauses',
    provider(runtimeProvider, 0x1n, 4),
    'Each collection with reason, generation, pause and heap sizes.',
  ),
  item(
    'allocation-ticks',
    'Allocations, one sample per 100 KiB',
    provider(runtimeProvider, 0x1n, 5),
    'Type and stack of an allocation each time 100 KiB have been allocated.',
  ),
  item(
    'allocation-samples',
    'Randomized allocation samples',
    provider(runtimeProvider, 0x80000000000n, 4),
    'Unbiased samples of allocations with type, size and stack.',
    '10.0',
  ),
  item('types', 'Type names', provider(runtimeProvider, 0x80000n, 4), 'Needed to name the types of sampled objects.'),
  item(
    'exceptions',
    'Exceptions with stacks',
    provider(runtimeProvider, 0x8000n, 4),
    'Thrown and caught, with type, message and stack.',
  ),
  item(
    'contention',
    'Lock contention',
    provider(runtimeProvider, 0x4000n, 4),
    'Each wait for a lock that another thread holds.',
  ),
  item(
    'waits',
    'Waits: Monitor, WaitHandle, Task.Wait',
    provider(runtimeProvider, 0x40000000000n, 5),
    'Each blocking wait with its stack.',
    '9.0',
  ),
  item('thread-pool', 'Thread pool', provider(runtimeProvider, 0x10000n, 4), 'Workers, queue and adjustment reasons.'),
  item(
    'tasks',
    'Tasks and activities',
    provider('System.Threading.Tasks.TplEventSource', 0xc7n, 5),
    'Tasks scheduled, started and awaited; which work belongs to which request.',
  ),
  item(
    'activities',
    'Activity correlation',
    provider('System.Threading.Tasks.TplEventSource', 0x80n, 4),
    'Follows requests across awaits.',
  ),
  item(
    'loading',
    'Loader and JIT',
    provider(runtimeProvider, 0x100000003cn, 5),
    'Assemblies, types and methods as they are loaded and compiled.',
  ),
  item(
    'type-loads',
    'Type loading',
    provider(runtimeProvider, 0x8000000000n, 5),
    'Each type load with its duration.',
    '5.0',
  ),
  item(
    'runtime-counters',
    'Runtime counters, every 1 s',
    counters('System.Runtime'),
    'CPU, memory, GC, thread pool, exceptions.',
  ),
  item(
    'http-client',
    'Outgoing HTTP requests',
    provider('System.Net.Http', everyKeyword, 4),
    'Requests with host, path, version and duration.',
    '5.0',
  ),
  item(
    'dns',
    'DNS lookups',
    provider('System.Net.NameResolution', everyKeyword, 4),
    'DNS queries with duration.',
    '5.0',
  ),
  item(
    'kestrel',
    'Incoming requests and connections',
    provider('Microsoft-AspNetCore-Server-Kestrel', everyKeyword, 4),
    'Connections and requests of the web server.',
  ),
  item(
    'hosting',
    'Incoming requests, start and end',
    provider('Microsoft.AspNetCore.Hosting', everyKeyword, 4),
    'Each request with path and status.',
  ),
  item(
    'responses',
    'Status codes and routes of incoming requests',
    provider('Microsoft-Diagnostics-DiagnosticSource', 0x3n, 5, {
      arguments: [['FilterAndPayloadSpecs', responseSpec]],
    }),
    'Status code and route values of each response.',
    '3.0',
  ),
  item(
    'sql-client',
    'SQL commands',
    provider('Microsoft.Data.SqlClient.EventSource', 0x1n, 4),
    'Commands of Microsoft.Data.SqlClient, start and end.',
  ),
  item(
    'database',
    'SQL and Entity Framework commands',
    provider('Microsoft-Diagnostics-DiagnosticSource', 0x3n, 5, { arguments: [['FilterAndPayloadSpecs', sqlSpecs]] }),
    'Text, database and duration of each command, without connection strings.',
  ),
  item(
    'logs',
    'Log messages',
    provider('Microsoft-Extensions-Logging', 0x4n, 4),
    'ILogger messages at Information and above, with category.',
  ),
  item(
    'logs-json',
    'Log messages with their values',
    provider('Microsoft-Extensions-Logging', 0x8n, 4),
    'ILogger messages with each named value.',
  ),
  item(
    'everything-runtime',
    'All runtime events',
    provider(runtimeProvider, everyHarmlessKeyword, 5),
    'All keywords except those that force a GC or dump the heap.',
  ),
]

export interface Preset {
  readonly id: string
  readonly title: string
  readonly text: string
  /** On at first. */
  readonly items: readonly string[]
  /** Offered, but off. */
  readonly offered: readonly string[]
  /** Slows the process and makes large files. */
  readonly isHeavy: boolean
  readonly rundown: RecordingSpec['rundown']
}

function preset(
  id: string,
  title: string,
  text: string,
  items: readonly string[],
  offered: readonly string[],
  parts: { readonly isHeavy?: boolean; readonly rundown?: RecordingSpec['rundown'] } = {},
): Preset {
  return { id, title, text, items, offered, isHeavy: parts.isHeavy ?? false, rundown: parts.rundown ?? 'default' }
}

/** By question. */
export const presets: readonly Preset[] = [
  preset(
    'time',
    'Where is time spent?',
    'Sampled stacks, waits, GC',
    ['samples', 'names', 'gc', 'waits', 'exceptions', 'runtime-counters'],
    ['contention', 'thread-pool', 'tasks', 'http-client', 'database', 'allocation-samples'],
  ),
  preset(
    'start',
    'Why is startup slow?',
    'Loader, JIT, stacks from launch',
    ['samples', 'names', 'loading', 'type-loads', 'gc'],
    ['exceptions', 'http-client', 'database', 'runtime-counters'],
  ),
  preset(
    'allocations',
    'What is allocating?',
    'Allocation samples with stacks',
    ['allocation-ticks', 'types', 'names', 'gc'],
    ['allocation-samples', 'samples', 'runtime-counters'],
  ),
  preset(
    'gc',
    'GC pauses',
    'Every GC, small file',
    ['gc', 'runtime-counters'],
    ['allocation-ticks', 'types', 'samples'],
    { rundown: '0x1' },
  ),
  preset(
    'locks',
    'Locks and waits',
    'Contention and wait handles',
    ['contention', 'waits', 'names', 'thread-pool'],
    ['samples', 'tasks', 'runtime-counters'],
  ),
  preset(
    'exceptions',
    'Exceptions',
    'Thrown and caught, with stacks',
    ['exceptions', 'names'],
    ['samples', 'logs', 'runtime-counters'],
  ),
  preset(
    'requests',
    'HTTP and SQL',
    'Requests and commands as spans',
    ['http-client', 'hosting', 'kestrel', 'responses', 'database', 'sql-client', 'activities'],
    ['samples', 'names', 'tasks', 'waits', 'contention', 'gc', 'dns', 'exceptions', 'logs', 'runtime-counters'],
    { rundown: 'none' },
  ),
  preset(
    'starvation',
    'Thread-pool starvation',
    'Queue, growth, blocked workers',
    ['thread-pool', 'waits', 'contention', 'samples', 'names', 'runtime-counters'],
    ['tasks', 'http-client'],
  ),
  preset('logs', 'Logs', 'ILogger, by category and level', ['logs'], ['logs-json', 'exceptions', 'runtime-counters'], {
    rundown: 'none',
  }),
  preset(
    'everything',
    'Everything',
    'Slows the process, large file',
    [
      'samples',
      'everything-runtime',
      'tasks',
      'http-client',
      'dns',
      'kestrel',
      'hosting',
      'responses',
      'database',
      'logs',
      'runtime-counters',
    ],
    ['type-loads', 'logs-json'],
    { isHeavy: true },
  ),
  preset(
    'custom',
    'Custom',
    'Choose providers and keywords',
    [],
    ['samples', 'names', 'gc', 'exceptions', 'runtime-counters'],
  ),
]

export function presetById(id: string): Preset | null {
  return presets.find((entry) => entry.id === id) ?? null
}

/** By what people and files call it; null for one of somebody's own. */
export function presetByTitle(title: string): Preset | null {
  return presets.find((entry) => entry.title === title) ?? null
}

export function itemById(id: string): CollectItem | null {
  return collectItems.find((entry) => entry.id === id) ?? null
}

/** Microsoft's tools ask for the same by default. */
export const defaultBufferMB = 256

export function specOf(
  providers: readonly ProviderSpec[],
  parts: Partial<Omit<RecordingSpec, 'providers'>> = {},
): RecordingSpec {
  return {
    providers: [...mergeProviders(providers).providers],
    bufferMB: parts.bufferMB ?? defaultBufferMB,
    rundown: parts.rundown ?? 'default',
    stacks: parts.stacks ?? true,
    whenFull: parts.whenFull ?? 'drop',
  }
}

/** The preset as it is before anybody changed it. */
export function specOfPreset(entry: Preset): RecordingSpec {
  const providers = entry.items.flatMap((id) => itemById(id)?.provider ?? [])
  return specOf(providers, { rundown: entry.rundown })
}
