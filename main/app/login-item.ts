import fs from 'node:fs'
import path from 'node:path'
import type { App } from 'electron'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'

/** With it the app starts without a window, for armed rules. */
export const backgroundSwitch = 'background'

export interface LoginItem {
  startsAtLogin(): boolean
  setStartsAtLogin(starts: boolean): Result<null, AppError>
}

/** Electron has no login items on Linux: there the desktop starts what lies in its autostart folder. */
export function loginItem(app: Pick<App, 'isPackaged' | 'getAppPath' | 'getPath'> & Electron): LoginItem {
  return process.platform === 'linux'
    ? autostartFile(path.join(configFolder(app.getPath('home')), 'autostart', 'pipescope.desktop'), commandOf(app))
    : {
        startsAtLogin: () => app.getLoginItemSettings({ args: [`--${backgroundSwitch}`] }).openAtLogin,
        setStartsAtLogin: (starts) => {
          app.setLoginItemSettings({ openAtLogin: starts, args: [`--${backgroundSwitch}`] })
          return ok(null)
        },
      }
}

type Electron = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>

function configFolder(home: string): string {
  const asked = process.env['XDG_CONFIG_HOME'] ?? ''
  return path.isAbsolute(asked) ? asked : path.join(home, '.config')
}

function commandOf(app: Pick<App, 'isPackaged' | 'getAppPath'>): readonly string[] {
  const own = app.isPackaged ? [] : [app.getAppPath()]
  // An AppImage runs from a folder that is gone after it: the file itself is what can be started again.
  return [process.env['APPIMAGE'] ?? process.execPath, ...own, `--${backgroundSwitch}`]
}

export function autostartFile(file: string, command: readonly string[]): LoginItem {
  // Asked with every state of the page; somebody who removes the file outside is heard at the next start.
  let isThere = fs.existsSync(file)
  return {
    startsAtLogin: () => isThere,
    setStartsAtLogin: (starts) => {
      try {
        if (starts) {
          fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
          fs.writeFileSync(file, desktopEntry(command), { mode: 0o600 })
        } else fs.rmSync(file, { force: true })
        isThere = starts
        return ok(null)
      } catch (cause) {
        return err({
          kind: 'io',
          operation: 'write',
          path: file,
          code: (cause as NodeJS.ErrnoException).code ?? 'unknown',
        })
      }
    },
  }
}

/** Quoted as the Desktop Entry Specification says: in double quotes, with backslashes doubled once more for the file. */
function desktopEntry(command: readonly string[]): string {
  const quoted = command.map(
    (word) =>
      `"${word
        .replaceAll(/[\\"`$]/g, '\\$&')
        .replaceAll('\\', '\\\\')
        .replaceAll('%', '%%')}"`,
  )
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Pipescope',
    `Exec=${quoted.join(' ')}`,
    'Terminal=false',
    '',
  ].join('\n')
}
