import { useState } from 'react'
import { useApp } from '../../store/create-store.ts'
import { useOverlays } from '../overlays.ts'
import { PaletteDialog } from './palette-dialog.tsx'

/**
 * Ctrl+K: everything by name. Ctrl+P: processes only. Also asks which process, for a screen that wants one. Rendered from the first
 * time it is asked for, but part of the first picture's script: what is typed right after Ctrl+K must find its field.
 */
export function Palette() {
  const question = useApp((state) => state.processQuestion)
  const asked = useOverlays((overlays) => overlays.palette)
  const mode = question === null ? asked : 'processes'
  const [wasOpened, setWasOpened] = useState(false)
  if (mode !== 'closed' && !wasOpened) setWasOpened(true)
  return wasOpened ? <PaletteDialog mode={mode} question={question} /> : null
}
