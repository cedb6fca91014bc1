import fs from 'node:fs'
import type { App } from 'electron'
import { makePrivateFolder } from '../os/private-folder.ts'
import { runWatchdog } from '../watchdog/watchdog-process.ts'

/**
 * This process is the watchdog of another one of ours: it shows nothing, and stands still in the first lines of its program until
 * that one ends. Only then does Electron start, with a folder of its own: the app may be started again meanwhile.
 */
export function becomeWatchdog(app: App): void {
  app.disableHardwareAcceleration()
  app.on('window-all-closed', () => undefined)
  const folder = makePrivateFolder('pscope-watchdog-')
  app.setPath('userData', folder)
  runWatchdog((code) => {
    fs.rmSync(folder, { recursive: true, force: true })
    app.exit(code)
  })
}
