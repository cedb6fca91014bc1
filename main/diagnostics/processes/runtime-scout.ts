import type { ProcessProblem } from '../../../shared/model/process.ts'
import type { OperatingSystem, OsProcess } from '../../os/operating-system.ts'
import type { IdleQueue } from './idle-queue.ts'
import { whyNoEndpoint } from './missing-endpoint.ts'

/** A process gets this long to open its socket before it counts as one without. */
const settleMs = 3000
/** A process can become a .NET one later, by exec. */
const lookAgainMs = 60_000

export interface RuntimeWithoutEndpoint {
  readonly os: OsProcess
  readonly version: string | null
  readonly problem: ProcessProblem
}

/**
 * Finds processes that have loaded a .NET runtime and have no endpoint. Reading a memory map costs up to a millisecond, so each process
 * is looked at once (again when its name has changed, or after a minute), a few at a time when nothing else is to be done.
 */
export class RuntimeScout {
  readonly #os: OperatingSystem
  readonly #idle: IdleQueue
  readonly #looked = new Map<number, { readonly startKey: string; readonly shortName: string; readonly atMs: number }>()

  constructor(os: OperatingSystem, idle: IdleQueue) {
    this.#os = os
    this.#idle = idle
  }

  /** `taken`: pids that need no look. `onFound` is called later, from the idle queue. */
  async look(taken: ReadonlySet<number>, onFound: (found: RuntimeWithoutEndpoint) => void): Promise<void> {
    // What was planned before comes first: never more than one round in the queue.
    if (this.#idle.length > 0) return
    const pids = await this.#os.listPids()
    const alive = new Set(pids)
    for (const pid of this.#looked.keys()) if (!alive.has(pid)) this.#looked.delete(pid)
    const nowMs = Date.now()
    for (const pid of pids) {
      const looked = this.#looked.get(pid)
      if (taken.has(pid) || (looked !== undefined && nowMs - looked.atMs < lookAgainMs)) continue
      this.#idle.add(() => void this.#lookAt(pid, nowMs, onFound))
    }
  }

  async #lookAt(pid: number, nowMs: number, onFound: (found: RuntimeWithoutEndpoint) => void): Promise<void> {
    const running = this.#os.process(pid)
    if (running === null || running.isKernelThread) return this.#note(pid, running, nowMs)
    if (running.startTimeMs !== null && nowMs - running.startTimeMs < settleMs) return
    const last = this.#looked.get(pid)
    const isSame = last?.startKey === running.startKey && last.shortName === running.shortName
    this.#note(pid, running, nowMs)
    if (isSame) return
    const loaded = this.#os.loadedRuntime(pid)
    if (typeof loaded !== 'object' || loaded.flavour !== 'coreclr') return
    onFound({ os: running, version: loaded.version, problem: await whyNoEndpoint(this.#os, pid) })
  }

  #note(pid: number, running: OsProcess | null, atMs: number): void {
    this.#looked.set(pid, { startKey: running?.startKey ?? '', shortName: running?.shortName ?? '', atMs })
  }
}
