import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { App } from 'electron'
import { runWatchdog } from '../watchdog/watchdog-process.ts'

/**
 * This process is the watchdog of another one of ours: it shows nothing, and stands still in the first lines of its program until
 * that one ends. Only then does Electron start, with a folder of its own: the app may be started again meanwhile.
 */
export function becomeWatchdog(app: App): void {
  app.disableHardwareAcceleration()
  app.on('window-all-closed', () => undefined)
  const folder = path.join(os.tmpdir(), `pscope-watchdog-${process.pid}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('userData', folder)
  runWatchdog((code) => {
    fs.rmSync(folder, { recursive: true, force: true })
    app.exit(code)
  })
}
