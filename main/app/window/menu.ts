import { Menu, type App, type MenuItemConstructorOptions } from 'electron'
import type { AppFacts } from '../../../shared/model/app.ts'
import type { MenuCommandId } from '../../../shared/model/menu-commands.ts'

export interface MenuActions {
  /** Runs a command of the page in the front window. */
  command(id: MenuCommandId): void
}

/** What the About entry shows. */
export function describeApp(app: App, facts: Pick<AppFacts, 'version' | 'electronVersion'>): void {
  app.setAboutPanelOptions({
    applicationName: 'Pipescope',
    applicationVersion: facts.version,
    version: `Electron ${facts.electronVersion}`,
    copyright: 'MIT License. The Pipescope authors.',
  })
}

/**
 * The menu bar of macOS. Elsewhere our own title bar takes its place and only its keys remain (zoom, full screen, quit). Entries that the page itself binds to keys show the key but
 * do not register it off macOS, otherwise the page would never see it. No reload: it would throw away what is on
 * screen and the sessions behind it.
 */
export function installMenu(platform: NodeJS.Platform, isDevelopment: boolean, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, isDevelopment, actions)))
}

export function menuTemplate(
  platform: NodeJS.Platform,
  isDevelopment: boolean,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const command = (label: string, id: MenuCommandId, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: isMac }),
    click: () => actions.command(id),
  })
  const settings = command('Settings', 'app.settings', 'CmdOrCtrl+,')
  return [
    ...(isMac ? [appMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        command('New window', 'window.new', 'CmdOrCtrl+Shift+N'),
        command('Open a trace file', 'files.open', 'CmdOrCtrl+O'),
        command('Open a recording in Live', 'live.openFile'),
        ...(isMac ? [] : [settings]),
        { type: 'separator' },
        isMac
          ? { role: 'close', label: 'Close window', accelerator: 'CmdOrCtrl+Shift+W' }
          : { role: 'quit', label: 'Quit' },
      ],
    },
    { role: 'editMenu', label: 'Edit' },
    {
      label: 'View',
      submenu: [
        command('Command palette', 'app.palette', 'CmdOrCtrl+K'),
        command('Processes', 'app.processes', 'CmdOrCtrl+1'),
        { type: 'separator' },
        { role: 'resetZoom', label: 'Actual size' },
        { role: 'zoomIn', label: 'Zoom in' },
        { role: 'zoomOut', label: 'Zoom out' },
        { type: 'separator' },
        { role: 'togglefullscreen', label: 'Toggle full screen' },
        ...(isDevelopment ? developmentItems : []),
      ],
    },
    isMac ? { role: 'windowMenu', label: 'Window' } : { label: 'Window', submenu: windowItems },
    {
      label: 'Help',
      role: 'help',
      submenu: [command('Keyboard shortcuts', 'app.shortcuts'), command('Pipescope diagnostics', 'app.diagnostics')],
    },
  ]
}

function appMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Pipescope',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
}

/** By name, not by role of the whole menu: that one would bind Ctrl+W, which closes a document here, not the window. */
const windowItems: MenuItemConstructorOptions[] = [
  { role: 'minimize', label: 'Minimize' },
  { role: 'close', label: 'Close window', accelerator: 'CmdOrCtrl+Shift+W' },
]

const developmentItems: MenuItemConstructorOptions[] = [
  { type: 'separator' },
  { role: 'reload', label: 'Reload (development)' },
  { role: 'toggleDevTools', label: 'Developer tools (development)' },
]
