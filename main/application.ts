import path from 'node:path'
import { app, ipcMain, nativeTheme, screen, session, type IpcMainInvokeEvent } from 'electron'
import type { AppFacts } from '../shared/model/app.ts'
import { AppMessages } from './app/app-messages.ts'
import { appOrigin } from './app/asset-path.ts'
import type { CommandLine } from './app/command-line.ts'
import { applyDevelopmentPolicy, devServerUrl, trustedOriginFor } from './app/development.ts'
import { watchDisk } from './app/disk-watch.ts'
import { collectFacts, windowFrameFor } from './app/facts.ts'
import { describeApp, installMenu } from './app/menu.ts'
import { guardContents, refuseDownloads, refuseNetwork, refusePermissions } from './app/page-security.ts'
import { nothingAsked, Pages } from './app/pages.ts'
import { Quit } from './app/quit.ts'
import { serveScheme } from './app/scheme.ts'
import { StorageNotices } from './app/storage-notices.ts'
import { nativeSource, resolveTheme } from './app/theme.ts'
import { Windows } from './app/windows.ts'
import { SavedPaths } from './ipc/dialogs.ts'
import { registerHandlers } from './ipc/handler-registry.ts'
import { appHandlers } from './ipc/handlers/app-handlers.ts'
import { diagnosticsHandlers } from './ipc/handlers/diagnostics-handlers.ts'
import { fileHandlers } from './ipc/handlers/file-handlers.ts'
import { liveHandlers } from './ipc/handlers/live-handlers.ts'
import { processHandlers } from './ipc/handlers/process-handlers.ts'
import { ProcessRowsStream } from './ipc/process-rows-stream.ts'
import { StreamPorts } from './ipc/stream-ports.ts'
import { background } from './logging/background.ts'
import { composeReport } from './logging/problem-report.ts'
import { endDirectory, openKept, startServices, type Kept, type Services } from './services.ts'

export type OpenWindow = (start: AppFacts['start']) => void

const now = () => Date.now()
/** A target that does not answer must not keep the app waiting; its sessions end with our connections anyway. */
const stopSessionsDeadlineMs = 4000
const quitStepDeadlineMs = 5000

/**
 * The composition root: builds the services, wires them, starts them. Runs before Electron is ready, so that reading the settings
 * and looking for processes do not wait for Chromium. Returns the way to open a window for a later start.
 */
export function runApplication(commandLine: CommandLine): OpenWindow {
  const kept = openKept()
  const { log } = kept
  process.on('uncaughtException', (cause) => log.reportBug('main', cause))
  process.on('unhandledRejection', (cause) => log.reportBug('main promise', cause))
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') log.warn('child-process-gone', { type, reason, exitCode, service: serviceName ?? '' })
  })
  const messages = new AppMessages()
  tellSettingsTrouble(kept, messages)

  const services = startServices(kept)
  const shell = buildShell(kept, commandLine, (isVisible) => services.directory.setVisible(isVisible))
  connectPages(kept, services, shell, messages)
  followTheme(kept, shell, messages)

  const open: OpenWindow = (start) => {
    const window = shell.windows.open(start)
    if (start.isDemo) background(startDemo(services, messages, window.id, start.isLive), 'demo', log)
  }
  showWhenReady(kept, shell, messages, () => open(commandLine.start)).catch((cause: unknown) => {
    log.reportBug('start', cause)
    app.exit(1)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // macOS: a file dropped on the icon or opened from the Finder.
  app.on('open-file', (event, filePath) => {
    event.preventDefault()
    void app.whenReady().then(() => open({ ...nothingAsked, filePath }))
  })
  app.on('activate', () => {
    if (shell.windows.count === 0) open(nothingAsked)
  })
  const quit = new Quit({
    app,
    log,
    stepDeadlineMs: quitStepDeadlineMs,
    steps: [
      { name: 'windows', run: () => putWindowsAway(shell, kept) },
      { name: 'live views', run: () => services.live.closeAll() },
      { name: 'sessions', run: () => services.sessions.stopAll(stopSessionsDeadlineMs) },
      { name: 'demo', run: () => services.demo.stop() },
      { name: 'processes', run: () => endDirectory(services) },
      { name: 'settings', run: () => kept.settings.flush() },
      { name: 'log', run: () => log.flush() },
    ],
  })
  return (start) => {
    if (!quit.isRunning) void app.whenReady().then(() => open(start))
  }
}

/** At once, although what follows may take seconds: nothing in them can be used any more. */
async function putWindowsAway({ windows }: Shell, { windowState }: Kept): Promise<void> {
  windows.keepPlacements()
  windows.hide()
  await windowState.flush()
}

function tellSettingsTrouble({ settings, log }: Kept, messages: AppMessages): void {
  if (settings.setAside === null) return
  const { reason, keptAs } = settings.setAside
  log.warn('settings-set-aside', { reason })
  messages.send({ kind: 'notice', level: 'warn', event: 'settings-corrupt', detail: keptAs ?? '' })
}

async function startDemo(services: Services, messages: AppMessages, windowId: number, isLive: boolean): Promise<void> {
  const started = await services.demo.start()
  if (started.ok) messages.sendTo(windowId, { kind: 'open-process', pid: started.value.pid, isLive })
  else messages.sendTo(windowId, { kind: 'notice', level: 'error', event: 'demo-failed', detail: started.error.kind })
}

type Shell = ReturnType<typeof buildShell>

/** The windows and what their pages are held to. */
function buildShell(
  { log, settings, windowState }: Kept,
  commandLine: CommandLine,
  onVisibility: (isVisible: boolean) => void,
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
  })
  return { devServer, trusted, onRefused, pages, theme, windows, facts: collectFacts(commandLine.isTour, frame) }
}

/** Channels and streams. */
function connectPages(kept: Kept, services: Services, shell: Shell, messages: AppMessages): void {
  const { log, settings } = kept
  const { facts, pages, windows } = shell
  const saved = new SavedPaths()
  const ports = new StreamPorts({
    'app.messages': messages,
    'processes.rows': new ProcessRowsStream(services.directory),
    'live.frames': { open: (liveId, sink) => services.live.attach(liveId ?? '', sink) },
  })
  const queues = () => {
    const logQueue = log.queue()
    const own = logQueue === null ? [] : [logQueue]
    return [...ports.reports(), ...services.directory.queues(), ...services.live.queues(), ...own]
  }
  const report = () =>
    composeReport({
      facts,
      createdAtMs: now(),
      queues: queues(),
      rows: services.directory.rows(),
      settings: settings.current,
      log: log.recent(5000),
      words: kept.privateWords,
    })
  const registry = {
    trusted: shell.trusted,
    pageOf: (event: IpcMainInvokeEvent) => pages.of(event.sender),
    reportBug: (where: string, cause: unknown) => log.reportBug(where, cause),
    onRefused: (channel: string) => shell.onRefused('sender', channel),
  }
  registerHandlers(
    ipcMain,
    {
      ...appHandlers({
        facts,
        settings,
        log,
        openWindow: () => windows.open(nothingAsked),
        setTitleBar: (windowId, isDark) =>
          windows.paint(windowId, shell.theme() === 'hc' ? 'hc' : isDark ? 'dark' : 'light'),
        onNotSaved: (code) =>
          messages.send({ kind: 'notice', level: 'warn', event: 'settings-write-failed', detail: code }),
      }),
      ...fileHandlers({ saved, ownFolders: [kept.userFolder, kept.logFolder] }),
      ...diagnosticsHandlers({ log, saved, queues, now, composeReport: report }),
      ...processHandlers(services.directory, services.demo),
      ...liveHandlers({ live: services.live, saved, log, now }),
    },
    registry,
  )
  ports.register(ipcMain, registry)
}

function followTheme({ settings }: Kept, { windows }: Shell, messages: AppMessages): void {
  nativeTheme.themeSource = nativeSource(settings.current.theme)
  settings.onChange((current) => {
    nativeTheme.themeSource = nativeSource(current.theme)
    messages.send({ kind: 'settings', settings: current })
    windows.repaint()
  })
  nativeTheme.on('updated', () => {
    tellSystemTheme(messages)
    windows.repaint()
  })
}

/** Only asked for while the person leaves the theme to the system; else Electron answers with the person's choice. */
function tellSystemTheme(messages: AppMessages): void {
  messages.send({ kind: 'system-theme', theme: resolveTheme('system', nativeTheme) })
}

async function showWhenReady(kept: Kept, shell: Shell, messages: AppMessages, open: () => void): Promise<void> {
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
  tellSystemTheme(messages)
  describeApp(app, facts)
  installMenu(process.platform, !app.isPackaged, {
    command: (id) => {
      const front = windows.front()
      if (front !== null) messages.sendTo(front.id, { kind: 'command', id })
      else if (id === 'window.new') windows.open(nothingAsked)
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
