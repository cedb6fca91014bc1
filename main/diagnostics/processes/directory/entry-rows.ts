import path from 'node:path'
import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import { applicationOf } from '../../../../shared/model/application.ts'
import type { MachineRef } from '../../../../shared/model/machine.ts'
import type { ProcessRow, SeenProcess } from '../../../../shared/model/process.ts'
import type { OperatingSystem, OsUsage } from '../../../os/operating-system.ts'
import { buildRow } from '../build-row.ts'
import { listedParent, readAncestry, type OwnProcesses } from '../parents.ts'
import { ProcessRows, type ProcessListener } from '../process-rows.ts'
import type { ApplicationKey } from '../../../storage/application-key.ts'
import { SeenStore } from '../seen-store.ts'
import type { TargetEntry } from './target-entry.ts'

export interface EntryRowsOptions {
  readonly applicationKey?: ApplicationKey | undefined
  readonly storageFolder: string | null
  readonly os: OperatingSystem
  readonly own: OwnProcesses
  /** Null: this one. */
  readonly machine?: MachineRef | null
  readonly now: () => number
}

/** The entries of the list and the rows made of them, with what is remembered of applications: pins, and when they were last seen. */
export class EntryRows implements Disposable {
  readonly #options: EntryRowsOptions
  readonly #list = new ProcessRows()
  readonly #seen: SeenStore
  readonly #entries = new Map<ProcessKey, TargetEntry>()
  readonly #demoPids = new Set<number>()

  constructor(options: EntryRowsOptions) {
    this.#options = options
    const { storageFolder, now, applicationKey } = options
    const file = storageFolder === null ? null : path.join(storageFolder, 'seen-processes.json')
    this.#seen = new SeenStore(file, now, applicationKey)
  }

  get machine(): MachineRef | null {
    return this.#options.machine ?? null
  }

  get entries(): ReadonlyMap<ProcessKey, TargetEntry> {
    return this.#entries
  }

  rows(): readonly ProcessRow[] {
    return this.#list.rows()
  }

  rowOf(key: ProcessKey): ProcessRow | null {
    return this.#list.get(key)
  }

  subscribe(listener: ProcessListener): Disposable {
    return this.#list.subscribe(listener)
  }

  /** The first look at the machine is over. */
  complete(): void {
    this.#list.complete()
  }

  add(entry: TargetEntry): void {
    this.#entries.set(entry.key, entry)
  }

  remove(entry: TargetEntry): void {
    entry.dispose()
    this.#entries.delete(entry.key)
    this.#list.remove(entry.key)
    this.publishAll()
  }

  setDemo(pid: number, isDemo: boolean): void {
    if (isDemo) this.#demoPids.add(pid)
    else this.#demoPids.delete(pid)
    for (const entry of this.#entries.values()) if (entry.pid === pid) this.publish(entry)
  }

  usage(usage: readonly OsUsage[], keyOf: ReadonlyMap<number, ProcessKey>): void {
    this.#list.usage(
      usage.flatMap(({ pid, cpuPercent, workingSetBytes, threadCount }) => {
        const key = keyOf.get(pid)
        return key === undefined ? [] : [{ key, cpuPercent, workingSetBytes, threadCount }]
      }),
      this.#options.now(),
    )
  }

  publishAll(): void {
    for (const entry of this.#entries.values()) this.publish(entry)
  }

  publish(entry: TargetEntry): void {
    if (!this.#entries.has(entry.key)) return
    entry.ancestry ??= readAncestry(entry.pid, this.#options.os, this.#options.own, keyPrefixOf(this.machine))
    const draft = buildRow({
      ...entry.facts,
      key: entry.key,
      machine: this.machine,
      pid: entry.pid,
      parentKey: listedParent(entry.ancestry, this.#entries),
      flavour: entry.flavour,
      osRuntimeVersion: entry.osVersion,
      endpointPath: entry.endpoint?.path ?? null,
      isOwn: entry.ancestry.isOwn,
      isLaunched: entry.ancestry.isLaunched,
      isDemo: this.#demoPids.has(entry.pid),
      isPinned: false,
      firstSeenMs: entry.firstSeenMs,
      exitedAtMs: entry.exitedAtMs,
    })
    const application = applicationOf(draft)
    if (entry.notedAs !== null && entry.notedAs !== application) {
      this.#seen.rename(entry.notedAs, application)
      entry.notedAs = application
    }
    const row = { ...draft, isPinned: this.#seen.isPinned(application) }
    this.#list.put(row)
    const isKnownWell = row.state === 'ready' || row.state === 'limited'
    if (isKnownWell && !row.isTool && !row.isDemo) this.#note(entry, row)
  }

  seen(): readonly SeenProcess[] {
    return this.#seen.list()
  }

  /** False when there is no such row. */
  pin(key: ProcessKey, isPinned: boolean): boolean {
    const row = this.#list.get(key)
    if (row === null) return false
    this.#seen.pin(seenEntry(row, this.#options.now()), isPinned)
    this.publishAll()
    return true
  }

  forget(application: string): boolean {
    if (!this.#seen.forget(application)) return false
    this.publishAll()
    return true
  }

  async flush(): Promise<void> {
    await this.#seen.flush()
  }

  dispose(): void {
    this.#list.dispose()
    for (const entry of this.#entries.values()) entry.dispose()
  }

  /** Once for each start. */
  #note(entry: TargetEntry, row: ProcessRow): void {
    if (entry.notedAs !== null) return
    entry.notedAs = applicationOf(row)
    this.#seen.note(seenEntry(row, this.#options.now()))
  }
}

/** Before the keys of its processes. */
export function keyPrefixOf(machine: MachineRef | null): string {
  return machine === null ? '' : `${machine.id}/`
}

function seenEntry(row: ProcessRow, nowMs: number): Omit<SeenProcess, 'isPinned'> {
  return {
    application: applicationOf(row),
    name: row.name,
    runtimeVersion: row.runtimeVersion,
    lastSeenMs: nowMs,
  }
}
