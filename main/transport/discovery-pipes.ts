import fs from 'node:fs'
import { asPid } from '../../shared/model/ids.ts'
import type { OperatingSystem } from '../os/operating-system.ts'
import { parsePipeName, pipeName, type Discovery, type FoundEndpoint } from './discovery.ts'

/** Lists pipe names, without the root. */
export type ListPipes = () => Promise<readonly string[]>
/** Whether there is a pipe of this path, without connecting to it. */
export type IsPipeThere = (path: string) => boolean

const pipeRoot = '\\\\.\\pipe\\'

/**
 * Named pipes of runtimes on Windows. The system has no way to watch the pipe root, so each tick lists it (a directory listing of a
 * few hundred names). Where the root may not be listed, each process is looked up by the name its pipe would have. Pipes vanish with
 * their process: there are no stale ones, and their names carry no start time.
 */
export class PipeDiscovery implements Discovery {
  readonly searchedFolders = [pipeRoot]
  readonly unwatchedFolderCount = 0
  readonly #os: OperatingSystem
  readonly #list: ListPipes
  readonly #isThere: IsPipeThere | null
  readonly #endpoints = new Map<string, FoundEndpoint>()

  constructor(options: {
    readonly os: OperatingSystem
    readonly list?: ListPipes
    readonly isThere?: IsPipeThere | null
  }) {
    this.#os = options.os
    this.#isThere = options.isThere ?? null
    this.#list = options.list ?? (() => fs.promises.readdir(pipeRoot))
  }

  get endpoints(): ReadonlyMap<string, FoundEndpoint> {
    return this.#endpoints
  }

  async start(): Promise<void> {
    await this.tick()
  }

  async tick(): Promise<boolean> {
    const pids = await this.#os.listPids()
    let names: readonly string[]
    try {
      names = await this.#list()
    } catch {
      // Denied in sandboxes, not possible under Wine; without the other way the explainer says which root was searched.
      names = this.#lookUp(pids)
    }
    const found = new Map<string, FoundEndpoint>()
    for (const name of names) {
      const pid = parsePipeName(name)
      if (pid === null) continue
      const path = pipeRoot + name
      const startKey = this.#os.process(pid)?.startKey ?? ''
      found.set(path, { endpoint: { transport: 'pipe', path, pid: asPid(pid) }, startKey })
    }
    return this.#replace(found)
  }

  dispose(): void {
    this.#endpoints.clear()
  }

  #lookUp(pids: readonly number[]): readonly string[] {
    const isThere = this.#isThere
    return isThere === null ? [] : pids.map(pipeName).filter((name) => isThere(pipeRoot + name))
  }

  #replace(found: ReadonlyMap<string, FoundEndpoint>): boolean {
    let isChanged = found.size !== this.#endpoints.size
    for (const [path, endpoint] of found) {
      // A reused pid has the same pipe name: the start time, where the system tells it, makes it another process.
      if (this.#endpoints.get(path)?.startKey !== endpoint.startKey) isChanged = true
    }
    this.#endpoints.clear()
    for (const [path, endpoint] of found) this.#endpoints.set(path, endpoint)
    return isChanged
  }
}
