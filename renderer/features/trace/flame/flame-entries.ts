import type { TraceFlame } from '../../../../shared/model/trace/trace-flame.ts'
import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import { pathTo } from '../../../canvas/flame/flame-moves.ts'
import { copyText } from '../../../commands/page-actions.ts'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import type { TraceView } from '../view/trace-view.ts'
import { type FlameGraphState, functionOf, type NamedBoxes } from './use-flame-graph.ts'
import { flameLabels } from './flame-labels.ts'

/** What can be done with a box, and then with its function wherever it stands. */
export function flameEntries(
  graph: FlameGraphState,
  flame: TraceFlame,
  box: number,
  { setSearch }: Pick<TraceView, 'setSearch'>,
  entriesOf: (frame: TraceFrame) => readonly MenuEntry[],
): readonly MenuEntry[] {
  const zoom: MenuEntry = {
    kind: 'item',
    label: box === 0 ? flameLabels.entries.zoomOutToEverything : flameLabels.entries.zoomToThisBox,
    shortcut: 'Enter',
    run: () => graph.zoomTo(box),
  }
  if (box === 0) return [zoom]
  const found = functionOf(flame, box)
  return [
    zoom,
    ...entriesOf(found),
    { kind: 'item', label: flameLabels.entries.copyStack, shortcut: 'C', run: () => copyStack(flame, box) },
    { kind: 'separator' },
    { kind: 'item', label: flameLabels.entries.findThisFunction, run: () => setSearch(found.name) },
  ]
}

/** As debuggers write stacks: the innermost call first. */
export function stackText(flame: NamedBoxes, box: number): string {
  return pathTo(flame, box)
    .slice(1)
    .toReversed()
    .map((at) => {
      const { method, module } = functionOf(flame, at)
      return module === '' ? method : `${module}!${method}`
    })
    .join('\n')
}

export function copyStack(flame: NamedBoxes, box: number): void {
  if (box !== 0) copyText(stackText(flame, box), flameLabels.entries.stackCopied)
}
