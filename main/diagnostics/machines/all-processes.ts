import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, type Result } from '../../../shared/base/result.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { QueueReport } from '../../../shared/model/app.ts'
import type {
  EnvironmentVariable,
  ProcessDetails,
  ProcessMessage,
  ProcessRow,
  SeenProcess,
  UnlistedReport,
} from '../../../shared/model/process.ts'
import type { OsProcessDetails } from '../../os/operating-system.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { ProcessDirectory } from '../processes/directory/directory.ts'
import type { ProcessListener } from '../processes/process-rows.ts'

type PortResumer = Parameters<ProcessDirectory['setPortResumer']>[0]

interface Subscription {
  readonly listener: ProcessListener
  readonly parts: Map<ProcessDirectory, Disposable>
  revision: number
}

/**
 * The processes of this machine and of those that are connected, as one list. A key says which machine its process is on; what is asked by
 * process ID alone means this machine.
 */
export class AllProcesses implements Disposable {
  readonly #local: ProcessDirectory
  /** By the id of the machine. */
  readonly #remote = new Map<string, ProcessDirectory>()
  readonly #subscriptions = new Set<Subscription>()
  #isVisible = true
  #isWatched = false
  #isScanComplete = false
  #portResumer: PortResumer | null = null

  constructor(local: ProcessDirectory) {
    this.#local = local
  }

  /** Its rows join the list; it belongs to this from here on. */
  add(machineId: string, directory: ProcessDirectory): void {
    this.remove(machineId)
    this.#remote.set(machineId, directory)
    directory.setVisible(this.#isVisible)
    directory.setWatched(this.#isWatched)
    if (this.#portResumer !== null) directory.setPortResumer(this.#portResumer)
    for (const subscription of this.#subscriptions) this.#join(subscription, directory)
    directory.start()
  }

  remove(machineId: string): void {
    const directory = this.#remote.get(machineId)
    if (directory === undefined) return
    this.#remote.delete(machineId)
    for (const subscription of this.#subscriptions) {
      subscription.parts.get(directory)?.dispose()
      subscription.parts.delete(directory)
      this.#snapshot(subscription)
    }
    directory.dispose()
  }

  of(machineId: string): ProcessDirectory | null {
    return this.#remote.get(machineId) ?? null
  }

  start(): void {
    this.#local.start()
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible
    for (const directory of this.#all()) directory.setVisible(isVisible)
  }

  setWatched(isWatched: boolean): void {
    this.#isWatched = isWatched
    for (const directory of this.#all()) directory.setWatched(isWatched)
  }

  async refresh(): Promise<void> {
    await this.#local.refresh()
  }

  rows(): readonly ProcessRow[] {
    return this.#all().flatMap((directory) => directory.rows())
  }

  rowOf(key: ProcessKey): ProcessRow | null {
    return this.#having(key).rowOf(key)
  }

  endpointOf(key: ProcessKey): Endpoint | null {
    return this.#having(key).endpointOf(key)
  }

  startKeyOf(pid: number): string | null {
    return this.#local.startKeyOf(pid)
  }

  detailsOf(pid: number): OsProcessDetails {
    return this.#local.detailsOf(pid)
  }

  subscribe(listener: ProcessListener): Disposable {
    const subscription: Subscription = { listener, parts: new Map(), revision: 0 }
    this.#subscriptions.add(subscription)
    for (const directory of this.#all()) this.#join(subscription, directory)
    return toDisposable(() => {
      this.#subscriptions.delete(subscription)
      for (const part of subscription.parts.values()) part.dispose()
    })
  }

  setDemo(pid: number, isDemo: boolean): void {
    this.#local.setDemo(pid, isDemo)
  }

  details(key: ProcessKey): Result<ProcessDetails, AppError> {
    return this.#having(key).details(key)
  }

  environment(key: ProcessKey): Promise<Result<readonly EnvironmentVariable[], AppError>> {
    return this.#having(key).environment(key)
  }

  reveal(key: ProcessKey, name: string): Result<{ readonly value: string }, AppError> {
    return this.#having(key).reveal(key, name)
  }

  retry(key: ProcessKey): Result<null, AppError> {
    return this.#having(key).retry(key)
  }

  setPortResumer(resume: PortResumer): void {
    this.#portResumer = resume
    for (const directory of this.#all()) directory.setPortResumer(resume)
  }

  setLaunched(isLaunched: (pid: number) => boolean): void {
    this.#local.setLaunched(isLaunched)
  }

  resume(key: ProcessKey): Promise<Result<null, AppError>> {
    return this.#having(key).resume(key)
  }

  explain(): Promise<Result<UnlistedReport, AppError>> {
    return this.#local.explain()
  }

  seen(): readonly SeenProcess[] {
    return this.#local.seen()
  }

  pin(key: ProcessKey, isPinned: boolean): Result<null, AppError> {
    return this.#having(key).pin(key, isPinned)
  }

  forget(application: string): Result<null, AppError> {
    const answers = this.#all().map((directory) => directory.forget(application))
    return answers.find(({ ok: isOk }) => isOk) ?? err({ kind: 'not-found', what: 'application' })
  }

  queues(): readonly QueueReport[] {
    return this.#local.queues()
  }

  async flush(): Promise<void> {
    await this.#local.flush()
  }

  dispose(): void {
    for (const directory of this.#all()) directory.dispose()
    this.#remote.clear()
  }

  #all(): readonly ProcessDirectory[] {
    return [this.#local, ...this.#remote.values()]
  }

  #having(key: ProcessKey): ProcessDirectory {
    const slash = key.lastIndexOf('/')
    return (slash < 0 ? undefined : this.#remote.get(key.slice(0, slash))) ?? this.#local
  }

  #join(subscription: Subscription, directory: ProcessDirectory): void {
    const part = directory.subscribe((message) => this.#pass(subscription, directory, message))
    subscription.parts.set(directory, part)
  }

  #pass(subscription: Subscription, directory: ProcessDirectory, message: ProcessMessage): void {
    if (message.kind === 'snapshot') {
      if (directory === this.#local) this.#isScanComplete = message.isScanComplete
      this.#snapshot(subscription)
    } else subscription.listener({ ...message, revision: ++subscription.revision })
  }

  #snapshot(subscription: Subscription): void {
    subscription.listener({
      kind: 'snapshot',
      revision: ++subscription.revision,
      rows: this.rows(),
      isScanComplete: this.#isScanComplete,
    })
  }
}
