import type { Pid, ProcessKey } from './ids.ts'
import type { MachineRef } from './machine.ts'

/**
 * What can be said about an endpoint.
 * - `asking`: found, its answer is outstanding (within the deadline)
 * - `ready`: answered ProcessInfo
 * - `limited`: reachable, but what it is comes from the operating system (.NET Core 3.1; command line too long to ask safely)
 * - `suspended`: waits at start-up for a resume
 * - `silent`: accepted the connection, no answer within the deadline
 * - `stopped`: the operating system has stopped it (SIGSTOP, debugger); it would accept and never answer
 * - `no-permission`: somebody else's endpoint
 * - `no-endpoint`: a .NET process without a usable endpoint (diagnostics switched off, TMPDIR trouble, socket lost)
 * - `failed`: any other expected failure, see `problem`
 * - `exited`: gone; stays for 30 s
 */
export type ProcessState =
  | 'asking'
  | 'ready'
  | 'limited'
  | 'suspended'
  | 'silent'
  | 'stopped'
  | 'no-permission'
  | 'no-endpoint'
  | 'failed'
  | 'exited'

/** How a process ended, as far as it leaves traces. */
export interface ProcessEnd {
  /** Known for processes that Pipescope started; for others only their parent is told. */
  readonly exitCode: number | null
  readonly signal: string | null
  /** Its socket: removed by its own orderly end, or left behind by one that came too suddenly. Absent: not known. */
  readonly socket?: 'removed' | 'left'
}

/** Why a row is not simply `ready`; the renderer words it (cause, then remedy). */
export type ProcessProblem =
  | { readonly kind: 'command-line-too-long'; readonly sizeBytes: number | null }
  | { readonly kind: 'no-process-commands' }
  | { readonly kind: 'foreign-owner'; readonly owner: string | null; readonly path: string }
  | { readonly kind: 'silent'; readonly waitedMs: number }
  | { readonly kind: 'stopped' }
  /** Which of its variables hold it: the one of its default port, and ports of its own that it connects to. */
  | { readonly kind: 'suspended-at-start'; readonly isDefaultPort: boolean; readonly addresses: readonly string[] }
  /** Another process made a socket with this process's name. Nothing is sent to it. */
  | { readonly kind: 'impostor'; readonly peerPid: number; readonly peerName: string | null; readonly path: string }
  | { readonly kind: 'diagnostics-disabled'; readonly variable: string }
  | { readonly kind: 'temp-folder-missing'; readonly path: string }
  | { readonly kind: 'temp-path-too-long'; readonly path: string }
  | { readonly kind: 'temp-folder-not-writable'; readonly path: string }
  | { readonly kind: 'socket-lost' }
  /** The connection to its machine is not there; the process itself may run on. */
  | { readonly kind: 'link-lost'; readonly machine: string }
  /** The SSH server of its machine doesn't connect us to its port. */
  | { readonly kind: 'forwarding-refused'; readonly machine: string }
  | { readonly kind: 'unreadable-environment' }
  /** Windows: its pipe is in a namespace of its own. */
  | { readonly kind: 'app-container' }
  | { readonly kind: 'answer-not-understood'; readonly detail: string }
  | (ProcessEnd & { readonly kind: 'exited' })

export interface ContainerFacts {
  /** First 12 characters of the container id, or the pod/unit name when that is all there is. */
  readonly id: string
  readonly engine: 'docker' | 'podman' | 'containerd' | 'kubernetes' | 'other'
  /** Pid inside the innermost pid namespace (NSpid), which is what the runtime reports. */
  readonly innerPid: number | null
}

/**
 * Whether the process that answers was proven to be the one of the row, by the credentials of its socket.
 * - `verified`: it is
 * - `unverified`: the system names no process: it is outside of our pid namespace, or has ended since
 */
export type PeerIdentity = 'verified' | 'unverified'

export type RuntimeFlavour = 'coreclr' | 'nativeaot' | 'mono' | 'unknown'

export interface ProcessRow {
  readonly key: ProcessKey
  /** Absent: this machine. */
  readonly machine?: MachineRef
  readonly pid: Pid
  /** Nearest listed ancestor, null at the top. */
  readonly parentKey: ProcessKey | null
  /** Entry assembly, else the executable's or dll's base name. */
  readonly name: string
  /** Short second text (folder of the project, hosted dll); null when it would add nothing. */
  readonly detail: string | null
  readonly state: ProcessState
  readonly problem: ProcessProblem | null
  /** SDK helpers (dotnet build servers, MSBuild nodes, language servers, dotnet-* tools) and our own children. */
  readonly isTool: boolean
  readonly isDemo: boolean
  readonly isPinned: boolean
  readonly runtimeFlavour: RuntimeFlavour
  /** Product version as the runtime gives it (`10.0.14`), or what the operating system shows (`3.1`), else null. */
  readonly runtimeVersion: string | null
  readonly architecture: string | null
  readonly operatingSystem: string | null
  readonly runtimeIdentifier: string | null
  readonly userName: string | null
  readonly userId: number | null
  readonly isSameUser: boolean
  readonly commandLine: string | null
  readonly commandLineSource: 'runtime' | 'operating-system' | null
  readonly entryAssembly: string | null
  readonly cookie: string | null
  readonly startTimeMs: number | null
  readonly container: ContainerFacts | null
  readonly endpointPath: string | null
  /** Null: unknown. Not connected to, or a system that doesn't say who the peer is. */
  readonly identity: PeerIdentity | null
  readonly firstSeenMs: number
  readonly exitedAtMs: number | null
}

/** CPU and memory at one moment. CPU: 100 = one core fully used. null = not known (foreign user, just appeared). */
export interface ProcessUsage {
  readonly key: ProcessKey
  readonly cpuPercent: number | null
  readonly workingSetBytes: number | null
  readonly threadCount: number | null
}

/** Messages of the stream `processes.rows`, newest state wins; `revision` grows by one per message. */
export type ProcessMessage =
  | {
      readonly kind: 'snapshot'
      readonly revision: number
      readonly rows: readonly ProcessRow[]
      readonly isScanComplete: boolean
    }
  | {
      readonly kind: 'changes'
      readonly revision: number
      readonly upserted: readonly ProcessRow[]
      readonly removed: readonly ProcessKey[]
    }
  | {
      readonly kind: 'usage'
      readonly revision: number
      readonly timeMs: number
      readonly entries: readonly ProcessUsage[]
    }

export type CapabilityId =
  | 'counters'
  | 'meters'
  | 'trace'
  | 'stacks'
  | 'dumps'
  | 'heap-graph'
  | 'environment'
  | 'profiler'
  | 'startup-hook'
  | 'perf-map'
  | 'event-id-filter'
  | 'lossless'

/** What this runtime can do, computed from its version, flavour and the commands it answered. */
export interface Capability {
  readonly id: CapabilityId
  readonly isAvailable: boolean
  /** First version that has it, when this one does not. */
  readonly neededVersion: string | null
  readonly reason: 'version' | 'flavour' | 'not-answered' | null
}

export interface ProcessDetails {
  readonly key: ProcessKey
  readonly capabilities: readonly Capability[]
  /** How many of the Process commands asked were answered, `[answered, asked]`. */
  readonly commandsAnswered: readonly [number, number]
}

/** Values stay in main until one is revealed; the page gets names and lengths. */
export interface EnvironmentVariable {
  readonly name: string
  readonly valueLength: number
  /** Set for the handful of names that hold no secret by convention (ASPNETCORE_ENVIRONMENT, DOTNET_gcServer ...). */
  readonly plainValue: string | null
}

/** Answer to *why is my process not listed?* for one operating-system process that looks like .NET. */
export interface UnlistedProcess {
  readonly pid: Pid
  readonly name: string
  readonly userName: string | null
  readonly problem: ProcessProblem
}

export interface UnlistedReport {
  readonly unlisted: readonly UnlistedProcess[]
  /** Folders that were looked at for sockets. */
  readonly searchedFolders: readonly string[]
  /** Folders in use beyond those: more than can be watched, so processes there are found with a short delay. */
  readonly unwatchedFolderCount: number
  readonly unreadableProcessCount: number
  readonly isNamespaceScanPossible: boolean
}

export interface SeenProcess {
  /** Entry assembly + command line, the identity used by pins; only a hash of it where it was not seen in this run. */
  readonly application: string
  readonly name: string
  readonly runtimeVersion: string | null
  readonly lastSeenMs: number
  readonly isPinned: boolean
}
