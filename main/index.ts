import { hostname } from 'node:os'
import path from 'node:path'
import { app, ipcMain, nativeTheme, screen, session } from 'electron'
import { err } from '../shared/base/result.ts'
import type { StreamName } from '../shared/contract/index.ts'
import type { StreamSource } from '../shared/base/stream-sink.ts'
import { AppMessages } from './app/app-messages.ts'
import { appOrigin } from './app/asset-path.ts'
import { ownWords, parseCommandLine, usage, type CommandLine } from './app/command-line.ts'
import { applyDevelopmentPolicy, devServerUrl, trustedOriginFor } from './app/development.ts'
import { watchDisk } from './app/disk-watch.ts'
import { collectFacts, currentUserName, windowFrameFor } from './app/facts.ts'
import { installMenu } from './app/menu.ts'
import { guardContents, refusePermissions } from './app/page-security.ts'
import { nothingAsked, Pages } from './app/pages.ts'
import { Quit } from './app/quit.ts'
import { declareScheme, serveScheme } from './app/scheme.ts'
import { claimSingleInstance } from './app/single-instance.ts'
import { nativeSource, resolveTheme } from './app/theme.ts'
import { Windows } from './app/windows.ts'
import { SavedPaths } from './ipc/dialogs.ts'
import { registerHandlers } from './ipc/handler-registry.ts'
import { appHandlers } from './ipc/handlers/app-handlers.ts'
import { diagnosticsHandlers } from './ipc/handlers/diagnostics-handlers.ts'
import { fileHandlers } from './ipc/handlers/file-handlers.ts'
import { unavailableHandlers } from './ipc/handlers/unavailable.ts'
import { StreamPorts } from './ipc/stream-ports.ts'
import { AppLog } from './logging/log.ts'
import { LogFile } from './logging/log-file.ts'
import { composeReport } from './logging/problem-report.ts'
import { SettingsStore } from './storage/settings.ts'
import { WindowStateStore } from './storage/window-state.ts'

const quitStepDeadlineMs = 5000
const now = () => Date.now()

declareScheme()
begin()

/** Before anything is shown: what was asked for, and whether an instance that runs already should do it. */
function begin(): void {
  const appFolder = app.isPackaged ? null : app.getAppPath()
  const read = (argv: readonly string[], folder: string) => parseCommandLine(ownWords(argv, appFolder, folder), folder)
  const asked = read(process.argv, process.cwd())
  if (!asked.ok) {
    process.stderr.write(`pipescope: ${asked.message}\n\n${usage}`)
    app.exit(2)
    return
  }
  if (asked.value.print !== null) {
    process.stdout.write(asked.value.print === 'version' ? `${app.getVersion()}\n` : usage)
    app.exit(0)
    return
  }
  let openSecond: ((start: CommandLine['start']) => void) | null = null
  const isFirst = claimSingleInstance(app, (argv, folder) => {
    const second = read(argv, folder)
    openSecond?.(second.ok ? second.value.start : nothingAsked)
  })
  if (!isFirst) {
    app.exit(0)
    return
  }
  openSecond = run(asked.value)
}

/** Builds the services and wires them. Returns the way to open a window for a later start. */
function run(commandLine: CommandLine): (start: CommandLine['start']) => void {
  const userFolder = app.getPath('userData')
  const logFolder = path.join(userFolder, 'logs')
  const privateWords = { homeFolder: app.getPath('home'), userName: currentUserName(), hostName: hostname() }
  const log = new AppLog({
    file: new LogFile({ folder: logFolder, maxFileBytes: 2 * 1024 * 1024, oldFileCount: 4 }),
    minimumLevel: app.isPackaged ? 'info' : 'debug',
    privateWords,
    ringSize: 5000,
    now,
  })
  process.on('uncaughtException', (cause) => log.reportBug('main', cause))
  process.on('unhandledRejection', (cause) => log.reportBug('main promise', cause))

  const settings = new SettingsStore(path.join(userFolder, 'settings.json'), now)
  const windowState = new WindowStateStore(path.join(userFolder, 'window.json'), now)
  const devServer = devServerUrl(app.isPackaged, process.env)
  const isDevelopment = !app.isPackaged
  const trusted = trustedOriginFor(devServer)
  const frame = windowFrameFor(process.platform)
  const facts = collectFacts(commandLine.isTour, frame)
  const theme = () => resolveTheme(settings.current.theme, nativeTheme)
  const saved = new SavedPaths()
  const messages = new AppMessages()
  const pages = new Pages()
  const onRefused = (what: string, detail: string) => log.warn('request-refused', { what, detail })

  if (settings.setAside !== null) {
    const { reason, keptAs } = settings.setAside
    log.warn('settings-set-aside', { reason })
    messages.send({ kind: 'notice', level: 'warn', event: 'settings-set-aside', detail: keptAs ?? '' })
  }
  nativeTheme.themeSource = nativeSource(settings.current.theme)
  guardContents(app, { trusted, isReloadAllowed: devServer !== null }, onRefused)

  const emptyStream: StreamSource = { open: () => err({ kind: 'not-found', what: 'stream' }) }
  const sources: Record<StreamName, StreamSource> = {
    'app.messages': messages,
    'processes.rows': emptyStream,
    'live.frames': emptyStream,
  }
  const ports = new StreamPorts(sources)
  const windows = new Windows({
    screen,
    pages,
    pageUrl: devServer?.href ?? `${appOrigin}/index.html`,
    preloadPath: path.join(__dirname, '../preload/index.cjs'),
    frame,
    isDevelopment,
    log,
    theme,
    readPlacement: () => windowState.placement,
    keepPlacement: (placement) => windowState.keep(placement),
  })
  const queues = () => [...ports.reports(), log.queue()]
  const registry = {
    trusted,
    pageOf: (event: Electron.IpcMainInvokeEvent) => pages.of(event.sender),
    reportBug: (where: string, cause: unknown) => log.reportBug(where, cause),
    onRefused: (channel: string) => onRefused('sender', channel),
  }
  registerHandlers(
    ipcMain,
    {
      ...unavailableHandlers(),
      ...appHandlers({
        facts,
        settings,
        log,
        openWindow: () => windows.open(nothingAsked),
        setTitleBar: (windowId, isDark) => windows.paint(windowId, isDark ? 'dark' : 'light'),
      }),
      ...fileHandlers({ saved, ownFolders: [userFolder, logFolder] }),
      ...diagnosticsHandlers({
        log,
        saved,
        queues,
        now,
        composeReport: () =>
          composeReport({
            facts,
            createdAtMs: now(),
            queues: queues(),
            rows: [],
            settings: settings.current,
            log: log.recent(5000),
            words: privateWords,
          }),
      }),
    },
    registry,
  )
  ports.register(ipcMain, registry)

  settings.onChange((current) => {
    nativeTheme.themeSource = nativeSource(current.theme)
    messages.send({ kind: 'settings', settings: current })
    windows.repaint()
  })
  nativeTheme.on('updated', () => {
    messages.send({ kind: 'system-theme', theme: resolveTheme('system', nativeTheme) })
    windows.repaint()
  })

  const open = (start: CommandLine['start']) => {
    const window = windows.open(start)
    window.once('ready-to-show', () => window.focus())
  }
  const whenReady = async () => {
    await app.whenReady()
    log.info('app-ready', { version: facts.version, sinceStartMs: Math.round(now() - facts.processStartMs) })
    refusePermissions(session.defaultSession, onRefused)
    if (devServer === null) {
      serveScheme(session.defaultSession, { rootFolder: path.join(__dirname, '../renderer'), theme })
    } else {
      applyDevelopmentPolicy(session.defaultSession, devServer)
    }
    installMenu(process.platform, isDevelopment, {
      openWindow: () => open(nothingAsked),
      command: (id) => {
        const front = windows.front()
        if (front !== null) messages.sendTo(front.id, { kind: 'command', id })
      },
    })
    open(commandLine.start)
    watchDisk(
      userFolder,
      () => windows.isAnyVisible(),
      (freeBytes) => messages.send({ kind: 'disk', freeBytes }),
    )
  }
  whenReady().catch((cause: unknown) => {
    log.reportBug('start', cause)
    app.exit(1)
  })

  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => {
    if (windows.count === 0) open(nothingAsked)
  })
  const quit = new Quit({
    app,
    log,
    stepDeadlineMs: quitStepDeadlineMs,
    steps: [
      { name: 'settings', run: () => settings.flush() },
      { name: 'window state', run: () => windowState.flush() },
      { name: 'log', run: () => log.flush() },
    ],
  })
  return (start) => {
    if (!quit.isRunning) void app.whenReady().then(() => open(start))
  }
}
