import { History } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { Menu } from './menu.tsx'

interface RecentMenuProps {
  readonly label: string
  readonly entries: readonly { readonly label: string; readonly run: () => void }[]
}

/** What was used before, to be used again; nothing while there is nothing. */
export function RecentMenu({ label, entries }: RecentMenuProps) {
  if (entries.length === 0) return null
  return (
    // Keeps the width of the button in a form, whose parts are as wide as it.
    <div>
      <Menu
        trigger={
          <Button size="small" icon={History}>
            {label}
          </Button>
        }
        entries={entries.map((entry) => ({ kind: 'item', ...entry }))}
      />
    </div>
  )
}
