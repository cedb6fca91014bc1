import { useEffect } from 'react'
import { commands } from '../commands/registry.ts'
import { listenForKeys } from '../commands/key-handler.ts'
import { QuitDialog } from '../features/jobs/quit-dialog.tsx'
import { useApp } from '../store/create-store.ts'
import { selectActiveDocument } from '../store/navigation-slice.ts'
import { DocumentTabs } from './document-tabs.tsx'
import { Documents } from './documents.tsx'
import { DropZone } from './drop-zone.tsx'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { useShellCommands } from './shell-commands.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import styles from './shell.module.css'
import { StatusBar } from './status-bar.tsx'
import { TargetBar } from './target-bar.tsx'
import { Toasts } from './toasts.tsx'

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
      <Rail />
      <TargetBar />
      <DocumentTabs />
      <main className={styles.main}>
        <Documents />
      </main>
      <StatusBar />
      <Palette />
      <ShortcutSheet />
      <QuitDialog />
      <Toasts />
      <DropZone />
    </div>
  )
}
