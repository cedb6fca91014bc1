import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { Command } from '../../commands/registry.ts'
import type { DocumentTab } from '../../store/navigation-slice.ts'
import { fuzzyMatch } from './fuzzy.ts'
import { appLabels } from '../app-labels.ts'

export type PaletteItem =
  | { readonly kind: 'command'; readonly id: string; readonly title: string; readonly keys: string | null }
  | { readonly kind: 'document'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'process'
      readonly id: ProcessKey
      readonly title: string
      readonly detail: string
      readonly row: ProcessRow
    }

export interface PaletteGroup {
  readonly title: string
  readonly items: readonly (PaletteItem & { readonly positions: readonly number[] })[]
}

export interface PaletteSources {
  readonly mode: 'all' | 'processes'
  readonly search: string
  readonly commands: readonly Command[]
  readonly recentIds: readonly string[]
  readonly rows: readonly ProcessRow[]
  readonly documents: readonly DocumentTab[]
  readonly activeDocumentId: string
}

const limitPerGroup = 40

/** Empty search: recent commands first. Otherwise each group in order of how well it fits. */
export function paletteGroups(sources: PaletteSources): readonly PaletteGroup[] {
  const { mode, search, rows } = sources
  const processes = rank(search, rows.filter(isListed).map(processItem))
  if (mode === 'processes') return [{ title: appLabels.paletteGroups.processes, items: processes }].filter(hasItems)
  const all = sources.commands.filter((command) => command.isKeyOnly !== true)
  const byId = new Map(all.map((command) => [command.id, command]))
  const recent = search.trim() === '' ? sources.recentIds.flatMap((id) => byId.get(id) ?? []) : []
  const others = all.filter((command) => !recent.includes(command))
  const documents = sources.documents.filter((tab) => tab.id !== sources.activeDocumentId)
  return [
    { title: appLabels.paletteGroups.recent, items: rank(search, recent.map(commandItem)) },
    { title: appLabels.paletteGroups.openDocuments, items: rank(search, documents.map(documentItem)) },
    { title: appLabels.paletteGroups.processes, items: search.trim() === '' ? processes.slice(0, 5) : processes },
    { title: appLabels.paletteGroups.commands, items: rank(search, others.map(commandItem)) },
  ].filter(hasItems)
}

function hasItems(group: PaletteGroup): boolean {
  return group.items.length > 0
}

function isListed(row: ProcessRow): boolean {
  return row.state !== 'exited' && row.state !== 'no-endpoint'
}

function commandItem(command: Command): PaletteItem {
  return { kind: 'command', id: command.id, title: command.title, keys: command.keys?.[0] ?? null }
}

function documentItem(tab: DocumentTab): PaletteItem {
  return { kind: 'document', id: tab.id, title: tab.title }
}

function processItem(row: ProcessRow): PaletteItem {
  const runtime = row.runtimeVersion === null ? '' : ` · .NET ${row.runtimeVersion}`
  const user = row.isSameUser || row.userName === null ? '' : ` · ${row.userName}`
  return { kind: 'process', id: row.key, title: row.name, detail: `${String(row.pid)}${runtime}${user}`, row }
}

function rank(search: string, items: readonly PaletteItem[]): PaletteGroup['items'] {
  const matched = items.flatMap((item) => {
    const inTitle = fuzzyMatch(search, item.title)
    if (inTitle) return [{ ...item, positions: inTitle.positions, score: inTitle.score }]
    // A pid finds its process too.
    const inDetail = item.kind === 'process' && item.detail.startsWith(search.trim()) ? 1 : 0
    return inDetail > 0 ? [{ ...item, positions: [], score: inDetail }] : []
  })
  // Sorting is stable: equals keep their order.
  return matched.sort((a, b) => b.score - a.score).slice(0, limitPerGroup)
}
