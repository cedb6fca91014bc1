import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { asPid, type ProcessKey } from '../../../../shared/model/ids.ts'
import type { MachineRef } from '../../../../shared/model/machine.ts'
import type { QueueReport } from '../../../../shared/model/app.ts'
import type {
  EnvironmentVariable,
  ProcessDetails,
  ProcessRow,
  SeenProcess,
  UnlistedReport,
} from '../../../../shared/model/process.ts'
import type { OperatingSystem, OsProcessDetails } from '../../../os/operating-system.ts'
import { createDiscovery } from '../../../transport/create-discovery.ts'
import type { Discovery } from '../../../transport/discovery.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import { answerTimeoutMs } from '../../exchange.ts'
import { processInfo } from '../../client.ts'
import { capabilitiesOf } from '../capabilities.ts'
import { EntryFollower, keyOf } from './entry-follower.ts'
import type { ApplicationKey } from '../../../storage/application-key.ts'
import { EntryRows, keyPrefixOf } from './entry-rows.ts'
import { EnvironmentVault } from '../environment-vault.ts'
import { explainUnlisted } from '../explain.ts'
import { IdleQueue } from '../idle-queue.ts'
import type { AskProcessInfo } from '../inspection.ts'
import { resumeAndWait } from '../resume.ts'
import type { ProcessListener } from '../process-rows.ts'
import { RuntimeScout } from '../runtime-scout.ts'
import { TargetEntry } from './target-entry.ts'

/*
 * Every .NET process of this machine as a row, followed as they come and go.
 *
 *     discovery ── endpoint ──> TargetEntry ── inspect (limited, own deadline each) ──> facts ── buildRow ──> ProcessRows ──> pages
 *     operating system ── once a second: gone? stopped? resumed? usage ──^
 *     RuntimeScout ── processes with a runtime but no endpoint ──> rows that say why
 *
 * Nothing here waits for a target: each entry has its own state and its own deadline.
 */

export interface ProcessDirectoryOptions {
  /** Folder for the memory of applications seen before; null keeps none. */
  readonly storageFolder: string | null
  /** Their names on disk. */
  readonly applicationKey?: ApplicationKey
  readonly os?: OperatingSystem
  readonly discovery?: Discovery
  readonly ask?: AskProcessInfo
  readonly now?: () => number
  /** Process that counts as ours: its .NET children are tools. */
  readonly ownPid?: number
  /** Another machine than this one: `os` and `discovery` are its. */
  readonly machine?: MachineRef
  /** From one look to the next while somebody can see it, the look included; by default a second lies between them. */
  readonly roundMs?: number
  /** For answers; default 5 s. */
  readonly answerTimeoutMs?: number
}

const visibleTickMs = 1000
const hiddenTickMs = 5000
/** Between two looks, however long they take. */
const leastPauseMs = 300

export class ProcessDirectory implements Disposable {
  readonly #os: OperatingSystem
  readonly #discovery: Discovery
  readonly #now: () => number
  readonly #rows: EntryRows
  readonly #follower: EntryFollower
  readonly #idle = new IdleQueue()
  readonly #vault = new EnvironmentVault()
  readonly #scout: RuntimeScout
  readonly #closing = new AbortController()
  readonly #roundMs: number | null
  #timer: NodeJS.Timeout | null = null
  #tickedMs = 0
  #ticking: Promise<void> | null = null
  #isVisible = true
  #isWatched = false
  #hasStarted = false
  #isLaunched: (pid: number) => boolean = () => false
  #resumeAtPort: (key: ProcessKey) => Promise<Result<null, AppError>> | null = () => null

  constructor(options: ProcessDirectoryOptions) {
    const machine =
      options.os && options.discovery ? { os: options.os, discovery: options.discovery } : createDiscovery()
    this.#os = machine.os
    this.#discovery = machine.discovery
    this.#now = options.now ?? Date.now
    this.#roundMs = options.roundMs ?? null
    this.#rows = new EntryRows({
      storageFolder: options.storageFolder,
      applicationKey: options.applicationKey,
      os: this.#os,
      machine: options.machine ?? null,
      own: { ownPid: options.ownPid ?? process.pid, isLaunched: (pid) => this.#isLaunched(pid) },
      now: this.#now,
    })
    this.#scout = new RuntimeScout(this.#os, this.#idle)
    this.#follower = new EntryFollower({
      os: this.#os,
      discovery: this.#discovery,
      rows: this.#rows,
      idle: this.#idle,
      ask: options.ask ?? processInfo,
      answerTimeoutMs: options.answerTimeoutMs ?? answerTimeoutMs,
      now: this.#now,
      keyPrefix: keyPrefixOf(this.#rows.machine),
      onExited: (key) => this.#vault.drop(key),
    })
  }

  /** Begins to look; rows come through `subscribe`. */
  start(): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#ticking = this.#begin().finally(() => {
      this.#ticking = null
      this.#plan()
    })
  }

  /** Usage is measured, and the machine looked at each second, only while somebody can see it. */
  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return
    this.#isVisible = isVisible
    if (isVisible && this.#hasStarted) void this.refresh()
  }

  /** The same for whoever looks without a window: armed rules. */
  setWatched(isWatched: boolean): void {
    if (this.#isWatched === isWatched) return
    this.#isWatched = isWatched
    if (isWatched && this.#hasStarted) void this.refresh()
  }

  /** Looks now instead of at the next second. */
  async refresh(): Promise<void> {
    if (this.#closing.signal.aborted) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#ticking ??= this.#tick().finally(() => {
      this.#ticking = null
      this.#plan()
    })
    await this.#ticking
  }

  rows(): readonly ProcessRow[] {
    return this.#rows.rows()
  }

  rowOf(key: ProcessKey): ProcessRow | null {
    return this.#rows.rowOf(key)
  }

  /** Null when there is none (any more). */
  endpointOf(key: ProcessKey): Endpoint | null {
    return this.#rows.entries.get(key)?.usableEndpoint ?? null
  }

  /** Second part of the key of a process that runs now; null when there is none. */
  startKeyOf(pid: number): string | null {
    return this.#os.process(pid)?.startKey ?? null
  }

  /** What the operating system knows of a process that runs now. */
  detailsOf(pid: number): OsProcessDetails {
    return this.#os.details(pid)
  }

  subscribe(listener: ProcessListener): Disposable {
    return this.#rows.subscribe(listener)
  }

  /** Marks the rows of a process as the demo target's. */
  setDemo(pid: number, isDemo: boolean): void {
    this.#rows.setDemo(pid, isDemo)
  }

  details(key: ProcessKey): Result<ProcessDetails, AppError> {
    const entry = this.#rows.entries.get(key)
    const row = this.#rows.rowOf(key)
    if (!entry || !row) return err({ kind: 'not-found', what: 'process' })
    const { asked, answered } = entry.facts
    return ok({
      key,
      capabilities: capabilitiesOf({
        runtimeVersion: row.runtimeVersion,
        flavour: row.runtimeFlavour,
        hasAnswered: asked > 0 && entry.facts.state !== 'silent' && entry.facts.state !== 'no-permission',
      }),
      commandsAnswered: [answered, asked],
    })
  }

  async environment(key: ProcessKey): Promise<Result<readonly EnvironmentVariable[], AppError>> {
    const entry = this.#rows.entries.get(key)
    if (!entry) return err({ kind: 'not-found', what: 'process' })
    return this.#vault.load(key, { pid: entry.pid, endpoint: entry.usableEndpoint, os: this.#os })
  }

  reveal(key: ProcessKey, name: string): Result<{ readonly value: string }, AppError> {
    return this.#vault.reveal(key, name)
  }

  /** Asks again an endpoint that did not answer, or did not answer well. */
  retry(key: ProcessKey): Result<null, AppError> {
    const entry = this.#rows.entries.get(key)
    if (!entry?.endpoint) return err({ kind: 'not-found', what: 'endpoint' })
    this.#follower.askAgain(entry)
    return ok(null)
  }

  /** Ports of ours know runtimes that wait there; only a resume through them counts. */
  setPortResumer(resume: (key: ProcessKey) => Promise<Result<null, AppError>> | null): void {
    this.#resumeAtPort = resume
  }

  /** What was launched for the person is no tool of ours, though it is our child. */
  setLaunched(isLaunched: (pid: number) => boolean): void {
    this.#isLaunched = isLaunched
  }

  /** Lets a runtime that waits at its start go on, and makes sure that it did. */
  async resume(key: ProcessKey): Promise<Result<null, AppError>> {
    const entry = this.#rows.entries.get(key)
    if (!entry?.endpoint) return err({ kind: 'not-found', what: 'endpoint' })
    if (entry.facts.state !== 'suspended')
      return err({ kind: 'invalid-request', what: 'resume', detail: 'the runtime is not waiting' })
    await this.#resumeAtPort(key)
    const resumed = await resumeAndWait(entry.endpoint, entry.facts.suspension, this.#os)
    if (resumed.ok) this.#follower.inspect(entry, true)
    return resumed
  }

  /** The connection to its machine: without it nothing is known any more, and nobody is said to have ended. */
  setLink(isUp: boolean): void {
    const { machine } = this.#rows
    if (machine === null) return
    for (const entry of this.#rows.entries.values()) {
      if (entry.exitedAtMs !== null) continue
      if (isUp) this.#follower.askAgain(entry)
      else {
        entry.cancelLater()
        entry.setState('no-endpoint', { kind: 'link-lost', machine: machine.name })
        this.#rows.publish(entry)
      }
    }
  }

  async explain(): Promise<Result<UnlistedReport, AppError>> {
    await this.refresh()
    const listedPids = new Set<number>()
    for (const entry of this.#rows.entries.values()) if (entry.endpoint !== null) listedPids.add(entry.pid)
    return ok(await explainUnlisted(this.#os, this.#discovery, listedPids))
  }

  seen(): readonly SeenProcess[] {
    return this.#rows.seen()
  }

  pin(key: ProcessKey, isPinned: boolean): Result<null, AppError> {
    return this.#rows.pin(key, isPinned) ? ok(null) : err({ kind: 'not-found', what: 'process' })
  }

  forget(application: string): Result<null, AppError> {
    return this.#rows.forget(application) ? ok(null) : err({ kind: 'not-found', what: 'application' })
  }

  queues(): readonly QueueReport[] {
    return [
      {
        name: 'process-asks',
        owner: 'processes',
        // Each endpoint waits at most once.
        limit: 10_000,
        fill: this.#follower.waitingCount,
        peak: this.#follower.peakWaitingCount,
        droppedCount: 0,
        unit: 'items',
      },
    ]
  }

  /** Writes what is to be remembered. */
  async flush(): Promise<void> {
    await this.#rows.flush()
  }

  dispose(): void {
    this.#closing.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#follower.dispose()
    this.#idle.dispose()
    this.#discovery.dispose()
    this.#rows.dispose()
  }

  async #begin(): Promise<void> {
    await this.#discovery.start(() => this.#follower.synchronise())
    if (this.#closing.signal.aborted) return
    this.#follower.synchronise()
    this.#rows.complete()
    void this.#scoutRuntimes()
  }

  #plan(): void {
    if (this.#closing.signal.aborted) return
    this.#timer = setTimeout(() => void this.refresh(), this.#isLookedAt ? this.#visiblePauseMs() : hiddenTickMs)
  }

  #visiblePauseMs(): number {
    if (this.#roundMs === null) return visibleTickMs
    return Math.max(leastPauseMs, this.#roundMs - (performance.now() - this.#tickedMs))
  }

  async #tick(): Promise<void> {
    this.#tickedMs = performance.now()
    await this.#discovery.tick()
    if (this.#closing.signal.aborted) return
    this.#follower.synchronise()
    for (const entry of this.#rows.entries.values()) this.#follower.follow(entry)
    await this.#scoutRuntimes()
    if (this.#isLookedAt) await this.#measure()
  }

  get #isLookedAt(): boolean {
    return this.#isVisible || this.#isWatched
  }

  /** Processes with a runtime and without an endpoint become rows as well. */
  async #scoutRuntimes(): Promise<void> {
    const taken = new Set<number>()
    for (const entry of this.#rows.entries.values()) if (entry.exitedAtMs === null) taken.add(entry.pid)
    await this.#scout.look(taken, ({ os, problem, version }) => {
      const key = keyOf(os.pid, os.startKey, keyPrefixOf(this.#rows.machine))
      if (this.#rows.entries.has(key) || this.#closing.signal.aborted) return
      const entry = new TargetEntry(key, asPid(os.pid), null, this.#now())
      entry.look(this.#os)
      entry.setState('no-endpoint', problem)
      entry.osVersion = version
      entry.flavour = 'coreclr'
      this.#rows.add(entry)
      this.#rows.publish(entry)
    })
  }

  async #measure(): Promise<void> {
    const entries = [...this.#rows.entries.values()].filter((entry) => entry.exitedAtMs === null)
    const byPid = new Map(entries.map((entry) => [entry.pid as number, entry.key]))
    const usage = await this.#os.usage([...byPid.keys()])
    if (this.#closing.signal.aborted || usage.length === 0) return
    this.#rows.usage(usage, byPid)
  }
}
