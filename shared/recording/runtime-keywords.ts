/** Keywords of Microsoft-Windows-DotNETRuntime: bit, the name that tools take, what it brings. */
export interface KeywordHelp {
  readonly bit: bigint
  /** As `--clrevents` takes it, lower case. */
  readonly name: string
  readonly title: string
  readonly help: string
  /** First .NET that has it; null: all that can be recorded. */
  readonly since: string | null
  /** Floods the stream or forces work in the target. */
  readonly isHeavy: boolean
}

function keyword(
  bit: bigint,
  name: string,
  title: string,
  help: string,
  extra: { readonly since?: string; readonly isHeavy?: boolean } = {},
): KeywordHelp {
  return { bit, name, title, help, since: extra.since ?? null, isHeavy: extra.isHeavy ?? false }
}

export const runtimeKeywords: readonly KeywordHelp[] = [
  keyword(
    0x1n,
    'gc',
    'GC',
    'Collections: start, end, pauses, heap sizes. Verbose adds an allocation sample per 100 KiB.',
  ),
  keyword(0x2n, 'gchandle', 'GC handles', 'Handles created and destroyed, with stacks.'),
  keyword(0x4n, 'assemblyloader', 'Assembly binding', 'How assemblies are looked for and found.'),
  keyword(0x8n, 'loader', 'Loader', 'Assemblies and modules as they are loaded; needed to name modules.'),
  keyword(0x10n, 'jit', 'JIT', 'Methods as they are compiled; needed to name methods compiled during the recording.'),
  keyword(0x20n, 'ngen', 'Precompiled code', 'Precompiled methods as they are first used.'),
  keyword(
    0x40n,
    'startenumeration',
    'Enumerate at the start',
    'Asks for a list of what is loaded when the session begins.',
  ),
  keyword(0x80n, 'endenumeration', 'Enumerate at the end', 'Asks for a list of what is loaded when the session ends.'),
  keyword(0x400n, 'security', 'Security', 'Strong-name and Authenticode checks.'),
  keyword(0x800n, 'appdomainresourcemanagement', 'Resource monitoring', 'Memory and CPU time by domain.'),
  keyword(0x1000n, 'jittracing', 'JIT decisions', 'Inlining and tail calls, with the reason.', { isHeavy: true }),
  keyword(0x2000n, 'interop', 'Interop', 'Stubs made for calls into native code.'),
  keyword(0x4000n, 'contention', 'Lock contention', 'Each wait for a lock, with its length and stack.'),
  keyword(0x8000n, 'exception', 'Exceptions', 'Exceptions thrown and caught, with stacks.'),
  keyword(0x10000n, 'threading', 'Thread pool', 'Workers started and stopped, and why their number changes.'),
  keyword(0x20000n, 'jittedmethodiltonativemap', 'IL maps', 'Maps from IL to native code; large.', { isHeavy: true }),
  keyword(0x40000n, 'overrideandsuppressngenevents', 'Suppress precompiled code', 'Leaves precompiled methods out.'),
  keyword(0x80000n, 'type', 'Types', 'Names of types as they are first needed by other events.'),
  keyword(0x100000n, 'gcheapdump', 'Heap dump', 'All objects and references during a collection.', { isHeavy: true }),
  keyword(
    0x200000n,
    'gcsampledobjectallocationhigh',
    'Allocations, high rate',
    'A sample of allocations, about 100 a second per type.',
    { isHeavy: true },
  ),
  keyword(
    0x400000n,
    'gcheapsurvivalandmovement',
    'Survival and movement',
    'Which objects survive and where they move.',
    { isHeavy: true },
  ),
  keyword(
    0x800000n,
    'gcheapcollect',
    'Force a collection',
    'Forces a full, blocking collection when the session begins.',
    { isHeavy: true },
  ),
  keyword(0x1000000n, 'gcheapandtypenames', 'Type names for heap dumps', 'Names that a heap dump needs.'),
  keyword(
    0x2000000n,
    'gcsampledobjectallocationlow',
    'Allocations, low rate',
    'A sample of allocations, about 5 a second per type.',
  ),
  keyword(0x20000000n, 'perftrack', 'Module performance', 'Identity of modules for servicing tools.'),
  keyword(0x40000000n, 'stack', 'Stack events', 'Stacks as events of their own; EventPipe sends stacks anyway.'),
  keyword(0x80000000n, 'threadtransfer', 'Thread transfers', 'Work handed from thread to thread, for causality.'),
  keyword(0x100000000n, 'debugger', 'Debugger', 'What an attached debugger does.'),
  keyword(0x200000000n, 'monitoring', 'Monitoring', 'Reserved for monitoring tools.'),
  keyword(0x400000000n, 'codesymbols', 'Code symbols', 'Symbols of modules that exist only in memory.'),
  keyword(0x800000000n, 'eventsource', 'EventSource errors', 'Problems of event sources themselves.'),
  keyword(0x1000000000n, 'compilation', 'Compilation', 'Tiered compilation at work.', { since: '3.0' }),
  keyword(0x2000000000n, 'compilationdiagnostic', 'Compilation details', 'Lookups of precompiled code; many events.', {
    since: '5.0',
    isHeavy: true,
  }),
  keyword(0x4000000000n, 'methoddiagnostic', 'Method details', 'Details of methods as they load.', {
    since: '5.0',
    isHeavy: true,
  }),
  keyword(0x8000000000n, 'typediagnostic', 'Type loading', 'Type loads with their length.', { since: '5.0' }),
  keyword(0x10000000000n, 'jitinstrumentationdata', 'JIT instrumentation', 'Profiles that the JIT collects.', {
    since: '6.0',
    isHeavy: true,
  }),
  keyword(0x20000000000n, 'profiler', 'Profiler', 'An attached profiler at work.', { since: '6.0' }),
  keyword(0x40000000000n, 'waithandle', 'Waits', 'Waits on handles and tasks, with their length and stack.', {
    since: '9.0',
  }),
  keyword(
    0x80000000000n,
    'allocationsampling',
    'Allocation samples',
    'Randomised samples of allocations with type and stack, about one per 100 KiB.',
    { since: '10.0' },
  ),
]

/** Names that tools accept besides. */
const aliases: Readonly<Record<string, string>> = { fusion: 'assemblyloader', managedheadcollect: 'gcheapcollect' }

export function keywordByName(name: string): KeywordHelp | null {
  const wanted = name.toLowerCase()
  const known = aliases[wanted] ?? wanted
  return runtimeKeywords.find((entry) => entry.name === known) ?? null
}

export function keywordTitles(keywords: bigint): readonly string[] {
  const known = runtimeKeywords.filter((entry) => (keywords & entry.bit) !== 0n)
  const rest = keywords & ~known.reduce((bits, entry) => bits | entry.bit, 0n)
  return [...known.map((entry) => entry.title), ...(rest === 0n ? [] : [`0x${rest.toString(16)}`])]
}
