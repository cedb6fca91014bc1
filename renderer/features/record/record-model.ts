import type { ProcessRow } from '../../../shared/model/process.ts'
import type { OwnPreset, ProviderSpec, RecordingSpec } from '../../../shared/model/recording.ts'
import { itemById, presetById, specOf, type Preset } from '../../../shared/recording/presets.ts'
import { isSameProvider } from '../../../shared/recording/provider-spec.ts'
import { forOldRuntime } from '../../../shared/recording/old-runtime.ts'
import { keywordTitles } from '../../../shared/recording/runtime-keywords.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { CollectRow, RecordView } from '../../store/record-slice.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

/** Rows of a preset as nobody has changed them; what this runtime never sends is off. */
export function rowsOfPreset(preset: Preset, runtimeVersion: string | null): readonly CollectRow[] {
  const on = preset.items.map((id) => rowOf(id, true, runtimeVersion))
  const off = preset.offered.map((id) => rowOf(id, false, runtimeVersion))
  return [...on, ...off].filter((row) => row !== null)
}

function rowOf(id: string, isWanted: boolean, runtimeVersion: string | null): CollectRow | null {
  const item = itemById(id)
  if (item === null) return null
  const { title, help, since, provider } = item
  return { id, title, help, since, provider, isOn: isWanted && isSent(since, runtimeVersion) }
}

/** An own preset or a pasted command line: one row per provider. */
export function rowsOfProviders(providers: readonly ProviderSpec[]): readonly CollectRow[] {
  return providers.map((provider, index) => providerRow(provider, `own-${String(index)}-${provider.name}`))
}

export function providerRow(provider: ProviderSpec, id: string): CollectRow {
  return { id, title: provider.name, help: '', since: null, provider, isOn: true }
}

/** Unknown versions are not held against anybody. */
export function isSent(since: string | null, runtimeVersion: string | null): boolean {
  return since === null || runtimeVersion === null || isAtLeast(runtimeVersion, since)
}

/** For a sheet that was filled in before the version was known: what this runtime never sends is off. */
export function onlySent(rows: readonly CollectRow[], runtimeVersion: string | null): readonly CollectRow[] {
  return rows.map((row) => (isSent(row.since, runtimeVersion) ? row : { ...row, isOn: false }))
}

/** What is asked for; null when every switch is off. */
export function specOfView(view: Pick<RecordView, 'rows' | 'options'>): RecordingSpec | null {
  const providers = view.rows.filter((row) => row.isOn).map((row) => row.provider)
  return providers.length === 0 ? null : specOf(providers, view.options)
}

/** What nobody could read without the symbols at the end of the recording. */
const itemsWithSymbols: ReadonlySet<string> = new Set(['samples', 'names'])

/** A row is switched on or off; stacks bring the symbols with them that their question leaves out. */
export function switched(
  { rows, options }: Pick<RecordView, 'rows' | 'options'>,
  rowId: string,
  isOn: boolean,
): Pick<RecordView, 'rows' | 'options'> {
  const needsSymbols = isOn && itemsWithSymbols.has(rowId) && options.rundown !== 'default'
  return {
    rows: rows.map((row) => (row.id === rowId ? { ...row, isOn } : row)),
    options: needsSymbols ? { ...options, rundown: 'default' } : options,
  }
}

type SheetPart = Pick<RecordView, 'presetId' | 'rows' | 'options'>

/** The sheet for a spec of any origin. */
export function viewOfSpec(spec: RecordingSpec, presetId: string): SheetPart {
  const { providers, ...options } = spec
  return { presetId, rows: rowsOfProviders(providers), options }
}

export function viewOfPreset(preset: Preset, runtimeVersion: string | null): SheetPart {
  const options = { bufferMB: 256, rundown: preset.rundown, stacks: true, whenFull: 'drop' as const }
  return { presetId: preset.id, rows: rowsOfPreset(preset, runtimeVersion), options }
}

export function presetTitle(presetId: string, own: readonly OwnPreset[]): string {
  return presetById(presetId)?.title ?? own.find((preset) => preset.id === presetId)?.title ?? 'Custom'
}

export const levelTitles = ['Always', 'Critical', 'Error', 'Warning', 'Informational', 'Verbose'] as const

/** The second line of a row: who sends it, what of it, how much detail. */
export function providerLine({ name, keywords, level, arguments: pairs, eventFilter }: ProviderSpec): string {
  const parts = [name === runtimeProvider ? 'DotNETRuntime' : name]
  const bits = BigInt(keywords)
  if (name === runtimeProvider) parts.push(shorten(keywordTitles(bits)))
  else if (bits !== 0n) parts.push(bits === 0xffff_ffff_ffff_ffffn ? 'all keywords' : keywords)
  parts.push(levelTitles[level])
  for (const [key, value] of pairs) parts.push(value.length > 24 ? key : `${key}=${value}`)
  if (eventFilter !== null)
    parts.push(`${eventFilter.mode === 'allow' ? 'only' : 'not'} ${shorten(eventFilter.ids.map(String))}`)
  return parts.join(' · ')
}

function shorten(words: readonly string[]): string {
  return words.length <= 3 ? words.join(', ') : `${words.slice(0, 2).join(', ')} and ${String(words.length - 2)} more`
}

/** Providers whose rows want different levels: a session has one level for each, the highest. */
export function raisedLevels(rows: readonly CollectRow[]): readonly string[] {
  const names = new Set<string>()
  const on = rows.filter((row) => row.isOn)
  for (const { provider } of on)
    if (
      on.some((other) => isSameProvider(other.provider.name, provider.name) && other.provider.level !== provider.level)
    )
      names.add(provider.name === runtimeProvider ? 'DotNETRuntime' : provider.name)
  return [...names]
}

/** How a session of this spec falls short on this runtime, in words; empty when it does not. */
export function shortcomings(spec: RecordingSpec, row: ProcessRow | null): readonly string[] {
  const version = row?.runtimeVersion ?? null
  const found: string[] = []
  const lacks = (since: string): boolean => version !== null && !isAtLeast(version, since)
  if (row?.runtimeFlavour === 'nativeaot')
    found.push('NativeAOT provides events and counters only: no samples, stacks or symbols.')
  if (!spec.stacks && lacks('9.0')) found.push(`Stacks can’t be turned off before .NET 9; ${version} sends them.`)
  if (spec.providers.some((provider) => provider.eventFilter !== null) && lacks('10.0'))
    found.push(`Event IDs can’t be filtered before .NET 10; ${version} sends all events of these providers.`)
  if (spec.rundown !== 'default' && spec.rundown !== 'none' && lacks('9.0'))
    found.push(
      spec.rundown === '0x1'
        ? `Symbols can’t be chosen before .NET 9; ${version} collects none.`
        : `Symbols can’t be chosen before .NET 9; ${version} collects all of them.`,
    )
  const leftOut = version === null || lacks('5.0') ? forOldRuntime(spec.providers).leftOut : []
  if (leftOut.length > 0)
    found.push(
      `.NET Core 3 records counters alone and of one source: with more it can lock up at the end. Left out: ${leftOut.join(', ')}.`,
    )
  return found
}

/** Why *Start* is not possible; null when it is. */
export function startProblem(
  spec: RecordingSpec | null,
  row: ProcessRow | null,
  view: Pick<RecordView, 'placeError' | 'keeping'>,
): string | null {
  if (row === null) return 'The process is no longer listed.'
  if (row.state === 'exited') return 'The process has exited.'
  if (row.state === 'no-permission') return 'The process belongs to another user.'
  if (row.state === 'no-endpoint') return 'The process has no diagnostic port.'
  if (row.state === 'stopped') return 'The process is stopped and can’t respond.'
  if (spec === null) return 'Turn on something to collect.'
  if (spec.whenFull === 'block' && row.runtimeVersion !== null && !isAtLeast(row.runtimeVersion, '11.0'))
    return `Blocking needs .NET 11; this is ${row.runtimeVersion}.`
  if (view.keeping.kind === 'roll' && (row.runtimeVersion === null || !isAtLeast(row.runtimeVersion, '5.0')))
    return '.NET Core 3 writes no rolling files: stopping sessions again and again can lock it up.'
  if (view.keeping.kind === 'ring' && row.runtimeVersion === null)
    return 'Flight recorders need a known runtime version.'
  if (view.placeError !== null) return 'The folder can’t be used.'
  if (view.keeping.kind === 'roll' && view.keeping.everyBytes === null && view.keeping.everyMs === null)
    return 'Choose when the next file starts.'
  return null
}

export type SheetImpact = 'harmless' | 'heavy' | 'pauses'

/** What recording this does to the target. */
export function impactOf(spec: RecordingSpec): SheetImpact {
  const runtime = spec.providers.find((provider) => isSameProvider(provider.name, runtimeProvider))
  if (runtime === undefined) return 'harmless'
  const bits = BigInt(runtime.keywords)
  // Forced collections and heap walks.
  if ((bits & 0x900000n) !== 0n) return 'pauses'
  // A flood for each method, lookup or object.
  return (bits & 0x6000601000n) !== 0n ? 'heavy' : 'harmless'
}
