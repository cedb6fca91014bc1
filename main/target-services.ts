import path from 'node:path'
import { app } from 'electron'
import type { AppError } from '../shared/base/errors.ts'
import { err, type Result } from '../shared/base/result.ts'
import type { Request } from '../shared/contract/index.ts'
import type { TargetRef } from '../shared/contract/target-ref.ts'
import { asProcessKey } from '../shared/model/ids.ts'
import { pidOfKey } from '../shared/model/machine.ts'
import type { PortsState } from '../shared/model/port.ts'
import { DumpCompressor } from './diagnostics/dumps/compress-dump.ts'
import { DumpService } from './diagnostics/dumps/dump-service.ts'
import { openFarDumpList } from './diagnostics/dumps/far/far-dump-list.ts'
import { FarFetches } from './diagnostics/dumps/far/far-fetches.ts'
import { FarPerfMaps } from './diagnostics/dumps/far/far-perf-maps.ts'
import { FarDumpService } from './diagnostics/dumps/far/far-dump-service.ts'
import type { SavedFiles } from './diagnostics/files/saved-files.ts'
import type { JobRegistry } from './diagnostics/jobs/job-registry.ts'
import { knownTarget, mustBeHere, type KnownTarget } from './diagnostics/known-target.ts'
import { AllLaunches } from './diagnostics/launch/all-launches.ts'
import { openFarLaunchList } from './diagnostics/launch/far-launch-list.ts'
import { FarLaunchService } from './diagnostics/launch/far-launch-service.ts'
import { LaunchService } from './diagnostics/launch/launch-service.ts'
import { whenRecordable } from './diagnostics/launch/when-recordable.ts'
import { PortService, type BeforeResume } from './diagnostics/ports/port-service.ts'
import type { AllProcesses } from './diagnostics/machines/all-processes.ts'
import type { MachineService } from './diagnostics/machines/machine-service.ts'
import type { RecordingPlaces } from './diagnostics/recordings/recording-places.ts'
import type { RecordingService } from './diagnostics/recordings/recording-service.ts'
import type { Log } from './logging/log.ts'
import { UserTable } from './os/user-table.ts'
import { Watchdog, type WatchdogCommand } from './watchdog/watchdog.ts'
import { watchdogSwitches } from './watchdog/watchdog-process.ts'

export interface TargetServiceParts {
  readonly directory: AllProcesses
  readonly jobs: JobRegistry
  readonly savedFiles: SavedFiles
  readonly recordings: RecordingService
  readonly places: Pick<RecordingPlaces, 'folderOf'>
  readonly machines: Pick<MachineService, 'linkOf' | 'linkTo' | 'nameOf' | 'onChange' | 'setBeforeDisconnect'>
  /** For the output of launched programs. */
  readonly folder: string
  /** Remembers open ports for a run after this one and its watchdog were killed. */
  readonly watchedPortsPath: string
  /** Remembers dumps that lie on other machines. */
  readonly farDumpsPath: string
  /** Remembers programs that were launched there. */
  readonly farLaunchesPath: string
  readonly log: Log
  /** A launched program goes on without the recording that was asked for; it may be gone before anybody looks at its row. */
  readonly onNotRecorded?: (pid: number | null, error: AppError) => void
  readonly now: () => number
}

/** What changes or starts targets: dumps, ports, launches. Part of `services.ts`. */
export function startTargetServices(parts: TargetServiceParts) {
  const { directory, jobs, savedFiles, machines, now } = parts
  const linkOf = (processKey: string) => machines.linkOf(processKey)
  const watchdog = new Watchdog(watchdogCommand(), parts.watchedPortsPath)
  watchdog.relieveEarlierRun()
  const listeners = new Set<() => void>()
  const onChange = (): void => listeners.forEach((listener) => listener())
  const ports = new PortService({
    watcher: watchdog,
    onChange,
    startKeyOf: (pid) => directory.startKeyOf(pid),
    detailsOf: (pid) => directory.detailsOf(pid),
    versionOf: (key) => directory.rowOf(asProcessKey(key))?.runtimeVersion ?? null,
  })
  directory.subscribe((message) => {
    const rows = message.kind === 'changes' ? message.upserted : []
    for (const { key, runtimeVersion } of rows) if (runtimeVersion !== null) ports.learnt(key)
  })
  directory.setPortResumer((key) => ports.resumeProcess(key))
  const launches = new LaunchService({
    ports,
    folder: path.join(parts.folder, 'launches'),
    onChange,
    onStarted: (pid) => watchdog.addRoot(pid),
  })
  const farLaunches = new FarLaunchService({
    ports,
    processes: directory,
    machineOf: (id) => {
      const name = machines.nameOf(id)
      return name === null ? null : { name, link: machines.linkTo(id) }
    },
    folder: path.join(parts.folder, 'launches'),
    list: openFarLaunchList(parts.farLaunchesPath, now),
    onChange,
  })
  machines.setBeforeDisconnect((id) => farLaunches.release(id))
  machines.onChange(() => farLaunches.takeUp())
  directory.setLaunched((pid) => launches.isLaunched(pid))
  const targetOf = (ref: TargetRef): Result<KnownTarget, AppError> => knownTarget(ref, { directory, ports })
  /** What rules and cases take is written, checked and kept where the app runs. */
  const targetHere = (ref: TargetRef): Result<KnownTarget, AppError> => {
    const known = targetOf(ref)
    const here = known.ok ? mustBeHere(known.value) : known
    return here.ok ? known : here
  }
  /** Of files that come from other machines. */
  const folderOf = (key: string): Result<string, AppError> => {
    const row = directory.rowOf(asProcessKey(key))
    return row === null ? err({ kind: 'not-found', what: 'process' }) : parts.places.folderOf(null, row)
  }
  const fetches = new FarFetches({ linkOf, jobs, savedFiles, now })
  const allLaunches = new AllLaunches(launches, farLaunches)
  const users = new UserTable('/etc/passwd')
  const userName = (id: number) => users.nameOf(id)
  return {
    ports,
    launches: allLaunches,
    dumps: new DumpService({ targetOf: targetHere, jobs, savedFiles, userName, now }),
    farDumps: new FarDumpService({
      targetOf,
      linkOf,
      jobs,
      fetches,
      list: openFarDumpList(parts.farDumpsPath, now),
      folderOf: (process) => parts.places.folderOf(null, process),
      now,
    }),
    farPerfMaps: new FarPerfMaps({ linkOf, fetches, folderOf }),
    dumpCompressor: new DumpCompressor({ jobs, savedFiles, now }),
    targetOf,
    linkOf,
    userName,
    recorderOf: (template: NonNullable<Request<'launch.start'>['recording']>): BeforeResume =>
      recorder(template, parts),
    state: (): PortsState => ({ ports: ports.list(), launches: allLaunches.list() }),
    onChange: (listener: () => void) => void listeners.add(listener),
    /** Nobody is left waiting. What was launched and lives on may still start runtimes: the watchdog stays for those. */
    close: async (): Promise<void> => {
      const isInUse = ports.list().some(({ id }) => launches.isInUse(id))
      const keepsWatch = ({ id }: { readonly id: string }): boolean => launches.isInUse(id)
      // What waits already is not held up by a machine on which something is being started.
      await Promise.all([
        farLaunches.startNoMore(),
        ports.closeAll(keepsWatch, ({ id }) => !farLaunches.isStarting(id)),
      ])
      await ports.closeAll(keepsWatch)
      launches.dispose()
      farLaunches.dispose()
      if (isInUse) watchdog.dispose()
      else watchdog.end()
    },
  }
}

/** Over the default endpoint, which answers while a runtime waits: only its resume has to come through the port. */
function recorder(
  template: NonNullable<Request<'launch.start'>['recording']>,
  { directory, recordings, log, onNotRecorded }: TargetServiceParts,
): BeforeResume {
  const refuse = (pid: number | null, error: AppError): AppError => {
    log.warn('launch-not-recorded', { reason: error.kind })
    onNotRecorded?.(pid, error)
    return error
  }
  return async ({ processKey }) => {
    if (processKey === null) return refuse(null, { kind: 'not-found', what: 'its process in the process list' })
    const key = asProcessKey(processKey)
    await whenRecordable(directory, key, template.keeping)
    const started = await recordings.start({ ...template, processKey, resumes: false })
    return started.ok ? null : refuse(pidOfKey(processKey), started.error)
  }
}

/** The app's own program: in a package nothing else of it can be started without its main process (docs/decisions/0052). */
function watchdogCommand(): WatchdogCommand {
  const switches = [
    ...watchdogSwitches(process.platform),
    ...(app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []),
  ]
  return { program: process.execPath, args: app.isPackaged ? switches : [app.getAppPath(), ...switches] }
}
