import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ContainerFacts, ProcessRow } from '../../../../shared/model/process.ts'
import type { ProcessSort } from '../../../store/processes-slice.ts'
import { distinctions } from './distinctions.ts'
import { matches, type Query } from './row-filter.ts'
import { compareRows, type UsageLookup } from './row-sort.ts'

export type GroupId = 'pinned' | 'machine' | `far:${string}` | `container:${ContainerFacts['engine']}`

export interface GroupItem {
  readonly kind: 'group'
  readonly id: GroupId
  /** Without the rows that are only there as ancestors. */
  readonly processCount: number
  readonly containerCount: number
  readonly isExpanded: boolean
}

export interface ProcessItem {
  readonly kind: 'process'
  readonly row: ProcessRow
  readonly groupId: GroupId
  /** 0 at the top of its group. */
  readonly depth: number
  /** What tells it from other processes of its name. */
  readonly distinction: string | null
  readonly hasChildren: boolean
  readonly isExpanded: boolean
  /** False for a row that is here only because something below it was found, or below it is no tool. */
  readonly isMatch: boolean
  /** For each level above this one: does the line of that ancestor go on below this row? */
  readonly guides: readonly boolean[]
  readonly positionInSet: number
  readonly setSize: number
}

export type ListItem = GroupItem | ProcessItem

export interface ListOptions {
  readonly query: Query
  readonly showTools: boolean
  readonly sort: ProcessSort | null
  /** Keys of closed rows and ids of closed groups. A search opens everything. */
  readonly collapsed: ReadonlySet<string>
  readonly usage: UsageLookup
}

export interface ProcessList {
  readonly items: readonly ListItem[]
  /** Shown or folded away, without the rows that are only there as ancestors. */
  readonly matchCount: number
  /** Tool processes that the switch would bring in. */
  readonly hiddenToolCount: number
}

/**
 * Rows to list: hidden tools and what does not match are left out, ancestors of what is left stay, children of a hidden row
 * move up to the nearest one that stays; then groups, siblings in order, folded branches cut.
 * Cost: O(n log n) for n rows; about 3 ms for 300 on a busy machine, and only when rows, search or order change.
 */
export function buildList(rows: readonly ProcessRow[], options: ListOptions): ProcessList {
  const parents = parentsOf(rows)
  const found = rows.filter((row) => (options.showTools || !row.isTool) && matches(row, options.query))
  const kept = withAncestors(found, parents)
  const groups = new Map<ProcessKey, GroupId>()
  const groupOf = (row: ProcessRow): GroupId => {
    const group = groups.get(row.key) ?? resolveGroup(row, parents.get(row.key) ?? null, groupOf)
    groups.set(row.key, group)
    return group
  }
  const roots = new Map<GroupId, ProcessRow[]>()
  const children = new Map<ProcessKey, ProcessRow[]>()
  for (const row of kept.values()) {
    const parent = parents.get(row.key)
    if (parent !== undefined && groupOf(parent) === groupOf(row)) append(children, parent.key, row)
    else append(roots, groupOf(row), row)
  }
  const foundKeys = new Set(found.map((row) => row.key))
  const items = layOut(roots, children, { found: foundKeys, distinctions: distinctions(rows) }, options)
  return { items, matchCount: found.length, hiddenToolCount: hiddenTools(rows, kept, options) }
}

/** Listed parent of each row. A loop (a parent's pid was given again while the rows were read) is cut where it closes. */
function parentsOf(rows: readonly ProcessRow[]): ReadonlyMap<ProcessKey, ProcessRow> {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const parents = new Map<ProcessKey, ProcessRow>()
  for (const row of rows) {
    const parent = row.parentKey === null ? undefined : byKey.get(row.parentKey)
    if (parent !== undefined && !isReachable(parent, row, parents)) parents.set(row.key, parent)
  }
  return parents
}

function isReachable(from: ProcessRow, target: ProcessRow, parents: ReadonlyMap<ProcessKey, ProcessRow>): boolean {
  for (let row: ProcessRow | undefined = from; row !== undefined; row = parents.get(row.key)) {
    if (row.key === target.key) return true
  }
  return false
}

function withAncestors(
  found: readonly ProcessRow[],
  parents: ReadonlyMap<ProcessKey, ProcessRow>,
): ReadonlyMap<ProcessKey, ProcessRow> {
  const kept = new Map<ProcessKey, ProcessRow>()
  for (const start of found) {
    for (let row: ProcessRow | undefined = start; row !== undefined && !kept.has(row.key); row = parents.get(row.key)) {
      kept.set(row.key, row)
    }
  }
  return kept
}

function ownGroup(row: ProcessRow): GroupId {
  if (row.isPinned) return 'pinned'
  // Another machine is one place, its containers included: they are marked in their rows.
  if (row.machine !== undefined) return `far:${row.machine.name}`
  return row.container === null ? 'machine' : `container:${row.container.engine}`
}

/** What a pinned process started stays with it; otherwise a row stands where it runs. */
function resolveGroup(row: ProcessRow, parent: ProcessRow | null, groupOf: (row: ProcessRow) => GroupId): GroupId {
  const own = ownGroup(row)
  if (own === 'pinned' || parent === null || groupOf(parent) !== 'pinned') return own
  return row.container?.id === parent.container?.id ? 'pinned' : own
}

interface RowFacts {
  readonly found: ReadonlySet<ProcessKey>
  readonly distinctions: ReadonlyMap<ProcessKey, string>
}

function layOut(
  roots: ReadonlyMap<GroupId, ProcessRow[]>,
  children: ReadonlyMap<ProcessKey, ProcessRow[]>,
  { found, distinctions: distinct }: RowFacts,
  options: ListOptions,
): readonly ListItem[] {
  const compare = compareRows(options.sort, options.usage)
  const isOpen = (id: string) => options.query.length > 0 || !options.collapsed.has(id)
  const items: ListItem[] = []
  const visit = (siblings: readonly ProcessRow[], groupId: GroupId, guides: readonly boolean[]): void => {
    const ordered = siblings.toSorted(compare)
    ordered.forEach((row, index) => {
      const below = children.get(row.key) ?? []
      const isExpanded = below.length > 0 && isOpen(row.key)
      items.push({
        kind: 'process',
        row,
        groupId,
        depth: guides.length,
        distinction: distinct.get(row.key) ?? null,
        hasChildren: below.length > 0,
        isExpanded,
        isMatch: found.has(row.key),
        guides,
        positionInSet: index + 1,
        setSize: ordered.length,
      })
      if (isExpanded) visit(below, groupId, [...guides, index < ordered.length - 1])
    })
  }
  for (const id of groupOrder(roots)) {
    const top = roots.get(id) ?? []
    const members = collect(top, children)
    const isExpanded = isOpen(id)
    const containerIds = new Set(members.map((row) => row.container?.id).filter((id) => id !== undefined))
    items.push({
      kind: 'group',
      id,
      processCount: members.filter((row) => found.has(row.key)).length,
      containerCount: containerIds.size,
      isExpanded,
    })
    if (isExpanded) visit(top, id, [])
  }
  return items
}

function groupOrder(roots: ReadonlyMap<GroupId, unknown>): readonly GroupId[] {
  const containers = [...roots.keys()].filter((id) => id.startsWith('container:')).toSorted()
  const far = [...roots.keys()].filter((id) => id.startsWith('far:')).toSorted()
  return (['pinned', 'machine', ...containers, ...far] as const).filter((id) => roots.has(id))
}

function collect(
  rows: readonly ProcessRow[],
  children: ReadonlyMap<ProcessKey, readonly ProcessRow[]>,
): readonly ProcessRow[] {
  return rows.flatMap((row) => [row, ...collect(children.get(row.key) ?? [], children)])
}

function hiddenTools(
  rows: readonly ProcessRow[],
  kept: ReadonlyMap<ProcessKey, ProcessRow>,
  options: ListOptions,
): number {
  if (options.showTools) return rows.filter((row) => row.isTool && matches(row, options.query)).length
  return rows.filter((row) => row.isTool && !kept.has(row.key) && matches(row, options.query)).length
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
