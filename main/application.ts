import { app, BrowserWindow, dialog, Notification } from 'electron'
import type { AppFacts } from '../shared/model/app.ts'
import { ruleProblemText } from '../shared/words/rule-problem-words.ts'
import { endsWithLastWindow } from './app/window/last-window.ts'
import { AppMessages } from './app/app-messages.ts'
import type { CommandLine } from './app/command-line.ts'
import { notifyEndedJobs } from './app/window/job-notifications.ts'
import { nothingAsked } from './app/pages.ts'
import { Quit } from './app/quit/quit.ts'
import { SystemNotifications } from './app/window/system-notifications.ts'
import { AppTray } from './app/window/tray.ts'
import { QuitGuard, type QuitGuardOptions } from './app/quit/quit-guard.ts'
import { quitQuestion } from './app/quit/quit-question.ts'
import { askInOwnWindow } from './app/window/ssh-question-window.ts'
import { beforeSleep, endWithSession } from './app/quit/session-end.ts'
import { boxOf } from './ipc/consent/questions.ts'
import { background } from './logging/background.ts'
import { connectPages } from './page-channels.ts'
import { endDirectory, openKept, startServices, type Kept, type Services } from './services.ts'
import { buildShell, followTheme, showWhenReady, type Shell } from './shell.ts'
import { pause } from './os/pause.ts'

export type OpenWindow = (start: AppFacts['start']) => void

/** A target that does not answer must not keep the app waiting; its sessions end with our connections anyway. */
const stopSessionsDeadlineMs = 4000
const quitStepDeadlineMs = 5000
const idleLookMs = 100
/** More than the guard takes by itself (quit-guard.ts). */
const stopRecordingsDeadlineMs = 8000
/** All of it: whoever shuts the machine down does not wait longer. */
const quitDeadlineMs = 10_000

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
  const notifications = new SystemNotifications((notice) =>
    Notification.isSupported() ? new Notification(notice) : null,
  )
  reportSettingsTrouble(kept, messages)

  const services = startServices(kept, {
    onUncleanSessions: (pid, isHealed) => {
      const detail = isHealed
        ? `Process ${pid}: they have been closed.`
        : `Process ${pid}: they stay open until it exits.`
      messages.send({ kind: 'notice', level: isHealed ? 'info' : 'warn', event: 'sessions-unclean', detail })
    },
    onLockedUp: (pid) => {
      const detail = `Process ${pid}: a known bug in .NET Core 3.1. If the process no longer responds, restart it.`
      messages.send({ kind: 'notice', level: 'warn', event: 'runtime-locked-up', detail })
    },
    onTrashFailed: (file) => messages.send({ kind: 'notice', level: 'warn', event: 'trash-failed', detail: file }),
    onRuleFired: (title, body, onClick) => {
      notifications.show({ title, body }, () => {
        onClick?.()
        toFront()
      })
      messages.send({ kind: 'notice', level: 'info', event: 'rule-fired', detail: `${title}: ${body}` })
    },
    onFlightProblem: ({ name, pid }, problem) => {
      const about = `${name} (PID ${pid})`
      if (problem === null)
        return messages.send({ kind: 'notice', level: 'info', event: 'flight-kept-again', detail: about })
      const detail = `${about}: ${ruleProblemText(problem)} Pipescope keeps trying.`
      messages.send({ kind: 'notice', level: 'warn', event: 'flight-not-kept', detail })
    },
    onRuleFilesProblem: (name, problem) => {
      const event = problem === null ? 'rule-files-written' : 'rule-files-failed'
      const detail = problem === null ? name : `${name}: ${ruleProblemText(problem)}`
      messages.send({ kind: 'notice', level: problem === null ? 'info' : 'warn', event, detail })
    },
    onSshQuestion: (machine) => askInOwnWindow(machine, () => shell.windows.front()),
    onNotRecorded: (pid, error) => {
      const detail = `${pid === null ? 'It' : `Process ${pid}`} is running without it (${error.kind}). Start it again to record its startup.`
      messages.send({ kind: 'notice', level: 'warn', event: 'launch-not-recorded', detail })
    },
  })
  const shell = buildShell(kept, commandLine, {
    onVisibility: (isVisible) => services.directory.setVisible(isVisible),
    mayCloseLast: () => {
      if (services.rules.isKeptInBackground) return true
      if (!guard.isNeeded || quit.isRunning) return true
      app.quit()
      return false
    },
  })
  const guard: QuitGuard = new QuitGuard({
    jobs: jobsOfPerson(services),
    askPage: () => {
      const front = shell.windows.front()
      if (front === null || front.webContents.isCrashed()) return false
      front.show()
      messages.sendTo(front.id, { kind: 'quit-asked' })
      return true
    },
    endPageQuestion: () => messages.send({ kind: 'quit-settled' }),
    askNatively: async (running, signal) => {
      const { response } = await dialog.showMessageBox({
        ...boxOf(quitQuestion(running)),
        ...(signal ? { signal } : {}),
      })
      return response === 0
    },
    hide: () => shell.windows.hide(),
    now: () => performance.now(),
  })
  connectPages(kept, services, shell, messages, guard)
  notifyEndedJobs(
    services.jobs,
    () => BrowserWindow.getFocusedWindow() !== null,
    (notice) => notifications.show(notice, toFront),
  )
  followTheme(kept, shell, messages)

  const open: OpenWindow = (start) => {
    // Named on the command line, or by the system: the page may open it.
    if (start.filePath !== null) kept.grants.add(start.filePath)
    const window = shell.windows.open(start)
    services.traces.keepReady()
    if (start.isDemo) background(startDemo(services, messages, window.id, start.isLive), 'demo', log)
  }
  const toFront = (): void => {
    if (quit.isRunning) return
    const front = shell.windows.front()
    if (front === null) open(nothingAsked)
    else front.show()
  }
  const isHidden = commandLine.isBackground && services.rules.isKeptInBackground
  showWhenReady(kept, shell, messages, () => void (isHidden || open(commandLine.start))).catch((cause: unknown) => {
    log.reportBug('start', cause)
    app.exit(1)
  })
  app.on('window-all-closed', () => {
    services.traces.rest()
    if (endsWithLastWindow(process.platform, services.rules.isKeptInBackground)) app.quit()
  })
  app.on('activate', () => {
    if (shell.windows.count === 0) open(nothingAsked)
  })
  const tray = new AppTray({
    open: toFront,
    quit: () => app.quit(),
    saveFlights: () => services.recordings.saveFlights(),
    armedCount: () => services.rules.state().rules.filter(({ isArmed }) => isArmed).length,
  })
  const quit: Quit = new Quit({
    app,
    log,
    stepDeadlineMs: quitStepDeadlineMs,
    totalDeadlineMs: quitDeadlineMs,
    mayQuit: () => guard.mayQuit(),
    steps: [
      { name: 'windows', run: () => putWindowsAway(shell, kept) },
      { name: 'rules', run: () => services.rules.end() },
      {
        name: 'recordings and live views',
        deadlineMs: stopRecordingsDeadlineMs,
        run: () => Promise.all([guard.saveAll(), services.live.closeAll()]).then(() => undefined),
      },
      { name: 'ports', run: () => services.targets.close() },
      { name: 'sessions', run: () => services.sessions.stopAll(stopSessionsDeadlineMs) },
      { name: 'machines', run: () => services.machines.disconnectAll() },
      { name: 'demo', run: () => services.demo.stop() },
      {
        name: 'files',
        run: () =>
          Promise.all([
            services.cases.end(),
            services.savedFiles.flush(),
            services.presets.flush(),
            services.machines.flush(),
          ]).then(() => undefined),
      },
      { name: 'processes', run: () => endDirectory(services) },
      { name: 'settings', run: () => flushKept(kept) },
      { name: 'log', run: () => log.flush() },
      { name: 'pages', run: () => shell.windows.destroyAll() },
    ],
  })
  const showTray = (): void => tray.show(services.rules.isKeptInBackground && !quit.isRunning)
  void app.whenReady().then(showTray)
  services.rules.onChange(() => void (app.isReady() && showTray()))
  beforeSleep(app, () => background(services.machines.disconnectAll(), 'sleep', log))
  endWithSession(app, () => quit.endNow('session-end'))
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

/** What a person who quits could lose: flight recorders that only rules asked for are not among it. */
function jobsOfPerson({ jobs, rules }: Services): QuitGuardOptions['jobs'] {
  const running = () => jobs.running().filter(({ id }) => !rules.ownsJob(id))
  return {
    running,
    act: (id, action) => jobs.act(id, action),
    abandonAll: () => jobs.abandonAll(),
    whenIdle: async () => {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      while (running().length > 0) await pause(idleLookMs)
    },
  }
}

/** What is written in the background while the app runs. */
async function flushKept({ settings, grants, consents }: Kept): Promise<void> {
  await Promise.all([settings.flush(), grants.flush(), consents.flush()])
}

function reportSettingsTrouble({ settings, log }: Kept, messages: AppMessages): void {
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
