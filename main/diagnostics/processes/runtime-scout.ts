import type { ProcessProblem } from '../../../shared/model/process.ts'
import type { OperatingSystem, OsProcess } from '../../os/operating-system.ts'
import { processAgeMs } from '../../os/process-age.ts'
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
  /** Times are those of `performance.now()`: people set the other clock. */
  readonly #looked = new Map<number, { readonly startKey: string; readonly shortName: string; readonly atMs: number }>()
  /** Since when it was too young: with the clock put back it would stay so for as long as that was. */
  readonly #youngSince = new Map<number, { readonly startKey: string; readonly atMs: number }>()

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
    for (const known of [this.#looked, this.#youngSince])
      for (const pid of known.keys()) if (!alive.has(pid)) known.delete(pid)
    const nowMs = performance.now()
    for (const pid of pids) {
      const looked = this.#looked.get(pid)
      if (taken.has(pid) || (looked !== undefined && nowMs - looked.atMs < lookAgainMs)) continue
      this.#idle.add(() => void this.#lookAt(pid, nowMs, onFound))
    }
  }

  async #lookAt(pid: number, nowMs: number, onFound: (found: RuntimeWithoutEndpoint) => void): Promise<void> {
    const running = this.#os.process(pid)
    if (running === null || running.isKernelThread) return this.#note(pid, running, nowMs)
    if (this.#isYoung(pid, running, nowMs)) return
    const last = this.#looked.get(pid)
    const isSame = last?.startKey === running.startKey && last.shortName === running.shortName
    this.#note(pid, running, nowMs)
    if (isSame) return
    const loaded = this.#os.loadedRuntime(pid)
    if (typeof loaded !== 'object' || loaded.flavour !== 'coreclr') return
    onFound({ os: running, version: loaded.version, problem: await whyNoEndpoint(this.#os, pid) })
  }

  #isYoung(pid: number, { startKey, startTimeMs }: OsProcess, nowMs: number): boolean {
    if (startTimeMs === null || processAgeMs(startTimeMs, Date.now()) >= settleMs) return false
    const known = this.#youngSince.get(pid)
    if (known?.startKey === startKey) return nowMs - known.atMs < settleMs
    this.#youngSince.set(pid, { startKey, atMs: nowMs })
    return true
  }

  #note(pid: number, running: OsProcess | null, atMs: number): void {
    this.#looked.set(pid, { startKey: running?.startKey ?? '', shortName: running?.shortName ?? '', atMs })
  }
}
