import { execFile } from 'node:child_process'
import path from 'node:path'
import type { LoadedRuntime, OperatingSystem, OsProcess, OsProcessDetails, OsUsage } from '../operating-system.ts'
import { ownUser } from '../own-user.ts'
import { cimArguments, parseCim, parsePs, psArguments, type ListedProcess } from './process-listing.ts'

/** A listing starts a program: rarely. */
const listEveryMs = { darwin: 1000, win32: 3000 } as const
const listTimeoutMs = 10_000
const maxListingBytes = 64 * 1024 * 1024

/** Runs the system's own listing and gives its output; injected by tests. */
export type RunListing = (file: string, args: readonly string[]) => Promise<string>

/** macOS and Windows: one listing for parents, names, users and command lines; CPU and memory by the library pidusage. */
export class PortableSystem implements OperatingSystem {
  readonly #platform: 'darwin' | 'win32'
  readonly #run: RunListing
  #table = new Map<number, ListedProcess>()
  #listedMs = -Infinity
  #listing: Promise<void> | null = null

  constructor(platform: 'darwin' | 'win32', run: RunListing = runListing) {
    this.#platform = platform
    this.#run = run
  }

  async listPids(): Promise<readonly number[]> {
    if (performance.now() - this.#listedMs >= listEveryMs[this.#platform]) {
      this.#listing ??= this.#list().finally(() => (this.#listing = null))
      await this.#listing
    }
    return [...this.#table.keys()]
  }

  process(pid: number): OsProcess | null {
    const listed = this.#table.get(pid)
    if (listed === undefined) return null
    const seconds = listed.startTimeMs === null ? 0 : Math.floor(listed.startTimeMs / 1000)
    return {
      pid,
      parentPid: listed.parentPid,
      startKey: `${this.#platform === 'darwin' ? seconds : (listed.startTimeMs ?? '')}`,
      startTimeMs: listed.startTimeMs,
      shortName: path.win32.basename(listed.executable ?? `${pid}`),
      isKernelThread: false,
      isStopped: listed.state.startsWith('T'),
      threadCount: null,
    }
  }

  details(pid: number): OsProcessDetails {
    const listed = this.#table.get(pid)
    const commandLine = listed?.commandLine ?? null
    const own = ownUser()
    return {
      userId: listed?.userId ?? null,
      userName: listed?.userName ?? null,
      isSameUser: listed?.userId === own.userId || (own.userName !== null && listed?.userName === own.userName),
      commandLine,
      arguments: commandLine === null ? null : commandLine.split(' '),
      // Windows holds command lines as UTF-16, at most 32,767 units: none can make an answer overflow.
      commandLineBytes: commandLine === null ? null : Buffer.byteLength(commandLine),
      executable: listed?.executable ?? null,
      workingFolder: null,
      container: null,
    }
  }

  environment(): null {
    return null
  }

  hasRuntimeStarted(): null {
    return null
  }

  loadedRuntime(): LoadedRuntime | 'none' | 'unreadable' {
    return 'unreadable'
  }

  async usage(pids: readonly number[]): Promise<readonly OsUsage[]> {
    if (pids.length === 0) return []
    try {
      // Loaded where it is used: on Linux it never is.
      const { default: pidusage } = await import('pidusage')
      const measured = await pidusage([...pids])
      return pids.flatMap((pid) => {
        const entry = measured[pid]
        return entry ? [{ pid, cpuPercent: entry.cpu, workingSetBytes: entry.memory, threadCount: null }] : []
      })
    } catch {
      // The library rejects as a whole when the listing program fails; the next second tries again.
      return []
    }
  }

  userName(userId: number): string | null {
    for (const listed of this.#table.values()) if (listed.userId === userId) return listed.userName
    return null
  }

  async #list(): Promise<void> {
    try {
      const listed =
        this.#platform === 'darwin'
          ? parsePs(await this.#run('ps', psArguments))
          : parseCim(await this.#run('powershell.exe', cimArguments))
      this.#table = new Map(listed.map((entry) => [entry.pid, entry]))
    } catch {
      // The program could not be started or took too long: the last listing stays.
    }
    this.#listedMs = performance.now()
  }
}

function runListing(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      file,
      [...args],
      { timeout: listTimeoutMs, maxBuffer: maxListingBytes, windowsHide: true, env: { ...process.env, LC_ALL: 'C' } },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    )
  })
}
