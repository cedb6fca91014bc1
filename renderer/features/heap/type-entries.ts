import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { useCopyText } from '../../ui/text/copy.ts'
import { type PickedType, useHeapView } from './heap-view.ts'

/** What can be done with a type, wherever it is shown. Null: the row is none. */
export function useTypeEntries(): (type: PickedType | null) => readonly MenuEntry[] | null {
  const { go } = useHeapView()
  const copyText = useCopyText()
  return (type) =>
    type === null
      ? null
      : [
          { kind: 'item', label: 'Paths to roots', run: () => go({ tab: 'paths', type, object: null }) },
          { kind: 'item', label: 'Objects', run: () => go({ tab: 'objects', type, object: null }) },
          { kind: 'item', label: 'Copy name', run: () => copyText(type.name, 'Name copied') },
        ]
}
