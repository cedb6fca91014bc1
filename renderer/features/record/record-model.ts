import type { ProcessRow } from '../../../shared/model/process.ts'
import type { OwnPreset, ProviderSpec, RecordingSpec } from '../../../shared/model/recording.ts'
import { itemById, presetById, specOf, type Preset } from '../../../shared/recording/presets.ts'
import { isSameProvider } from '../../../shared/recording/provider-spec.ts'
import { forOldRuntime } from '../../../shared/recording/old-runtime.ts'
import { keywordTitles } from '../../../shared/recording/runtime-keywords.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { CollectRow, RecordView } from '../../store/record-slice.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { recordLabels } from './record-labels.ts'

const words = recordLabels.model

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
  return presetById(presetId)?.title ?? own.find((preset) => preset.id === presetId)?.title ?? words.custom
}

export const levelTitles = words.levels

/** The second line of a row: who sends it, what of it, how much detail. */
export function providerLine({ name, keywords, level, arguments: pairs, eventFilter }: ProviderSpec): string {
  const parts = [name === runtimeProvider ? 'DotNETRuntime' : name]
  const bits = BigInt(keywords)
  if (name === runtimeProvider) parts.push(shorten(keywordTitles(bits)))
  else if (bits !== 0n) parts.push(bits === 0xffff_ffff_ffff_ffffn ? words.allKeywords : keywords)
  parts.push(levelTitles[level])
  for (const [key, value] of pairs) parts.push(value.length > 24 ? key : `${key}=${value}`)
  if (eventFilter !== null)
    parts.push(
      (eventFilter.mode === 'allow' ? words.onlyEvents : words.notEvents)(shorten(eventFilter.ids.map(String))),
    )
  return parts.join(' · ')
}

function shorten(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : words.andMore(names.slice(0, 2).join(', '), String(names.length - 2))
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
  if (row?.runtimeFlavour === 'nativeaot') found.push(words.nativeAot)
  if (!spec.stacks && lacks('9.0')) found.push(words.stacksAlwaysOn(version ?? ''))
  if (spec.providers.some((provider) => provider.eventFilter !== null) && lacks('10.0'))
    found.push(words.noEventFilter(version ?? ''))
  if (spec.rundown !== 'default' && spec.rundown !== 'none' && lacks('9.0'))
    found.push(spec.rundown === '0x1' ? words.noSymbols(version ?? '') : words.allSymbols(version ?? ''))
  const leftOut = version === null || lacks('5.0') ? forOldRuntime(spec.providers).leftOut : []
  if (leftOut.length > 0) found.push(words.leftOut(leftOut.join(', ')))
  return found
}

/** Why *Start* is not possible; null when it is. */
export function startProblem(
  spec: RecordingSpec | null,
  row: ProcessRow | null,
  view: Pick<RecordView, 'placeError' | 'keeping'>,
): string | null {
  if (row === null) return words.notListed
  if (row.state === 'exited') return words.exited
  if (row.state === 'no-permission') return words.otherUser
  if (row.state === 'no-endpoint') return noPortText(row)
  if (row.state === 'stopped') return words.stopped
  if (spec === null) return words.nothingChosen
  if (spec.whenFull === 'block' && row.runtimeVersion !== null && !isAtLeast(row.runtimeVersion, '11.0'))
    return words.cantBlock(row.runtimeVersion)
  if (view.keeping.kind === 'roll' && (row.runtimeVersion === null || !isAtLeast(row.runtimeVersion, '5.0')))
    return words.cantRoll
  if (view.keeping.kind === 'ring' && row.runtimeVersion === null) return words.unknownVersion
  if (view.placeError !== null) return words.badFolder
  if (view.keeping.kind === 'roll' && view.keeping.everyBytes === null && view.keeping.everyMs === null)
    return words.chooseRollLimit
  return null
}

function noPortText({ problem }: ProcessRow): string {
  if (problem?.kind === 'link-lost') return words.notConnected(problem.machine)
  return problem?.kind === 'forwarding-refused' ? words.notForwarded(problem.machine) : words.noPort
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
