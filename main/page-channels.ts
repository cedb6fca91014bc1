import path from 'node:path'
import { dialog, ipcMain, type IpcMainInvokeEvent } from 'electron'
import { ok } from '../shared/base/result.ts'
import type { TargetRef } from '../shared/contract/target-ref.ts'
import { asProcessKey } from '../shared/model/ids.ts'
import type { AppMessages } from './app/app-messages.ts'
import { nothingAsked } from './app/pages.ts'
import { holdsMemory } from './diagnostics/cases/collect/new-collection.ts'
import { ConsentGate } from './ipc/consent/consent-gate.ts'
import { consentRules } from './ipc/consent/consent-rules.ts'
import { Questions } from './ipc/consent/questions.ts'
import { takeDroppedFiles } from './ipc/dropped-files.ts'
import { consentHandlers } from './ipc/handlers/consent-handlers.ts'
import type { QuitGuard } from './app/quit/quit-guard.ts'
import { registerHandlers } from './ipc/handler-registry.ts'
import { appHandlers } from './ipc/handlers/app-handlers.ts'
import { diagnosticsHandlers } from './ipc/handlers/diagnostics-handlers.ts'
import { dumpHandlers, isFar } from './ipc/handlers/dump-handlers.ts'
import { fileHandlers } from './ipc/handlers/file-handlers.ts'
import { jobHandlers } from './ipc/handlers/job-handlers.ts'
import { liveHandlers } from './ipc/handlers/live-handlers.ts'
import { portHandlers } from './ipc/handlers/port-handlers.ts'
import { processHandlers } from './ipc/handlers/process-handlers.ts'
import { machineHandlers } from './ipc/handlers/machine-handlers.ts'
import { recordingHandlers } from './ipc/handlers/recording-handlers.ts'
import { savedFileHandlers } from './ipc/handlers/saved-file-handlers.ts'
import { consoleHandlers, previewOf } from './ipc/handlers/console-handlers.ts'
import { targetActionHandlers } from './ipc/handlers/target-action-handlers.ts'
import { caseHandlers } from './ipc/handlers/case-handlers.ts'
import { heapHandlers } from './ipc/handlers/heap-handlers.ts'
import { updateHandlers } from './ipc/handlers/update-handlers.ts'
import { traceHandlers } from './ipc/handlers/trace-handlers.ts'
import { JobsStream } from './ipc/jobs-stream.ts'
import { ruleHandlers } from './ipc/handlers/rule-handlers.ts'
import { StateStream } from './ipc/state-stream.ts'
import { ProcessRowsStream } from './ipc/process-rows-stream.ts'
import { StreamPorts } from './ipc/stream-ports.ts'
import { composeReport } from './logging/problem-report.ts'
import type { Kept, Services } from './services.ts'
import type { Shell } from './shell.ts'

const now = () => Date.now()

/** Every channel and stream that the pages may use, answered by the services. Called once, before the first window. */
export function connectPages(
  kept: Kept,
  services: Services,
  shell: Shell,
  messages: AppMessages,
  guard: QuitGuard,
): void {
  const { log, settings } = kept
  const { facts, pages, windows } = shell
  const { grants, consents } = kept
  const dumpsFor = (target: TargetRef) => (isFar(target) ? services.targets.farDumps : services.targets.dumps)
  const consent = new ConsentGate(
    consentRules({
      targetOf: services.targets.targetOf,
      checkDump: (request) => dumpsFor(request.target).check(request),
      suggestDump: (request) => dumpsFor(request.target).suggest(request),
      farDumpOf: (jobId) => services.targets.farDumps.madeBy(jobId),
      launchOf: (id) => services.targets.launches.find(id),
      isGranted: (file) =>
        grants.has(file) || services.savedFiles.hasPath(file) || services.recordings.jobWriting(file) !== null,
      grant: (file) => grants.add(file),
      isChosenFolder: (folder) =>
        folder === settings.current.recordings.folder || services.presets.folders().includes(folder),
      previewRequest: (request) => previewOf(services.targets, request),
      machineName: (id) => services.machines.nameOf(id),
      isConnected: (id) => services.machines.linkTo(id) !== null,
      planSudo: (key) => services.machines.sudo.plan(asProcessKey(key)),
      agreeToSudo: (plan) => services.machines.sudo.agree(plan),
      dumpsAmong: (fileIds) =>
        fileIds
          .flatMap((id) => services.savedFiles.get(id)?.path ?? [])
          .filter(holdsMemory)
          .map((file) => path.basename(file)),
      ruleOf: (id) => services.rules.ruleOf(id),
      caseOf: (id) => services.cases.runOf(id)?.state() ?? null,
      runningJobs: () => services.jobs.running(),
      userName: kept.privateWords.userName,
    }),
    new Questions((window, options) => dialog.showMessageBox(window, options)),
    consents,
  )
  const portsStream = new StateStream(() => services.targets.state())
  const rulesStream = new StateStream(() => services.rules.state())
  const casesStream = new StateStream(() => services.cases.state())
  services.cases.onChange(() => casesStream.changed())
  services.rules.onChange(() => rulesStream.changed())
  const machinesStream = new StateStream(() => services.machines.state())
  services.machines.onChange(() => machinesStream.changed())
  services.targets.onChange(() => portsStream.changed())
  const ports = new StreamPorts({
    'app.messages': messages,
    'processes.rows': new ProcessRowsStream(services.directory),
    'jobs.changes': new JobsStream(services.jobs),
    'ports.state': portsStream,
    'rules.state': rulesStream,
    'machines.state': machinesStream,
    'cases.state': casesStream,
    'recordings.live': { open: (jobId, sink) => services.recordings.attach(jobId ?? '', sink) },
    'shelf.changes': {
      open: (_parameter, sink) => {
        const tell = () => sink.post({ kind: 'changed' }, 'changed')
        // What changed before it was open counts as a change: the page looks once it cannot miss another.
        tell()
        return ok(services.savedFiles.subscribe(tell))
      },
    },
    'live.frames': { open: (liveId, sink) => services.live.attach(liveId ?? '', sink) },
  })
  const queues = () => {
    const logQueue = log.queue()
    const own = logQueue === null ? [] : [logQueue]
    const { directory, live, recordings } = services
    return [...ports.reports(), ...directory.queues(), ...live.queues(), ...recordings.queues(), ...own]
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
    consent,
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
      ...updateHandlers(services.updates),
      ...fileHandlers({
        grants,
        ownFolders: [kept.userFolder, kept.logFolder],
        isOurs: (filePath) => services.savedFiles.hasPath(filePath),
      }),
      ...diagnosticsHandlers({ log, grants, queues, now, composeReport: report }),
      ...processHandlers(services.directory, services.demo),
      ...machineHandlers(services.machines),
      ...jobHandlers({
        jobs: services.jobs,
        answerQuit: (choice) => guard.answer(choice),
        quitShown: () => guard.shown(),
      }),
      ...recordingHandlers({ recordings: services.recordings, presets: services.presets, grants }),
      ...savedFileHandlers(services.savedFiles),
      ...heapHandlers({ heaps: services.heaps, captures: services.heapCaptures, grants, log }),
      ...traceHandlers({
        traces: services.traces,
        heaps: services.heaps,
        packages: services.casePackages,
        symbols: services.symbols,
        savedFiles: services.savedFiles,
        grants,
        log,
      }),
      ...dumpHandlers(services.targets.dumps, services.targets.farDumps, services.targets.dumpCompressor),
      ...targetActionHandlers(services.targets),
      ...caseHandlers({
        cases: services.cases,
        packages: services.casePackages,
        checklists: services.checklists,
        grants,
        log,
      }),
      ...ruleHandlers({ rules: services.rules, grants }),
      ...consentHandlers(consents),
      ...consoleHandlers(services.targets),
      ...portHandlers(services.targets),
      ...liveHandlers({ live: services.live, grants, log, now }),
    },
    registry,
  )
  takeDroppedFiles(ipcMain, grants, shell.trusted)
  ports.register(ipcMain, registry)
}
