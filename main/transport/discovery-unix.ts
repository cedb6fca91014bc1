import fs from 'node:fs'
import path from 'node:path'
import { ok } from '../../shared/base/result.ts'
import { asPid } from '../../shared/model/ids.ts'
import { askForeign, lookAtForeign } from '../foreign/foreign-files.ts'
import type { OperatingSystem } from '../os/operating-system.ts'
import { parseSocketName, socketName, type Discovery, type FoundEndpoint } from './discovery.ts'
import { modifiedMsOf, namesIn, namesOf, type Folder } from './socket-folder.ts'

/*
 * Sockets of runtimes on Linux and macOS. Two ways lead to a socket:
 *   folder   our own temporary folder, and every other one that a process of ours has as TMPDIR: listed once, then watched, so
 *            that a new socket is known within milliseconds;
 *   process  every new process is looked at once a second while it is young, rarely later: where would its socket be? That finds
 *            other TMPDIRs, and the inside of containers (through /proc/PID/root), whose folders we cannot list by name.
 * Folders of other processes may lie on a file system that does not answer: they are asked about through the thread for foreign files, and
 * watched once they have answered. Only our own temporary folder and the usual one are listed directly.
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
/** Temporary folders of other processes that are watched; each costs a watch of the system. */
const maxWatchedFolders = 64

interface KnownProcess {
  readonly startKey: string
  readonly startTimeMs: number
  /** In its own pid namespace. */
  innerPid: number
  nextCheckMs: number
  /** Found by its name alone: inside another mount namespace, or in a folder that is not watched. */
  innerPath: string | null
  /** Its TMPDIR, in our mount namespace. */
  tempFolder: string | null
}

export class UnixDiscovery implements Discovery {
  readonly #os: OperatingSystem
  readonly #namespaces: Namespaces | null
  readonly #now: () => number
  readonly #defaultFolder: string
  readonly #groupContainersFolder: string | null
  #nextGroupCheckMs = 0
  #unwatchedFolders: readonly string[] = []
  readonly #folders = new Map<string, Folder>()
  readonly #processes = new Map<number, KnownProcess>()
  readonly #endpoints = new Map<string, FoundEndpoint>()
  #onChange: () => void = () => undefined
  #isDisposed = false
  #hasStarted = false
  #looks: Promise<void>[] = []

  constructor(options: UnixDiscoveryOptions) {
    this.#os = options.os
    this.#namespaces = options.namespaces
    this.#now = options.now ?? Date.now
    this.#groupContainersFolder = options.groupContainersFolder ?? null
    this.#defaultFolder = options.defaultFolder ?? '/tmp'
    this.#addFolder(options.tempFolder, true)
    this.#addFolder(this.#defaultFolder, true)
  }

  get endpoints(): ReadonlyMap<string, FoundEndpoint> {
    return this.#endpoints
  }

  get searchedFolders(): readonly string[] {
    return [...this.#folders.keys()]
  }

  get unwatchedFolderCount(): number {
    return this.#unwatchedFolders.length
  }

  async start(onChange: () => void): Promise<void> {
    this.#onChange = onChange
    await this.tick()
    this.#hasStarted = true
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
    this.#chooseFolders()
    this.#findGroupContainers(nowMs)
    for (const [folder, state] of this.#folders) this.#looks.push(this.#rescanIfNeeded(folder, state))
    await this.#finishLooks()
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
            tempFolder: null,
          }
    this.#processes.set(pid, known)
    if (found.isKernelThread) {
      // Nobody's name fits it.
      known.innerPid = -1
      known.nextCheckMs = Infinity
      return
    }
    const isElsewhere = this.#namespaces?.hasOtherMountNamespace(pid) ?? false
    this.#readNamespacePid(pid, known)
    const tempFolder = this.#tempFolderOf(pid)
    known.tempFolder = isElsewhere ? null : tempFolder
    if (isElsewhere) {
      const root = this.#namespaces?.rootOf(pid) ?? ''
      this.#examineInside(pid, known, path.join(root, tempFolder ?? this.#defaultFolder))
    } else if (tempFolder !== null && this.#unwatchedFolders.includes(tempFolder)) {
      this.#examineInside(pid, known, tempFolder)
    }
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

  /**
   * Folders that no process uses any more are given up. When there are more than can be watched, those of the newest processes are;
   * in the others a socket is looked up by its name whenever its process is examined.
   */
  #chooseFolders(): void {
    const newestMs = new Map<string, number>()
    for (const { tempFolder, startTimeMs } of this.#processes.values())
      if (tempFolder !== null) newestMs.set(tempFolder, Math.max(startTimeMs, newestMs.get(tempFolder) ?? -Infinity))
    for (const [folder, { isFixed }] of this.#folders) if (isFixed) newestMs.delete(folder)
    const byAge = [...newestMs].sort(([, left], [, right]) => right - left).map(([folder]) => folder)
    const watched = new Set(byAge.slice(0, maxWatchedFolders))
    for (const [folder, { isFixed }] of this.#folders) if (!isFixed && !watched.has(folder)) this.#dropFolder(folder)
    for (const folder of watched) this.#addFolder(folder, false)
    const former = new Set(this.#unwatchedFolders)
    this.#unwatchedFolders = byAge.slice(maxWatchedFolders)
    const added = new Set(this.#unwatchedFolders.filter((folder) => !former.has(folder)))
    if (added.size === 0) return
    for (const [pid, known] of this.#processes)
      if (known.tempFolder !== null && added.has(known.tempFolder)) this.#examineInside(pid, known, known.tempFolder)
  }

  /** Endpoints in it stay as long as their processes live. */
  #dropFolder(folder: string): void {
    this.#folders.get(folder)?.watcher?.close()
    this.#folders.delete(folder)
  }

  #examineInside(pid: number, known: KnownProcess, folder: string): void {
    this.#looks.push(this.#lookInside(pid, known, folder))
  }

  /** The first rows do not wait for files of others: what is found there is told later. */
  async #finishLooks(): Promise<void> {
    const looks = Promise.all(this.#looks.splice(0))
    if (this.#hasStarted) {
      await looks
      return
    }
    await Promise.race([looks, new Promise((resolve) => setImmediate(resolve))])
    const found = this.#endpoints.size
    void looks.then(() => {
      if (!this.#isDisposed && this.#endpoints.size !== found) this.#onChange()
    })
  }

  /** The socket's name is known, so it is looked up without listing anything. */
  async #lookInside(pid: number, known: KnownProcess, folder: string): Promise<void> {
    const file = path.join(folder, socketName(known.innerPid, known.startKey))
    const looked = await lookAtForeign(file)
    const isSocket = looked.ok && looked.value.type === 'socket'
    // Without links: the kernel would resolve those of its file system from our root when we connect.
    const real = isSocket && file.startsWith('/proc/') ? await askForeign({ kind: 'real-path', path: file }) : ok(file)
    if (this.#isDisposed || this.#processes.get(pid) !== known) return
    const found = isSocket && real.ok ? real.value : null
    if (known.innerPath !== null && known.innerPath !== found) this.#endpoints.delete(known.innerPath)
    known.innerPath = found
    if (found !== null) this.#add(found, pid, known.startKey)
  }

  /** Those that have a socket of a runtime in them are watched from then on. */
  #findGroupContainers(nowMs: number): void {
    const root = this.#groupContainersFolder
    if (root === null || nowMs < this.#nextGroupCheckMs) return
    this.#nextGroupCheckMs = nowMs + groupRecheckMs
    for (const name of namesIn(root)) {
      const folder = path.join(root, name)
      if (this.#folders.has(folder)) continue
      if (namesIn(folder).some((entry) => parseSocketName(entry) !== null)) this.#addFolder(folder, true)
    }
  }

  #addFolder(folder: string, isFixed: boolean): void {
    if (this.#folders.has(folder)) return
    const state: Folder = { isFixed, watcher: null, modifiedMs: Number.NaN, isDirty: true, isScanning: false }
    this.#folders.set(folder, state)
    if (isFixed) this.#watch(folder, state)
  }

  #watch(folder: string, state: Folder): void {
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
    const state = this.#folders.get(folder)
    // Temporary folders are busy; only our names matter.
    if (state === undefined || (name !== null && parseSocketName(name) === null)) return
    if (state.isFixed && name !== null) {
      if (this.#examineName(folder, name, fs.existsSync(path.join(folder, name)))) this.#onChange()
      return
    }
    state.isDirty = true
    const before = signature(this.#endpoints)
    void this.#rescanIfNeeded(folder, state).then(() => {
      if (!this.#isDisposed && signature(this.#endpoints) !== before) this.#onChange()
    })
  }

  /** One at a time for each folder: what happens meanwhile is one more look, however often it happens. */
  async #rescanIfNeeded(folder: string, state: Folder): Promise<void> {
    if (state.isScanning) return
    state.isScanning = true
    try {
      // oxlint-disable-next-line no-await-in-loop -- until nothing has changed since
      do await this.#rescan(folder, state)
      while (state.isDirty && this.#isCurrent(folder, state))
    } finally {
      state.isScanning = false
    }
  }

  async #rescan(folder: string, state: Folder): Promise<void> {
    if (state.watcher !== null && !state.isDirty) return
    const wasDirty = state.isDirty
    state.isDirty = false
    const modifiedMs = await modifiedMsOf(folder, state)
    if (!this.#isCurrent(folder, state)) return
    if (modifiedMs === null) return forgetAnswer(state)
    if (state.watcher === null && !state.isFixed && !Number.isNaN(modifiedMs)) this.#watch(folder, state)
    if (!wasDirty && modifiedMs === state.modifiedMs) return
    state.modifiedMs = modifiedMs
    const names = await namesOf(folder, state)
    if (!this.#isCurrent(folder, state)) return
    if (names === null) return forgetAnswer(state)
    if (names === 'too-many') await this.#lookUpByName(folder)
    else this.#takeNames(folder, names)
  }

  #isCurrent(folder: string, state: Folder): boolean {
    return !this.#isDisposed && this.#folders.get(folder) === state
  }

  #takeNames(folder: string, names: readonly string[]): void {
    const there = new Set(names)
    for (const file of this.#endpoints.keys())
      if (path.dirname(file) === folder && !there.has(path.basename(file))) this.#endpoints.delete(file)
    for (const name of names) this.#examineName(folder, name, true)
  }

  async #lookUpByName(folder: string): Promise<void> {
    const users = [...this.#processes].filter(([, { tempFolder }]) => tempFolder === folder)
    await Promise.all(users.map(([pid, known]) => this.#lookInside(pid, known, folder)))
  }

  /** True when that changed the endpoints. */
  #examineName(folder: string, name: string, isThere: boolean): boolean {
    const named = parseSocketName(name)
    if (named === null) return false
    const file = path.join(folder, name)
    const pid = isThere ? this.#ownerOf(named.pid, named.startKey) : null
    if (pid === null) return this.#endpoints.delete(file)
    if (this.#endpoints.has(file)) return false
    this.#add(file, pid, named.startKey)
    return true
  }

  /** The living process behind a name: by our pid, or by the pid in its own namespace when the folder is shared with it. */
  #ownerOf(namedPid: number, startKey: string): number | null {
    const named = this.#os.process(namedPid)
    // Anybody can give a socket the name of a kernel thread.
    if (named?.startKey === startKey && !named.isKernelThread) return namedPid
    for (const [pid, known] of this.#processes)
      if (known.innerPid === namedPid && known.startKey === startKey) return pid
    return null
  }

  #add(file: string, pid: number, startKey: string): void {
    if (this.#endpoints.has(file)) return
    this.#endpoints.set(file, { endpoint: { transport: 'unix', path: file, pid: asPid(pid) }, startKey })
  }
}

/** A file system that does not answer says nothing about what was there: the next tick asks again. */
function forgetAnswer(state: Folder): void {
  state.watcher?.close()
  state.watcher = null
  state.modifiedMs = Number.NaN
}

function signature(endpoints: ReadonlyMap<string, FoundEndpoint>): string {
  return [...endpoints.keys()].join('\n')
}
