import { memo } from 'react'
import { useCommands } from '../../../commands/use-commands.ts'
import type { Command } from '../../../commands/registry.ts'
import { enterPane } from '../../../ui/focus/enter.ts'
import { switched } from './switches.ts'
import { useTraceContents, useTraceView } from './trace-view.ts'
import { useActiveTrace } from './use-active-trace.ts'
import { viewLabels } from './view-labels.ts'

interface TraceShortcutsProps {
  readonly tabs: readonly { readonly value: string; readonly isDisabled: boolean }[]
  readonly onBack: (() => void) | null
  readonly onForward: (() => void) | null
}

/** Views on keys, as in speedscope. */
const viewKeys: readonly (readonly [tab: string, key: string, title: string])[] = [
  ['stack-chart', '1', viewLabels.shortcuts.showTheStackChart],
  ['flame', '2', viewLabels.shortcuts.showTheFlameGraph],
  ['callers', '3', viewLabels.shortcuts.showCallersAndCallees],
  ['call-tree', '4', viewLabels.shortcuts.showTheCallTree],
  ['methods', '5', viewLabels.shortcuts.showMethods],
  ['events', '6', viewLabels.shortcuts.showEvents],
]

/** Keys of the trace that is in front; palette and shortcut sheet list them, too. */
export const TraceShortcuts = memo(function TraceShortcuts({ tabs, onBack, onForward }: TraceShortcutsProps) {
  const { target, selection, select, goTo } = useTraceView()
  const canJoin = useTraceContents(({ summary }) => summary.found.joinableAwaits > 0)
  const isActive = useActiveTrace()
  const { range, threads, transforms } = selection
  const command = (id: string, title: string, keys: readonly string[], run: () => void, when = true): Command => ({
    id: `trace.${id}`,
    title,
    group: viewLabels.shortcuts.trace,
    keys,
    when: () => isActive && when,
    run,
  })
  useCommands([
    ...viewKeys.map(([tab, key, title]) =>
      command(
        `view-${tab}`,
        title,
        [key],
        () => show(tab),
        tabs.some(({ value, isDisabled }) => value === tab && !isDisabled),
      ),
    ),
    command('back', viewLabels.shortcuts.back, ['Alt+ArrowLeft'], () => onBack?.(), onBack !== null),
    command('forward', viewLabels.shortcuts.forward, ['Alt+ArrowRight'], () => onForward?.(), onForward !== null),
    command(
      'undo-transform',
      viewLabels.shortcuts.undoTheLastTransform,
      ['Backspace'],
      () => undoTransform(),
      transforms.length > 0,
    ),
    command('own-code', viewLabels.shortcuts.justMyCode, ['J'], () => select(switched(selection, 'own-code'))),
    command(
      'join-async',
      viewLabels.shortcuts.joinAsyncCalls,
      ['Y'],
      () => select(switched(selection, 'join-async')),
      canJoin,
    ),
    command('fold-recursion', viewLabels.shortcuts.foldRecursion, ['R'], () => foldRecursion()),
    command(
      'whole',
      viewLabels.shortcuts.selectTheWholeRecording,
      ['0'],
      () => select({ ...selection, range: null, threads: null }),
      range !== null || threads !== null,
    ),
    command('search', viewLabels.shortcuts.findFunctions, ['/'], () => focusSearch(target.documentId)),
  ])
  const show = (tab: string): void => {
    goTo({ tab })
    enterPane(() => document.querySelector(`[data-trace="${target.documentId}"]`))
  }
  const undoTransform = (): void => select({ ...selection, transforms: transforms.slice(0, -1) })
  const foldRecursion = (): void => {
    const others = transforms.filter(({ kind }) => kind !== 'fold-recursion')
    const isFolded = others.length < transforms.length
    select({ ...selection, transforms: isFolded ? others : [...others, { kind: 'fold-recursion' }] })
  }
  return null
})

function focusSearch(documentId: string): void {
  document.querySelector<HTMLElement>(`[data-trace="${documentId}"] [data-function-search]`)?.focus()
}
