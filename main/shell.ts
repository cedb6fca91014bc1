import path from 'node:path'
import { app, nativeTheme, screen, session } from 'electron'
import type { AppMessages } from './app/app-messages.ts'
import { appOrigin } from './app/asset-path.ts'
import type { CommandLine } from './app/command-line.ts'
import { applyDevelopmentPolicy, devServerUrl, trustedOriginFor } from './app/development.ts'
import { watchDisk } from './app/disk-watch.ts'
import { collectFacts, windowFrameFor } from './app/facts.ts'
import { describeApp, installMenu } from './app/window/menu.ts'
import { guardContents, refuseDownloads, refuseNetwork, refusePermissions } from './app/page-security.ts'
import { nothingAsked, Pages } from './app/pages.ts'
import { serveScheme } from './app/scheme.ts'
import { StorageNotices } from './app/storage-notices.ts'
import { nativeSource, resolveTheme } from './app/window/theme.ts'
import { Windows, type WindowsOptions } from './app/window/windows.ts'
import type { Kept } from './services.ts'

const now = () => Date.now()

export type Shell = ReturnType<typeof buildShell>

/** The windows and what their pages are held to. */
export function buildShell(
  { log, settings, windowState }: Kept,
  commandLine: CommandLine,
  { onVisibility, mayCloseLast }: Pick<WindowsOptions, 'onVisibility' | 'mayCloseLast'>,
) {
  const devServer = devServerUrl(app.isPackaged, process.env)
  const trusted = trustedOriginFor(devServer)
  const onRefused = (what: string, detail: string) => log.warn('request-refused', { what, detail })
  const pages = new Pages()
  const frame = windowFrameFor(process.platform)
  const theme = () => resolveTheme(settings.current.theme, nativeTheme)
  guardContents(app, { trusted, isReloadAllowed: devServer !== null }, onRefused)
  const windows = new Windows({
    screen,
    pages,
    pageUrl: devServer?.href ?? `${appOrigin}/index.html`,
    preloadPath: path.join(__dirname, '../preload/index.cjs'),
    frame,
    isDevelopment: !app.isPackaged,
    log,
    theme,
    readPlacement: () => windowState.placement,
    keepPlacement: (placement) => windowState.keep(placement),
    onVisibility,
    ...(mayCloseLast ? { mayCloseLast } : {}),
  })
  return { devServer, trusted, onRefused, pages, theme, windows, facts: collectFacts(commandLine.isTour, frame) }
}

export function followTheme({ settings }: Kept, { windows }: Shell, messages: AppMessages): void {
  nativeTheme.themeSource = nativeSource(settings.current.theme)
  settings.onChange((current) => {
    nativeTheme.themeSource = nativeSource(current.theme)
    messages.send({ kind: 'settings', settings: current })
    windows.repaint()
  })
  nativeTheme.on('updated', () => {
    sendSystemTheme(messages)
    windows.repaint()
  })
}

/** Only asked for while the person leaves the theme to the system; else Electron answers with the person's choice. */
function sendSystemTheme(messages: AppMessages): void {
  messages.send({ kind: 'system-theme', theme: resolveTheme('system', nativeTheme) })
}

export async function showWhenReady(kept: Kept, shell: Shell, messages: AppMessages, open: () => void): Promise<void> {
  const { log, userFolder } = kept
  const { devServer, facts, onRefused, theme, windows } = shell
  await app.whenReady()
  log.info('app-ready', { version: facts.version, sinceStartMs: Math.round(now() - facts.processStartMs) })
  const pageSession = session.defaultSession
  refusePermissions(pageSession, onRefused)
  refuseDownloads(pageSession, onRefused)
  if (devServer === null) {
    refuseNetwork(pageSession, onRefused)
    serveScheme(pageSession, { rootFolder: path.join(__dirname, '../renderer'), theme })
  } else {
    applyDevelopmentPolicy(pageSession, devServer)
  }
  open()
  sendSystemTheme(messages)
  describeApp(app, facts)
  installMenu(process.platform, !app.isPackaged, {
    command: (id) => {
      const front = windows.front()
      // macOS keeps the menu when the last window is gone; the page of a new one is told once it listens.
      const window = front ?? windows.open(nothingAsked)
      if (front !== null || id !== 'window.new') messages.sendTo(window.id, { kind: 'command', id })
    },
  })
  const notices = new StorageNotices()
  watchDisk(
    userFolder,
    () => windows.isAnyVisible(),
    (freeBytes) => {
      messages.send({ kind: 'disk', freeBytes })
      for (const notice of notices.note(freeBytes, log.queue()?.droppedCount ?? 0)) messages.send(notice)
    },
  )
}
