import fs from 'node:fs'
import path from 'node:path'
import { asPid } from '../../shared/model/ids.ts'
import type { OperatingSystem } from '../os/operating-system.ts'
import { parseSocketName, socketName, type Discovery, type FoundEndpoint } from './discovery.ts'

/*
 * Sockets of runtimes on Linux and macOS. Two ways lead to a socket:
 *   folder   our own temporary folder, and every other one that a process of ours has as TMPDIR: listed once, then watched, so
 *            that a new socket is known within milliseconds;
 *   process  every new process is looked at once a second while it is young, rarely later: where would its socket be? That finds
 *            other TMPDIRs, and the inside of containers (through /proc/PID/root), whose folders we cannot list by name.
 * A name holds pid and start time. Only if a living process has both (in our pid namespace or in its own) is it an endpoint.
 */

/** What Linux knows beyond the common interface; absent elsewhere. */
export interface Namespaces {
  namespacePids(pid: number): readonly number[]
  hasOtherMountNamespace(pid: number): boolean
  rootOf(pid: number): string
  environmentVariable(pid: number, name: string): string | null
}

export interface UnixDiscoveryOptions {
  readonly os: OperatingSystem
  readonly namespaces: Namespaces | null
  /** Where runtimes with our environment put their sockets. */
  readonly tempFolder: string
  /** Where they put them without TMPDIR. */
  readonly defaultFolder?: string
  /**
   * macOS: folder of the group containers, in one of which a sandboxed target with DOTNET_SANDBOX_APPLICATION_GROUP_ID has its socket
   * in place of TMPDIR. Each of them is looked into; the system may refuse that.
   */
  readonly groupContainersFolder?: string
  readonly now?: () => number
}

/** Young processes are looked at in each tick: they may still become what they will be (fork, then exec). */
const youngMs = 15_000
const recheckMs = 30_000
const containerRecheckMs = 10_000
const groupRecheckMs = 10_000
/** More different TMPDIRs than anybody has; each costs a watch. */
const maxFolders = 64

interface KnownProcess {
  readonly startKey: string
  readonly startTimeMs: number
  /** In its own pid namespace. */
  innerPid: number
  nextCheckMs: number
  /** Found inside another mount namespace. */
  innerPath: string | null
}

interface Folder {
  watcher: fs.FSWatcher | null
  modifiedMs: number
  isDirty: boolean
}

export class UnixDiscovery implements Discovery {
  readonly #os: OperatingSystem
  readonly #namespaces: Namespaces | null
  readonly #now: () => number
  readonly #defaultFolder: string
  readonly #groupContainersFolder: string | null
  #nextGroupCheckMs = 0
  readonly #folders = new Map<string, Folder>()
  readonly #processes = new Map<number, KnownProcess>()
  readonly #endpoints = new Map<string, FoundEndpoint>()
  #onChange: () => void = () => undefined
  #isDisposed = false

  constructor(options: UnixDiscoveryOptions) {
    this.#os = options.os
    this.#namespaces = options.namespaces
    this.#now = options.now ?? Date.now
    this.#groupContainersFolder = options.groupContainersFolder ?? null
    this.#defaultFolder = options.defaultFolder ?? '/tmp'
    this.#addFolder(options.tempFolder)
    this.#addFolder(this.#defaultFolder)
  }

  get endpoints(): ReadonlyMap<string, FoundEndpoint> {
    return this.#endpoints
  }

  get searchedFolders(): readonly string[] {
    return [...this.#folders.keys()]
  }

  async start(onChange: () => void): Promise<void> {
    this.#onChange = onChange
    await this.tick()
  }

  async tick(): Promise<boolean> {
    const pids = await this.#os.listPids()
    if (this.#isDisposed) return false
    const nowMs = this.#now()
    const before = signature(this.#endpoints)
    const alive = new Set(pids)
    for (const pid of this.#processes.keys()) if (!alive.has(pid)) this.#processes.delete(pid)
    for (const pid of pids) {
      const known = this.#processes.get(pid)
      if (known === undefined || known.nextCheckMs <= nowMs) this.#examine(pid, nowMs)
    }
    this.#findGroupContainers(nowMs)
    for (const [folder, state] of this.#folders) this.#rescanIfNeeded(folder, state)
    // A watched folder tells of removed files, not of processes that died without removing theirs.
    for (const [file, { endpoint, startKey }] of this.#endpoints)
      if (this.#os.process(endpoint.pid)?.startKey !== startKey) this.#endpoints.delete(file)
    return signature(this.#endpoints) !== before
  }

  dispose(): void {
    this.#isDisposed = true
    for (const { watcher } of this.#folders.values()) watcher?.close()
    this.#folders.clear()
  }

  #examine(pid: number, nowMs: number): void {
    const found = this.#os.process(pid)
    if (found === null) return
    const last = this.#processes.get(pid)
    const known: KnownProcess =
      last?.startKey === found.startKey
        ? last
        : {
            startKey: found.startKey,
            startTimeMs: found.startTimeMs ?? nowMs,
            innerPid: pid,
            nextCheckMs: 0,
            innerPath: null,
          }
    this.#processes.set(pid, known)
    // kthreadd and its children have no user space.
    if (pid === 2 || found.parentPid === 2) {
      known.nextCheckMs = Infinity
      return
    }
    const isElsewhere = this.#namespaces?.hasOtherMountNamespace(pid) ?? false
    this.#readNamespacePid(pid, known)
    const tempFolder = this.#tempFolderOf(pid)
    if (isElsewhere) this.#examineInside(pid, known, tempFolder)
    else if (tempFolder !== null) this.#addFolder(tempFolder)
    const isYoung = nowMs - known.startTimeMs < youngMs
    // Spread by pid, so that the rechecks of a busy machine do not fall into one tick.
    const later = (isElsewhere ? containerRecheckMs : recheckMs) + (pid % 10) * 1000
    known.nextCheckMs = isYoung ? nowMs : nowMs + later
  }

  #readNamespacePid(pid: number, known: KnownProcess): void {
    const innerPid = this.#namespaces?.namespacePids(pid).at(-1) ?? pid
    if (innerPid === known.innerPid) return
    known.innerPid = innerPid
    // A socket of this process may have been seen in a shared folder before its process was known.
    for (const folder of this.#folders.values()) folder.isDirty = true
  }

  #tempFolderOf(pid: number): string | null {
    const variable =
      this.#namespaces === null
        ? this.#os.environment(pid)?.get('TMPDIR')
        : this.#namespaces.environmentVariable(pid, 'TMPDIR')
    if (!variable) return null
    if (path.isAbsolute(variable)) return path.resolve(variable)
    const workingFolder = this.#os.details(pid).workingFolder
    return workingFolder === null ? null : path.resolve(workingFolder, variable)
  }

  /** Its file system is another one: the socket's name is known, so it is looked up without listing anything. */
  #examineInside(pid: number, known: KnownProcess, tempFolder: string | null): void {
    const root = this.#namespaces?.rootOf(pid) ?? ''
    const folder = path.join(root, tempFolder ?? this.#defaultFolder)
    const file = path.join(folder, socketName(known.innerPid, known.startKey))
    if (fs.statSync(file, { throwIfNoEntry: false })?.isSocket() !== true) {
      if (known.innerPath !== null) this.#endpoints.delete(known.innerPath)
      known.innerPath = null
      return
    }
    known.innerPath = file
    this.#add(file, pid, known.startKey)
  }

  /** Those that have a socket of a runtime in them are watched from then on. */
  #findGroupContainers(nowMs: number): void {
    const root = this.#groupContainersFolder
    if (root === null || nowMs < this.#nextGroupCheckMs) return
    this.#nextGroupCheckMs = nowMs + groupRecheckMs
    for (const name of namesIn(root)) {
      const folder = path.join(root, name)
      if (this.#folders.has(folder)) continue
      if (namesIn(folder).some((entry) => parseSocketName(entry) !== null)) this.#addFolder(folder)
    }
  }

  #addFolder(folder: string): void {
    if (this.#folders.has(folder) || this.#folders.size >= maxFolders) return
    const state: Folder = { watcher: null, modifiedMs: Number.NaN, isDirty: true }
    this.#folders.set(folder, state)
    try {
      state.watcher = fs.watch(folder, { persistent: false }, (_event, name) => this.#onFolderEvent(folder, name))
      state.watcher.on('error', () => {
        // The folder went away, or the system is out of watches: ticks compare its time instead.
        state.watcher?.close()
        state.watcher = null
      })
    } catch {
      // ENOENT (a TMPDIR that does not exist), EACCES, ENOSPC (no watches left): ticks look at it.
    }
  }

  #onFolderEvent(folder: string, name: string | null): void {
    if (this.#isDisposed) return
    // Temporary folders are busy; only our names matter.
    if (name !== null && parseSocketName(name) === null) return
    const before = this.#endpoints.size
    if (name === null) this.#scanFolder(folder)
    else this.#examineName(folder, name)
    if (this.#endpoints.size !== before) this.#onChange()
  }

  #rescanIfNeeded(folder: string, state: Folder): void {
    if (state.watcher !== null && !state.isDirty) return
    const modifiedMs = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN
    if (!state.isDirty && modifiedMs === state.modifiedMs) return
    state.modifiedMs = modifiedMs
    state.isDirty = false
    this.#scanFolder(folder)
  }

  #scanFolder(folder: string): void {
    const names = namesIn(folder)
    const there = new Set(names)
    for (const file of this.#endpoints.keys())
      if (path.dirname(file) === folder && !there.has(path.basename(file))) this.#endpoints.delete(file)
    for (const name of names) this.#examineName(folder, name)
  }

  #examineName(folder: string, name: string): void {
    const named = parseSocketName(name)
    if (named === null) return
    const file = path.join(folder, name)
    const pid = fs.existsSync(file) ? this.#ownerOf(named.pid, named.startKey) : null
    if (pid === null) this.#endpoints.delete(file)
    else this.#add(file, pid, named.startKey)
  }

  /** The living process behind a name: by our pid, or by the pid in its own namespace when the folder is shared with it. */
  #ownerOf(namedPid: number, startKey: string): number | null {
    if (this.#os.process(namedPid)?.startKey === startKey) return namedPid
    for (const [pid, known] of this.#processes)
      if (known.innerPid === namedPid && known.startKey === startKey) return pid
    return null
  }

  #add(file: string, pid: number, startKey: string): void {
    if (this.#endpoints.has(file)) return
    this.#endpoints.set(file, { endpoint: { transport: 'unix', path: file, pid: asPid(pid) }, startKey })
  }
}

/** ENOENT, EACCES, EPERM, ENOTDIR: nothing of it can be reached. */
function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

function signature(endpoints: ReadonlyMap<string, FoundEndpoint>): string {
  return [...endpoints.keys()].join('\n')
}
