import type { ComponentType } from 'react'
import type { Command } from '../commands/registry.ts'
import { appStore } from '../store/create-store.ts'
import type { DocumentKind, PageKind, ProcessPageKind, TabOf } from '../store/navigation-slice.ts'
import type { LucideIcon } from '../ui/icon.tsx'
import { selectRecordableRow } from './target-row.ts'
import { documentLabels } from '../store/document-labels.ts'

/** How a kind is reached from anywhere: palette, rail, shortcut. The id is `app.<kind>`. */
export type GoTo = Pick<Command, 'title' | 'keys' | 'when' | 'run'>

/**
 * Everything the frame has to know of one kind of document. Each feature exports the definitions of its kinds from its `document.tsx`;
 * `app/document-kinds.ts` lists them.
 */
export interface DocumentDefinition<Kind extends DocumentKind> {
  readonly icon: (tab: TabOf<Kind>) => LucideIcon
  /** Large ones are loaded with `later()`, when they are first shown or in an idle moment. */
  readonly Screen: ComponentType<{ readonly tab: TabOf<Kind> }>
  /** Beside the screen, at the right. */
  readonly Inspector?: ComponentType
  /** null: only opened from another screen. */
  readonly goTo: GoTo | null
  /** Brings back a tab that was closed. Data that went with it is read again. */
  readonly reopen: (tab: TabOf<Kind>) => void
  /** Told apart from another document of the same title by this process ID. */
  readonly pidOf?: (tab: TabOf<Kind>) => number | null
}

const state = () => appStore.getState()

/** A page that exists once. */
export function pageGoTo(kind: PageKind, keys: readonly string[] = []): GoTo {
  return { title: documentLabels.goTo[kind], keys, run: () => void state().openPage(kind) }
}

/** A page of the process that is selected. */
export function processPageGoTo(kind: ProcessPageKind): GoTo {
  return {
    title: documentLabels.goTo[kind],
    when: () => selectRecordableRow(state()) !== null,
    run: () => {
      const row = selectRecordableRow(state())
      if (row !== null) state().openForProcess(kind, { processKey: row.key, pid: row.pid, name: row.name })
    },
  }
}

/** The page of the process in front; without one that takes it, the newest page of the kind. */
export function newestOrSelected(
  kind: ProcessPageKind,
  selectRow: typeof selectRecordableRow,
): Pick<GoTo, 'when' | 'run'> {
  const newest = () => state().documents.findLast((tab) => tab.kind === kind)
  return {
    when: () => selectRow(state()) !== null || newest() !== undefined,
    run: () => {
      const row = selectRow(state())
      const open = newest()
      if (row !== null) state().openForProcess(kind, { processKey: row.key, pid: row.pid, name: row.name })
      else if (open !== undefined) state().activateDocument(open.id)
    },
  }
}

export function ofPage<Kind extends PageKind>(kind: Kind): Pick<DocumentDefinition<Kind>, 'reopen'> {
  return { reopen: () => void state().openPage(kind) }
}

/** Reopening and telling apart for pages of one process. */
export function ofProcess<Kind extends ProcessPageKind>(
  kind: Kind,
): Pick<DocumentDefinition<Kind>, 'reopen' | 'pidOf'> {
  return {
    reopen: ({ recordTarget }) => void state().openForProcess(kind, recordTarget),
    pidOf: ({ recordTarget }) => recordTarget.pid,
  }
}
