import { background, invoke } from '../../bridge/bridge.ts'
import { commands } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'

const state = () => appStore.getState()

export function reveal(path: string): void {
  background(invoke('files.reveal', { path }), 'files.reveal', (error) => {
    state().addNotice({ tone: 'bad', title: 'Couldn’t show the file', error })
  })
}

export function copyText(text: string, title: string): void {
  background(
    invoke('clipboard.writeText', { text }).then(() => state().addNotice({ tone: 'ok', title })),
    'clipboard.writeText',
  )
}

/** Features do not know each other: the shell opens files, and is asked through the store. */
export function openRecording(path: string): void {
  commands.runWith('files.openPath', { path, as: 'trace' })
}
