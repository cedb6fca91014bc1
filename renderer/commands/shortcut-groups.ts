import type { Command } from './registry.ts'
import { commandLabels } from './command-labels.ts'

export interface ShortcutGroup {
  readonly title: string
  readonly rows: readonly { readonly title: string; readonly keys: readonly string[] }[]
}

/** Keys that tables handle themselves; they are the same in every table. */
const tableKeys: ShortcutGroup = {
  title: commandLabels.shortcuts.tables,
  rows: [
    { title: commandLabels.shortcuts.move, keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'] },
    { title: commandLabels.shortcuts.expandOrCollapse, keys: ['ArrowRight', 'ArrowLeft'] },
    { title: commandLabels.shortcuts.expandAll, keys: ['*'] },
    { title: commandLabels.shortcuts.copyRow, keys: ['Mod+C'] },
    { title: commandLabels.shortcuts.rowMenu, keys: ['Shift+F10'] },
    { title: commandLabels.shortcuts.findByName, keys: ['a … z'] },
  ],
}

/** Commands with keys by group, in order of registration; several documents register the same one only once. */
export function shortcutGroups(commands: readonly Command[]): readonly ShortcutGroup[] {
  const groups = new Map<string, Map<string, { title: string; keys: readonly string[] }>>()
  for (const { id, title, group, keys } of commands) {
    if (!keys || keys.length === 0) continue
    const rows = groups.get(group) ?? new Map<string, { title: string; keys: readonly string[] }>()
    rows.set(id, { title, keys })
    groups.set(group, rows)
  }
  const listed = Array.from(groups, ([title, rows]) => ({ title, rows: [...rows.values()] }))
  // What is the same everywhere comes last; so the two columns of the sheet are about as long, too.
  const isView = ({ title }: ShortcutGroup) => title === commandLabels.shortcuts.view
  return [...listed.filter((group) => !isView(group)), ...listed.filter(isView), tableKeys]
}
