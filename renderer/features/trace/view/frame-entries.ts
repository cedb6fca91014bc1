import type { TraceFrame, TraceTransform } from '../../../../shared/model/trace/trace-selection.ts'
import { copyText } from '../../../commands/page-actions.ts'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { useTraceView } from './trace-view.ts'
import { viewLabels } from './view-labels.ts'

/** What can be done with a frame, wherever it stands. */
export function useFrameEntries(): (frame: TraceFrame) => readonly MenuEntry[] {
  const { addTransform, goTo, pickFrame } = useTraceView()
  const add = (label: string, transform: TraceTransform): MenuEntry => ({
    kind: 'item',
    label,
    run: () => addTransform(transform),
  })
  return ({ method, module, name }) => {
    const frame = { method, module, ...(name === undefined ? {} : { name }) }
    return [
      {
        kind: 'item',
        label: viewLabels.frameEntries.showCallersAndCallees,
        run: () => {
          pickFrame(frame)
          goTo({ tab: 'callers' })
        },
      },
      { kind: 'separator' },
      add(viewLabels.frameEntries.focusOnThisFunction, { kind: 'focus', frame }),
      add(viewLabels.frameEntries.onlyStacks, { kind: 'only', frame }),
      add(viewLabels.frameEntries.leaveOutStacks, { kind: 'drop', frame }),
      add(viewLabels.frameEntries.hideThisFunction, { kind: 'hide', frame }),
      ...(module === '' ? [] : [add(viewLabels.frameEntries.foldModule(module), { kind: 'fold-module', module })]),
      add(viewLabels.frameEntries.foldRecursion, { kind: 'fold-recursion' }),
      { kind: 'separator' },
      {
        kind: 'item',
        label: viewLabels.frameEntries.copyName,
        run: () => copyText(name ?? method, viewLabels.frameEntries.nameCopied),
      },
      {
        kind: 'item',
        label: viewLabels.frameEntries.copyFullName,
        run: () => copyText(method, viewLabels.frameEntries.nameCopied),
      },
    ]
  }
}
