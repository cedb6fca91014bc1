import type { AppError } from '../base/errors.ts'
import type { MachineRef } from './machine.ts'
import type { PeerIdentity } from './process.ts'

/** What happens to a runtime that comes to a port and waits: goes on at once, is recorded from its start, or waits for a person. */
export type PortRule = 'resume' | 'record' | 'hold'
export const portRules = ['resume', 'record', 'hold'] as const satisfies readonly PortRule[]

/** For runtimes whose program has a name like this; `*` stands for anything. The first that fits counts. */
export interface NameRule {
  readonly pattern: string
  readonly rule: PortRule
}

/** How runtimes are told to come: `DOTNET_DiagnosticPorts=<address>,<suspend or nosuspend>`. */
export interface PortState {
  readonly id: string
  readonly transport: 'unix' | 'pipe' | 'tcp'
  /** As it goes into the variable. */
  readonly address: string
  /** Text of DOTNET_DiagnosticPorts that brings a runtime here. */
  readonly variable: string
  readonly rule: PortRule
  /** Come before `rule`; the first runtime of a launch has a rule of its own. */
  readonly nameRules: readonly NameRule[]
  /** Of a launch of ours; null for one that a person opened. */
  readonly launchId: string | null
  readonly openedMs: number
  /** Connections that did not begin with an advertise message in time. */
  readonly rejectedCount: number
  readonly runtimes: readonly PortRuntimeState[]
}

/**
 * - `unknown`: whether it waits is not known: its process can't be looked at from here
 * - `waiting`: suspended at its start until it is resumed
 * - `resuming`: asked to go on
 * - `running`
 * - `gone`
 */
export type PortRuntimePhase = 'unknown' | 'waiting' | 'resuming' | 'running' | 'gone'

/** What a waiting runtime waits for: this port, its default port (a variable of its own), or a port that another tool owns. */
export type WaitsFor = 'this-port' | 'default-port' | 'other-port'

export interface PortRuntimeState {
  /** The runtime's own cookie: one start of one runtime. */
  readonly cookie: string
  readonly phase: PortRuntimePhase
  /** While it waits; empty otherwise, and where it is not known. */
  readonly waitsFor: readonly WaitsFor[]
  /** In the target's own pid namespace. */
  readonly targetPid: number
  /** On this machine. Null: unknown; the system doesn't name the process that connected. */
  readonly pid: number | null
  /** Whether the process that connected was proven to be the runtime it says it is; null: unknown. */
  readonly identity: PeerIdentity | null
  readonly processKey: string | null
  readonly name: string | null
  readonly runtimeVersion: string | null
  readonly arrivedMs: number
  readonly connectionCount: number
  /** What decided about it, and the pattern that fitted; null pattern: the rule for all. Null: nothing was decided yet. */
  readonly decided: { readonly rule: PortRule; readonly pattern: string | null } | null
  /** Null: nobody asked for a recording from its start. Otherwise why there is none, or a null for there is one. */
  readonly recording: { readonly error: AppError | null } | null
  /** Of the last resume. */
  readonly error: AppError | null
}

/** - `lost`: the connection to its machine has ended, and with it what is known of the program; it may run on */
export type LaunchPhase = 'starting' | 'running' | 'lost' | 'ended' | 'failed'

export interface LaunchOutput {
  readonly stream: 'stdout' | 'stderr'
  /** Position of the first byte of `text` in all that was ever written. */
  readonly offset: number
  readonly text: string
  /** Where to read on. */
  readonly nextOffset: number
  /** No longer kept, before `offset`. */
  readonly droppedBytes: number
  /** So much, or more, was written before `nextOffset` that nobody has: `text` is empty then. */
  readonly missingBytes: number
}

export interface LaunchState {
  readonly id: string
  /** Null: this machine. */
  readonly machine: MachineRef | null
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly phase: LaunchPhase
  readonly pid: number | null
  readonly portId: string | null
  readonly startedMs: number
  readonly endedMs: number | null
  readonly exitCode: number | null
  readonly signal: string | null
  /** Null: nobody asked it to end. `outlived`: it still ran some time after that. */
  readonly stopping: 'asked' | 'outlived' | null
  /** It ended on another machine while there was no connection; `waited`: at its start. Its exit code may not be known. */
  readonly unseenEnd: 'unknown' | 'waited' | null
  readonly stdoutBytes: number
  readonly stderrBytes: number
  /** Names of variables that were set for it; their values are not told. */
  readonly variableNames: readonly string[]
  /** By an earlier run of Pipescope: its arguments, folder and variables are not known any more. */
  readonly isEarlier: boolean
  readonly error: AppError | null
}

/** The stream `ports.state`: the whole picture after every change. */
export interface PortsState {
  readonly ports: readonly PortState[]
  readonly launches: readonly LaunchState[]
}
