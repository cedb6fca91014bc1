import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { useCopyText } from '../../ui/text/copy.ts'
import { type PickedType, useHeapView } from './heap-view.ts'
import { heapLabels } from './heap-labels.ts'

/** What can be done with a type, wherever it is shown. Null: the row is none. */
export function useTypeEntries(): (type: PickedType | null) => readonly MenuEntry[] | null {
  const { go } = useHeapView()
  const copyText = useCopyText()
  return (type) =>
    type === null
      ? null
      : [
          {
            kind: 'item',
            label: heapLabels.typeEntries.pathsToRoots,
            run: () => go({ tab: 'paths', type, object: null }),
          },
          {
            kind: 'item',
            label: heapLabels.typeEntries.objects,
            run: () => go({ tab: 'objects', type, object: null }),
          },
          {
            kind: 'item',
            label: heapLabels.typeEntries.copyName,
            run: () => copyText(type.name, heapLabels.typeEntries.nameCopied),
          },
        ]
}
