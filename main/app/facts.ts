import { userInfo } from 'node:os'
import { app } from 'electron'
import type { AppFacts } from '../../shared/model/app.ts'

export function collectFacts(isTour: boolean, windowFrame: AppFacts['windowFrame']): Omit<AppFacts, 'start'> {
  return {
    version: app.getVersion(),
    electronVersion: process.versions.electron,
    chromiumVersion: process.versions['chrome'] ?? '',
    nodeVersion: process.versions.node,
    platform: process.platform,
    architecture: process.arch,
    isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
    isPackaged: app.isPackaged,
    windowFrame,
    userName: currentUserName(),
    userFolder: app.getPath('userData'),
    processStartMs: process.getCreationTime() ?? performance.timeOrigin,
    isTour,
  }
}

export function currentUserName(): string {
  try {
    return userInfo().username
  } catch {
    // A uid without an entry in the user database (containers).
    return process.env['USER'] ?? process.env['USERNAME'] ?? ''
  }
}

/**
 * Windows and Linux draw the window buttons into our target bar. On Linux that needs a window manager that honours
 * frameless windows; under a tiling one the person can ask for the system's frame.
 */
export function windowFrameFor(platform: NodeJS.Platform): AppFacts['windowFrame'] {
  return platform === 'darwin' ? 'inset' : 'overlay'
}
