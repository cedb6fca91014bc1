import { must } from '../../../../shared/base/assert.ts'
import { asPid } from '../../../../shared/model/ids.ts'
import type { OperatingSystem, OsProcess, OsProcessDetails } from '../../../os/operating-system.ts'
import type { Discovery, FoundEndpoint } from '../../../transport/discovery.ts'

/** Processes that a test writes down; those from 900 on have a runtime without an endpoint. */
export class FakeSystem implements OperatingSystem {
  readonly processes = new Map<number, OsProcess>()
  readonly detailChanges = new Map<number, Partial<OsProcessDetails>>()
  readonly environments = new Map<number, ReadonlyMap<string, string>>()

  add(pid: number, startKey: string, change: Partial<OsProcess> = {}): void {
    const startTimeMs = Date.now() - 60_000
    this.processes.set(pid, {
      pid,
      parentPid: 1,
      startKey,
      startTimeMs,
      shortName: `p${pid}`,
      isKernelThread: false,
      isStopped: false,
      threadCount: 9,
      ...change,
    })
  }
  change(pid: number, change: Partial<OsProcess>): void {
    this.processes.set(pid, { ...must(this.processes.get(pid), 'it was added'), ...change })
  }
  listPids(): Promise<readonly number[]> {
    return Promise.resolve([...this.processes.keys()])
  }
  process(pid: number): OsProcess | null {
    return this.processes.get(pid) ?? null
  }
  details(pid: number): OsProcessDetails {
    return {
      userId: 1000,
      userName: 'anna',
      isSameUser: true,
      commandLine: `/srv/app${pid} --flag`,
      arguments: [`/srv/app${pid}`, '--flag'],
      commandLineBytes: 20,
      executable: `/srv/app${pid}`,
      workingFolder: '/srv',
      container: null,
      ...this.detailChanges.get(pid),
    }
  }
  environment(pid: number): ReadonlyMap<string, string> {
    return this.environments.get(pid) ?? new Map()
  }
  hasRuntimeStarted(pid: number): boolean | null {
    const threadCount = this.processes.get(pid)?.threadCount ?? null
    return threadCount === null ? null : threadCount > 3
  }
  loadedRuntime(pid: number): ReturnType<OperatingSystem['loadedRuntime']> {
    return pid >= 900 ? { flavour: 'coreclr', version: '10.0.12' } : 'none'
  }
  usage(pids: readonly number[]): ReturnType<OperatingSystem['usage']> {
    return Promise.resolve(pids.map((pid) => ({ pid, cpuPercent: 12.5, workingSetBytes: 1000 * pid, threadCount: 9 })))
  }
  userName(): string {
    return 'anna'
  }
}

/** Endpoints that a test writes down. */
export class FakeDiscovery implements Discovery {
  readonly endpoints = new Map<string, FoundEndpoint>()
  readonly searchedFolders = ['/tmp']
  readonly unwatchedFolderCount = 0
  notify: () => void = () => undefined

  add(pid: number, startKey: string, folder = '/tmp'): void {
    const path = `${folder}/dotnet-diagnostic-${pid}-${startKey}-socket`
    this.endpoints.set(path, { endpoint: { transport: 'unix', path, pid: asPid(pid) }, startKey })
  }
  start(onChange: () => void): Promise<void> {
    this.notify = onChange
    return Promise.resolve()
  }
  tick(): Promise<boolean> {
    return Promise.resolve(false)
  }
  dispose(): void {
    this.endpoints.clear()
  }
}
