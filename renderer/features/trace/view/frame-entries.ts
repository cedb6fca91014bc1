import type { TraceFrame, TraceTransform } from '../../../../shared/model/trace-selection.ts'
import { copyText } from '../../../commands/page-actions.ts'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { useTraceView } from './trace-view.ts'

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
        label: 'Show callers and callees',
        run: () => {
          pickFrame(frame)
          goTo({ tab: 'callers' })
        },
      },
      { kind: 'separator' },
      add('Focus on this function', { kind: 'focus', frame }),
      add('Only stacks with this function', { kind: 'only', frame }),
      add('Leave out stacks with this function', { kind: 'drop', frame }),
      add('Hide this function', { kind: 'hide', frame }),
      ...(module === '' ? [] : [add(`Fold calls inside of ${module}`, { kind: 'fold-module', module })]),
      add('Fold recursion', { kind: 'fold-recursion' }),
      { kind: 'separator' },
      { kind: 'item', label: 'Copy name', run: () => copyText(name ?? method, 'Name copied') },
      { kind: 'item', label: 'Copy name with namespace and arguments', run: () => copyText(method, 'Name copied') },
    ]
  }
}
