import { useEffect } from 'react'
import { commands } from '../commands/registry.ts'
import { listenForKeys } from '../commands/key-handler.ts'
import { FlightDialog } from '../features/flight/flight-dialog.tsx'
import { QuitDialog } from '../features/jobs/quit-dialog.tsx'
import { useApp } from '../store/create-store.ts'
import { selectActiveDocument } from '../store/navigation-slice.ts'
import { DocumentTabs } from './frame/document-tabs.tsx'
import { Documents } from './documents.tsx'
import { DropZone } from './frame/drop-zone.tsx'
import { FramePart } from './frame/frame-part.tsx'
import { Palette } from './palette/palette.tsx'
import { Rail } from './frame/rail.tsx'
import { useShellCommands } from './shell-commands.ts'
import { ShortcutSheet } from './palette/shortcut-sheet.tsx'
import styles from './shell.module.css'
import { StatusBar } from './frame/status-bar.tsx'
import { TargetBar } from './frame/target-bar.tsx'
import { Toasts } from './notices/toasts.tsx'

/** The frame round every screen. */
export function Shell() {
  useShellCommands()
  useEffect(() => listenForKeys(window, commands), [])
  const title = useApp((state) => selectActiveDocument(state)?.title)
  useEffect(() => {
    document.title = title === undefined ? 'Pipescope' : `${title} – Pipescope`
  }, [title])
  return (
    <div className={styles.shell}>
      <FramePart name="Places" area="rail">
        <Rail />
      </FramePart>
      <FramePart name="Target bar" area="target">
        <TargetBar />
      </FramePart>
      <FramePart name="Documents" area="tabs">
        <DocumentTabs />
      </FramePart>
      <main className={styles.main}>
        <Documents />
      </main>
      <FramePart name="Status bar" area="status">
        <StatusBar />
      </FramePart>
      <FramePart name="Palette">
        <Palette />
      </FramePart>
      <FramePart name="Keyboard shortcuts">
        <ShortcutSheet />
      </FramePart>
      <FramePart name="Quit dialog">
        <QuitDialog />
      </FramePart>
      <FramePart name="Flight recorder dialog">
        <FlightDialog />
      </FramePart>
      <FramePart name="New notices">
        <Toasts />
      </FramePart>
      <FramePart name="Drop zone">
        <DropZone />
      </FramePart>
    </div>
  )
}
