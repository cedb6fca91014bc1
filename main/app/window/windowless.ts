import fs from 'node:fs'
import type { App } from 'electron'
import { makePrivateFolder } from '../../os/private-folder.ts'

/**
 * Makes this process one that never shows anything: a watchdog, or a command. Electron keeps its files in a new folder, because the app may
 * run beside it; without room for one it keeps them with those of the app. Electron would show a fault in a window and wait for somebody to
 * close it: here it ends the process, with 1.
 *
 * @returns ends the process, with that code
 */
export function becomeWindowless(app: App, folderPrefix: string): (code: number) => void {
  process.on('uncaughtException', (cause) => {
    process.stderr.write(`pipescope: ${cause.stack ?? cause.message}\n`)
    app.exit(1)
  })
  // Electron only warns of these, and whoever waits for the end would wait for ever.
  process.on('unhandledRejection', (cause) => {
    throw cause
  })
  app.disableHardwareAcceleration()
  app.on('window-all-closed', () => undefined)
  const folder = newFolder(folderPrefix)
  if (folder !== null) app.setPath('userData', folder)
  return (code) => {
    if (folder !== null) remove(folder)
    app.exit(code)
  }
}

/** A folder that stays is better than a process that stays. */
function remove(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true })
  } catch {
    // EBUSY, ENOTEMPTY: Electron still writes into it.
  }
}

function newFolder(prefix: string): string | null {
  try {
    return makePrivateFolder(prefix)
  } catch {
    // A full disk, or the folder for temporary files has gone: what has to be done needs neither.
    return null
  }
}
