import type { ContainerFacts } from '../../shared/model/process.ts'

/** A running process as a listing of the operating system shows it. */
export interface OsProcess {
  readonly pid: number
  readonly parentPid: number
  /**
   * Start time as the runtime puts it into its socket's name: clock ticks since boot on Linux, whole seconds since 1970 on macOS;
   * the creation time on Windows, whose pipes carry none. Together with the pid it names one process for ever.
   */
  readonly startKey: string
  readonly startTimeMs: number | null
  /** Base name of what runs; may be cut off. */
  readonly shortName: string
  /** Part of the kernel: it has no user space and can't be a .NET process. */
  readonly isKernelThread: boolean
  /** Stopped by SIGSTOP or a debugger: its sockets accept and never answer. */
  readonly isStopped: boolean
  readonly threadCount: number | null
}

/** What one look at a process costs and tells; every field can be denied. */
export interface OsProcessDetails {
  readonly userId: number | null
  readonly userName: string | null
  readonly isSameUser: boolean
  /** Arguments joined by blanks, as runtimes do. */
  readonly commandLine: string | null
  readonly arguments: readonly string[] | null
  /** Of the whole command line with its separators, as the operating system holds it. Null = could not be read. */
  readonly commandLineBytes: number | null
  readonly executable: string | null
  readonly workingFolder: string | null
  readonly container: ContainerFacts | null
  /** As it runs: a 32-bit process on a 64-bit system is `x86`. Absent where the system is not asked. */
  readonly architecture?: string | null
  /** Windows only: shut into an AppContainer, where the pipe of its runtime has a name of its own. */
  readonly isAppContainer?: boolean | null
}

export interface OsUsage {
  readonly pid: number
  /** 100 = one core. Null at the first look: a share needs two. */
  readonly cpuPercent: number | null
  readonly workingSetBytes: number | null
  readonly threadCount: number | null
}

/** Which runtime a process has loaded, as far as its memory map tells. */
export interface LoadedRuntime {
  readonly flavour: 'coreclr' | 'mono'
  /** Out of the folder of the runtime (`.../Microsoft.NETCore.App/10.0.12/libcoreclr.so`). */
  readonly version: string | null
}

/** CPU time of a process and of its threads since they began, as the operating system charged it. */
export interface ThreadCpuReading {
  /** Of the whole process, with the threads that have ended. */
  readonly processMs: number
  /** By thread id as the process itself knows it, which is the one in its event stream. */
  readonly threads: ReadonlyMap<number, number>
}

/** One process; `read` is null once it is gone, for ever. */
export interface ThreadCpuReader {
  read(): ThreadCpuReading | null
}

/** The part of an operating system that knows processes. All calls are cheap unless they say otherwise, none throws. */
export interface OperatingSystem {
  /** Every running process; about 10 µs each on Linux. Called once a second at most. */
  listPids(): Promise<readonly number[]>
  process(pid: number): OsProcess | null
  details(pid: number): OsProcessDetails
  /** Environment at its start; null when it belongs to somebody else or the system does not tell. */
  environment(pid: number): ReadonlyMap<string, string> | null
  /** Reads the memory map: 0.1 to 1 ms. `unreadable` for foreign processes and systems without one. */
  loadedRuntime(pid: number): LoadedRuntime | 'none' | 'unreadable'
  /**
   * Whether the runtime of a process has got past its start, by its threads: one that is suspended there has not made its finalizer and
   * other threads yet. Only asked of processes with a runtime. Null: the threads can't be looked at.
   */
  hasRuntimeStarted(pid: number): boolean | null
  /** CPU since the last call for the same processes. */
  usage(pids: readonly number[]): Promise<readonly OsUsage[]>
  /** Name for a user id, from the system's user table. */
  userName(userId: number): string | null
}
