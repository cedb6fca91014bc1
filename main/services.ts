import { hostname } from 'node:os'
import path from 'node:path'
import { app, shell, utilityProcess } from 'electron'
import type { AppError } from '../shared/base/errors.ts'
import { currentUserName } from './app/facts.ts'
import { DemoController } from './demo/demo-controller.ts'
import type { DemoProcess } from './demo/demo-messages.ts'
import { fromUtilityProcess } from './demo/demo-process.ts'
import { SavedFiles } from './diagnostics/files/saved-files.ts'
import { JobRegistry } from './diagnostics/jobs/job-registry.ts'
import { JobJournal } from './diagnostics/jobs/job-journal.ts'
import { recoverJobs } from './diagnostics/jobs/recover-jobs.ts'
import { restoreFlight } from './diagnostics/recordings/flight/restore-flight.ts'
import { liveSessionOpener } from './diagnostics/live/sessions/open-live-session.ts'
import { LiveService } from './diagnostics/live/live-service.ts'
import { AllProcesses } from './diagnostics/machines/all-processes.ts'
import { MachineService } from './diagnostics/machines/machine-service.ts'
import { MachineStore } from './diagnostics/machines/machine-store.ts'
import { ProcessDirectory } from './diagnostics/processes/directory/directory.ts'
import type { AnswerQuestion } from './machines/askpass.ts'
import { removeAbandonedLinkFolders } from './machines/abandoned-folders.ts'
import { SymbolFetcher } from './diagnostics/recordings/names/fetch-symbols.ts'
import { PresetStore } from './diagnostics/recordings/preset-store.ts'
import { RecordingPlaces } from './diagnostics/recordings/recording-places.ts'
import { RecordingService } from './diagnostics/recordings/recording-service.ts'
import { HeapCaptures } from './diagnostics/heaps/heap-captures.ts'
import { HeapDocuments } from './diagnostics/heaps/heap-documents.ts'
import { TraceService } from './diagnostics/traces/trace-service.ts'
import { CaseList } from './diagnostics/cases/case-list.ts'
import { CasePackages } from './diagnostics/cases/case-packages.ts'
import { ChecklistStore } from './diagnostics/cases/checklist-store.ts'
import { CaseService } from './diagnostics/cases/case-service.ts'
import { collectUnattended, type UnattendedCaseParts } from './diagnostics/cases/collect/collect-unattended.ts'
import { releaseAddress, UpdateCheck } from './diagnostics/updates/update-check.ts'
import { SessionRegistry } from './diagnostics/session-registry.ts'
import { stuckThreadCount, useForeignThread } from './foreign/foreign-files.ts'
import { KeptConsents } from './ipc/consent/kept-consents.ts'
import { PathGrants } from './ipc/consent/path-grants.ts'
import { startRules, type RuleEvents } from './rule-services.ts'
import { startTargetServices } from './target-services.ts'
import { background } from './logging/background.ts'
import { AppLog } from './logging/log.ts'
import { LogFile } from './logging/log-file.ts'
import { openApplicationKey } from './storage/application-key.ts'
import { removeEarlierRuns, runFolder } from './storage/run-folder.ts'
import { SettingsStore } from './storage/settings.ts'
import { WindowStateStore } from './storage/window-state.ts'

/** Of the file that names the newest version. There is none before the first release is published. */
const releaseFile: string | null = null
/** Longer than the row of an ended process stays. */
const forgetDemoMs = 60_000
const now = () => Date.now()

export type Kept = ReturnType<typeof openKept>

/** What lies in the user's folder. */
export function openKept() {
  const userFolder = app.getPath('userData')
  const applicationKey = openApplicationKey(userFolder)
  const logFolder = path.join(userFolder, 'logs')
  const privateWords = { homeFolder: app.getPath('home'), userName: currentUserName(), hostName: hostname() }
  return {
    userFolder,
    applicationKey,
    logFolder,
    privateWords,
    log: new AppLog({
      file: new LogFile({ folder: logFolder, maxFileBytes: 2 * 1024 * 1024, oldFileCount: 4 }),
      minimumLevel: app.isPackaged ? 'info' : 'debug',
      privateWords,
      ringSize: 5000,
      now,
    }),
    settings: new SettingsStore(path.join(userFolder, 'settings.json'), now),
    grants: new PathGrants(path.join(userFolder, 'granted-files.json'), now),
    consents: new KeptConsents(path.join(userFolder, 'consents.json'), applicationKey, now),
    windowState: new WindowStateStore(path.join(userFolder, 'window.json'), now),
  }
}

export type Services = ReturnType<typeof startServices>

export interface ServiceEvents extends RuleEvents {
  /** A run of ours that ended badly had left sessions in this process: freed now, or stuck because all its slots are taken. */
  readonly onUncleanSessions: (pid: number, isHealed: boolean) => void
  /** A runtime has locked up while a session of ours was being stopped; whoever waited for that may be gone, a closed view for example. */
  readonly onLockedUp: (pid: number) => void
  /** A removed file could not be moved to the trash and is listed again. */
  readonly onTrashFailed: (path: string) => void
  /** A launched program went on without the recording that was asked for. */
  readonly onNotRecorded: (pid: number | null, error: AppError) => void
  /** A question of ssh about a machine. */
  readonly onSshQuestion: (machine: string) => AnswerQuestion
  /** A rule says so. No path and no command line: others may read it. */
  readonly onRuleFired: (title: string, body: string, onClick: (() => void) | null) => void
}

/** Everything about .NET processes; none of it knows Electron. */
export function startServices(
  { userFolder, applicationKey, settings, log, privateWords }: Kept,
  events: ServiceEvents,
) {
  useForeignThread({ workerPath: path.join(__dirname, 'foreign.cjs') })
  // The ordinary end joins all threads; one that hangs in a system call would keep the app for ever. Everything is saved by then.
  app.once('quit', () => {
    if (stuckThreadCount() > 0) process.kill(process.pid, 'SIGKILL')
  })
  const directory = new AllProcesses(new ProcessDirectory({ storageFolder: userFolder, applicationKey }))
  directory.start()
  const updates = new UpdateCheck({
    address: releaseAddress(releaseFile, app.isPackaged, process.env),
    ownVersion: app.getVersion(),
    settings,
    now,
  })
  const sessions = new SessionRegistry({
    journalPath: path.join(userFolder, 'sessions.json'),
    onHealed: ({ pid }, isHealed) => {
      log.warn('sessions-unclean', { pid, isHealed })
      events.onUncleanSessions(pid, isHealed)
    },
    onLockedUp: ({ pid }) => {
      log.warn('runtime-locked-up', { pid })
      events.onLockedUp(pid)
    },
  })
  const machines = new MachineService({
    processes: directory,
    registry: sessions,
    store: new MachineStore(path.join(userFolder, 'machines.json'), now),
    answer: events.onSshQuestion,
  })
  const abandoned = removeAbandonedLinkFolders().then((count) => {
    if (count > 0) log.info('connection-folders-removed', { count })
  })
  background(abandoned, 'connection-folders', log)
  const demo = new DemoController({
    launch: () => launchDemo(directory),
    journalPath: path.join(userFolder, 'demo-socket'),
  })
  const samplesFolder = path.join(userFolder, 'live')
  const storageFolder = runFolder(samplesFolder, now(), process.pid)
  background(removeEarlierRuns(samplesFolder, storageFolder), 'earlier-runs', log)
  const live = new LiveService({
    directory,
    openSession: liveSessionOpener(sessions),
    workerPath: path.join(__dirname, 'live-worker.cjs'),
    storageFolder,
    settings,
    carriedIntervalMs: (processKey) => machines.carriedIntervalMs(processKey),
    log: log.with({ room: 'live' }),
  })
  machines.onPace(() => live.followLinks())
  const watchPath = path.join(__dirname, 'recording-watch.cjs')
  const journal = new JobJournal(path.join(userFolder, 'jobs.json'))
  const jobs = new JobRegistry({ journal, now, reportBug: (where, cause) => log.reportBug(where, cause) })
  const savedFiles = new SavedFiles({
    path: path.join(userFolder, 'files.json'),
    now,
    trash: (file) => shell.trashItem(file),
    onTrashFailed: (file) => events.onTrashFailed(file.path),
  })
  background(savedFiles.recover(), 'removed files', log)
  const presets = new PresetStore(path.join(userFolder, 'recordings.json'), now, applicationKey)
  const recordings = new RecordingService({
    directory,
    registry: sessions,
    jobs,
    savedFiles,
    presets,
    recorderPath: path.join(__dirname, 'recorder.cjs'),
    watchPath,
    temporaryFolder: path.join(storageFolder, 'short'),
    settingsFolder: () => settings.current.recordings.folder,
    onSaveError: (pid, error) => {
      if (error === null) log.info('flight-save-resumed', { pid })
      else log.warn('flight-save-failed', { pid, reason: error.kind === 'io' ? error.code : error.kind })
    },
  })
  const symbols = new SymbolFetcher({
    directory,
    registry: sessions,
    runningJobs: () => jobs.running(),
    recordedProcessOf: (file) => savedFiles.recordedProcessOf(file),
  })
  const traces = new TraceService({
    workerPath: path.join(__dirname, 'trace-document.cjs'),
    onCrash: (file, reason) => log.error('trace-worker-ended', { path: file, reason }),
    jobWriting: (file) => recordings.jobWriting(file),
  })
  const heaps = new HeapDocuments({
    workerPath: path.join(__dirname, 'heap-document.cjs'),
    onCrash: (file, reason) => log.error('heap-worker-ended', { path: file, reason }),
  })
  const places = new RecordingPlaces({ presets, settingsFolder: () => settings.current.recordings.folder }, now)
  const heapCaptures = new HeapCaptures({
    directory,
    registry: sessions,
    jobs,
    savedFiles,
    heaps,
    live,
    savesGcDump: () => settings.current.recordings.savesGcDump,
    places,
    recorderPath: path.join(__dirname, 'recorder.cjs'),
    now,
  })
  const targets = startTargetServices({
    directory,
    places,
    machines,
    jobs,
    savedFiles,
    recordings,
    folder: storageFolder,
    watchedPortsPath: path.join(userFolder, 'watched-ports.jsonl'),
    farDumpsPath: path.join(userFolder, 'far-dumps.json'),
    farLaunchesPath: path.join(userFolder, 'far-launches.json'),
    log,
    onNotRecorded: events.onNotRecorded,
    now,
  })
  const caseList = new CaseList(path.join(userFolder, 'cases.json'), now)
  const caseParts: UnattendedCaseParts = {
    directory,
    registry: sessions,
    workerPath: path.join(__dirname, 'case-files.cjs'),
    tool: {
      name: 'Pipescope',
      version: app.getVersion(),
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    },
    now,
    targetOf: (key) => targets.targetOf({ kind: 'process', key }),
    userName: targets.userName,
    recorderPath: path.join(__dirname, 'recorder.cjs'),
    watchPath,
    reportBug: (where, cause) => log.reportBug(where, cause),
    ownLog: () =>
      log
        .recent(2000)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    words: privateWords,
    hostNameOf: (machineId: string) => machines.state().machines.find(({ id }) => id === machineId)?.hostName ?? null,
    marksOf: (key) => live.marksOf(key),
    list: caseList,
  }
  const flightOf = (key: string) =>
    jobs.running().find(({ kind, target }) => kind === 'ring' && target?.processKey === key)
  const cases = new CaseService({
    ...caseParts,
    hasFlight: (key) => flightOf(key) !== undefined,
    flightOf: (key) => {
      const job = flightOf(key)
      if (job === undefined) return null
      return { folders: recordings.flightFolders(job.id), save: () => recordings.saveFlight(job.id) }
    },
    jobs,
    savedFiles,
    places,
    dumps: targets.dumps,
    list: caseList,
  })
  const restored = cases.restore()
  background(restored, 'restore-cases', log)
  // A case takes over what a flight recorder held for it, before that becomes a file of its own.
  const recovered = restored
    .catch(() => undefined)
    .then(() => recoverJobs(journal, jobs, savedFiles, (folder, name) => restoreFlight(watchPath, folder, name)))
  background(recovered, 'recover-jobs', log)
  const checklists = new ChecklistStore(path.join(userFolder, 'checklists.json'), now)
  const casePackages = new CasePackages({ workerPath: caseParts.workerPath, folder: path.join(storageFolder, 'cases') })
  const rules = startRules({
    kept: { userFolder, applicationKey, log },
    directory,
    live,
    registry: sessions,
    places,
    actions: {
      jobs,
      recordings,
      heapCaptures,
      dumps: targets.dumps,
      places,
      savedFiles,
      collectCase: (order) => collectUnattended(caseParts, order),
      notify: events.onRuleFired,
      now,
    },
    onFlightProblem: events.onFlightProblem,
    onRuleFilesProblem: events.onRuleFilesProblem,
  })
  return {
    directory,
    machines,
    sessions,
    rules,
    demo,
    live,
    jobs,
    savedFiles,
    presets,
    recordings,
    symbols,
    traces,
    heaps,
    heapCaptures,
    cases,
    casePackages,
    checklists,
    targets,
    updates,
  }
}

/** Marked as demo before it listens, so that nobody ever sees it as a real process. */
function launchDemo(directory: AllProcesses): DemoProcess {
  const child = utilityProcess.fork(path.join(__dirname, 'demo-target.cjs'), [], { serviceName: 'Pipescope demo' })
  child.once('spawn', () => {
    const { pid } = child
    if (pid === undefined) return
    directory.setDemo(pid, true)
    // The row of the ended process stays for a while and stays a demo; its number may be given to a real one later.
    child.once('exit', () => setTimeout(() => directory.setDemo(pid, false), forgetDemoMs).unref())
  })
  return fromUtilityProcess(child)
}

export async function endDirectory({ directory }: Services): Promise<void> {
  await directory.flush()
  directory.dispose()
}
