import { useEffect, useRef } from 'react'
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
import { type FocusKeeper, keepFocus } from '../ui/focus/keep-focus.ts'
import styles from './shell.module.css'
import { StatusBar } from './frame/status-bar.tsx'
import { TargetBar } from './frame/target-bar.tsx'
import { Toasts } from './notices/toasts.tsx'
import { appLabels } from './app-labels.ts'

/** The frame round every screen. */
export function Shell() {
  useShellCommands()
  useEffect(() => listenForKeys(window, commands), [])
  const activeId = useApp((state) => state.activeDocumentId)
  const focus = useRef<FocusKeeper | null>(null)
  useEffect(() => {
    focus.current = keepFocus(document)
    return focus.current.stop
  }, [])
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another one is the change
  useEffect(() => focus.current?.pageChanged(), [activeId])
  const title = useApp((state) => selectActiveDocument(state)?.title)
  useEffect(() => {
    document.title = title === undefined ? appLabels.shell.pipescope : appLabels.shell.windowTitle(title)
  }, [title])
  return (
    <div className={styles.shell}>
      <FramePart name={appLabels.shell.places} area="rail">
        <Rail />
      </FramePart>
      <FramePart name={appLabels.shell.targetBar} area="target">
        <TargetBar />
      </FramePart>
      <FramePart name={appLabels.shell.documents} area="tabs">
        <DocumentTabs />
      </FramePart>
      <main className={styles.main}>
        <Documents />
      </main>
      <FramePart name={appLabels.shell.statusBar} area="status">
        <StatusBar />
      </FramePart>
      <FramePart name={appLabels.shell.palette}>
        <Palette />
      </FramePart>
      <FramePart name={appLabels.shell.keyboardShortcuts}>
        <ShortcutSheet />
      </FramePart>
      <FramePart name={appLabels.shell.quitDialog}>
        <QuitDialog />
      </FramePart>
      <FramePart name={appLabels.shell.flightRecorderDialog}>
        <FlightDialog />
      </FramePart>
      <FramePart name={appLabels.shell.newNotices}>
        <Toasts />
      </FramePart>
      <FramePart name={appLabels.shell.dropZone}>
        <DropZone />
      </FramePart>
    </div>
  )
}
