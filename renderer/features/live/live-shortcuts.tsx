import type { IntervalMs } from '../../../shared/model/live.ts'
import { appStore } from '../../store/create-store.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { boardHistoryOf, redoBoardChange, undoBoardChange } from './board/board-history.ts'
import { addMark, changeInterval, neighbourInterval } from './live-commands.ts'
import { askWhatToCompare, canCompare } from './compare-commands.ts'
import { liveViewOf, useLive, useLiveView } from './live-context.ts'
import { liveLabels } from './live-labels.ts'

interface LiveShortcutsProps {
  readonly onShowExplorer: () => void
}

/** Focuses the filter of the explorer of this document; asked for by key and by the palette. */
export function focusFilter(documentId: string): void {
  // After the drawer of a narrow window has been rendered.
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-document="${documentId}"] [data-explorer-filter] input`)?.focus()
  })
}

/** Commands of the Live screen that is in front: keys, palette and shortcut sheet come from this one list. */
export function LiveShortcuts({ onShowExplorer }: LiveShortcutsProps) {
  const { documentId, application, runtime, isActive, changeBoard, target } = useLive()
  const isFrozen = useLiveView((view) => view.isFrozen)
  const isTableShown = useLiveView((view) => view.isTableShown)
  const { freezeLive, zoomLive, selectLive, showLiveTable } = appStore.getState()
  const isLiveSource = target.kind === 'process'
  const when = () => isActive
  const step = (by: -1 | 1) => {
    const { status } = liveViewOf(documentId)
    const next = neighbourInterval(status?.askedIntervalMs ?? status?.intervalMs ?? 1000, by)
    if (next !== null) chooseInterval(documentId, next, changeBoard)
  }
  useCommands([
    {
      id: 'live.freeze',
      title: isFrozen ? liveLabels.shortcuts.unfreezeTheView : liveLabels.shortcuts.freezeTheView,
      group: liveLabels.shortcuts.live,
      keys: ['Space', 'F'],
      when,
      run: () => freezeLive(documentId, !isFrozen),
    },
    {
      id: 'live.mark',
      title: liveLabels.shortcuts.markThisMoment,
      group: liveLabels.shortcuts.live,
      keys: ['M'],
      when,
      run: () => markNow(documentId, runtime.view.readingMs, liveViewOf(documentId).marks.length),
    },
    {
      id: 'live.compare',
      title: liveLabels.shortcuts.compareWithProcess,
      group: liveLabels.shortcuts.live,
      keys: ['C'],
      when: () => isActive && isLiveSource && canCompare(documentId),
      run: () => {
        if (target.kind === 'process') askWhatToCompare(documentId, target.processKey)
      },
    },
    {
      id: 'live.slower',
      title: liveLabels.shortcuts.longerInterval,
      group: liveLabels.shortcuts.live,
      keys: ['+'],
      when: () => isActive && isLiveSource,
      run: () => step(1),
    },
    {
      id: 'live.faster',
      title: liveLabels.shortcuts.shorterInterval,
      group: liveLabels.shortcuts.live,
      keys: ['-'],
      when: () => isActive && isLiveSource,
      run: () => step(-1),
    },
    {
      id: 'live.export',
      title: liveLabels.shortcuts.export,
      group: liveLabels.shortcuts.live,
      keys: ['E'],
      when,
      run: () => {
        document.querySelector<HTMLElement>(`[data-document="${documentId}"] [data-export-button]`)?.click()
      },
    },
    {
      id: 'live.add-instrument',
      title: liveLabels.shortcuts.addAnInstrument,
      group: liveLabels.shortcuts.live,
      keys: ['A'],
      when,
      run: () => {
        onShowExplorer()
        focusFilter(documentId)
      },
    },
    {
      id: 'live.table',
      title: isTableShown ? liveLabels.shortcuts.showCharts : liveLabels.shortcuts.showValuesAsTable,
      group: liveLabels.shortcuts.live,
      keys: ['T'],
      when,
      run: () => showLiveTable(documentId, !isTableShown),
    },
    {
      id: 'live.undo',
      title: liveLabels.shortcuts.undoBoardChange,
      group: liveLabels.shortcuts.live,
      keys: ['Mod+Z'],
      when: () => isActive && boardHistoryOf(application).canUndo,
      run: () => undoBoardChange(application),
    },
    {
      id: 'live.redo',
      title: liveLabels.shortcuts.redoBoardChange,
      group: liveLabels.shortcuts.live,
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      when: () => isActive && boardHistoryOf(application).canRedo,
      run: () => redoBoardChange(application),
    },
    {
      id: 'live.back',
      title: liveLabels.shortcuts.backLatestValues,
      group: liveLabels.shortcuts.live,
      keys: ['Escape'],
      when: () => {
        const { selection, zoom } = liveViewOf(documentId)
        return isActive && (selection !== null || zoom !== null || isFrozen)
      },
      run: () => {
        const { selection, zoom } = liveViewOf(documentId)
        // One step at a time: first the selection, then the zoom, then the freeze.
        if (selection !== null) selectLive(documentId, null)
        else if (zoom !== null) zoomLive(documentId, null)
        else freezeLive(documentId, false)
      },
    },
  ])
  return null
}

export function markNow(documentId: string, timeMs: number, markCount: number): void {
  addMark(documentId, timeMs, liveLabels.shortcuts.markNumber(markCount + 1))
}

/** Asks main for the pace and remembers it with the board. */
export function chooseInterval(
  documentId: string,
  intervalMs: IntervalMs,
  changeBoard: ReturnType<typeof useLive>['changeBoard'],
): void {
  changeInterval(documentId, intervalMs)
  changeBoard((board) => ({ ...board, intervalMs }))
}
