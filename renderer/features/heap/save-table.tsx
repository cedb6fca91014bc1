import { Download } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { heapLabels } from './heap-labels.ts'

export function SaveTable({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return (
    <Menu
      trigger={
        <Button size="small" icon={Download}>
          {heapLabels.screen.save}
        </Button>
      }
      entries={entries}
    />
  )
}
