import { ShortcutList } from '../../commands/shortcut-list.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useOverlays } from '../overlays.ts'
import { appLabels } from '../app-labels.ts'

/** Every key that does something now, from the same registry that runs them. */
export function ShortcutDialog({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      isWide
      title={appLabels.shortcutDialog.keyboardShortcuts}
      onClose={() => {
        useOverlays.setState({ isShortcutSheetOpen: false })
      }}
    >
      {isOpen && <ShortcutList />}
    </Dialog>
  )
}
