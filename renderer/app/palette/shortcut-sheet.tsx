import { Suspense, useState } from 'react'
import { later } from '../../documents/later.tsx'
import { useOverlays } from '../overlays.ts'

const ShortcutDialog = later(async () => (await import('./shortcut-dialog.tsx')).ShortcutDialog)

/** `?` or F1. Loaded when it is first asked for. */
export function ShortcutSheet() {
  const isOpen = useOverlays((overlays) => overlays.isShortcutSheetOpen)
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened ? (
    <Suspense fallback={null}>
      <ShortcutDialog isOpen={isOpen} />
    </Suspense>
  ) : null
}
