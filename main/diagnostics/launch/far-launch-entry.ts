import type { MachineRef } from '../../../shared/model/machine.ts'
import type { LaunchPhase, LaunchState } from '../../../shared/model/port.ts'
import type { FarLaunch, FarProgram, FarVariables } from '../../machines/far-launch.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import type { ListedFarLaunch } from './far-launch-list.ts'
import type { FarOutput } from './far-output.ts'
import type { LaunchRequest } from './launch-service.ts'
import type { OutputFile } from './output-file.ts'
import type { StopRequest } from './stop-request.ts'

export interface FarLaunchRequest extends LaunchRequest {
  /** Its id. */
  readonly machine: string
}

/** A program of another machine. */
export interface FarLaunchEntry {
  readonly id: string
  readonly machine: MachineRef
  readonly request: FarLaunchRequest
  readonly startedMs: number
  /** By a clock that nobody sets. */
  readonly startedAt: number
  /** There: of its port and its output. */
  readonly folder: string
  /** By an earlier run of Pipescope. */
  readonly isEarlier: boolean
  /** These four change when it is found again after a reconnect. Null: of an earlier run, and not found yet. */
  link: SshLink | null
  far: FarLaunch | null
  portId: string | null
  stopListening: () => Promise<void>
  readonly stdout: OutputFile
  readonly stderr: OutputFile
  readonly outputs: Readonly<Record<'stdout' | 'stderr', FarOutput>>
  readonly stopRequest: StopRequest
  /** Processes of it, and whether they wait at their start. */
  waiting: ReadonlyMap<number, boolean>
  pid: number | null
  phase: LaunchPhase
  endedMs: number | null
  exitCode: number | null
  isLookedAt: boolean
  unseenEnd: LaunchState['unseenEnd']
  /** Nothing of a connection that has ended is left here. */
  whenLeft: Promise<void>
}

/** Would make the program wait for somebody else, or turn off what it is launched for. */
const diagnosticVariables = ['DOTNET', 'COMPlus'].flatMap((prefix) =>
  [
    'DiagnosticPorts',
    'DefaultDiagnosticPortSuspend',
    'EnableDiagnostics',
    'EnableDiagnostics_IPC',
    'EnableDiagnostics_Debugger',
    'EnableDiagnostics_Profiler',
  ].map((name) => `${prefix}_${name}`),
)
/**
 * A shell says 128 and the number of the signal that ended a program. Those that programs answer by ending themselves with that very code, as .NET
 * does, are left as they are.
 */
const signalNames: Readonly<Record<number, string>> = { 134: 'SIGABRT', 137: 'SIGKILL', 139: 'SIGSEGV' }

/** What the person sets comes after what is taken away, and the port after that. */
export function programOf({ folder, command, args, variables }: FarLaunchRequest, last: FarVariables): FarProgram {
  const taken = diagnosticVariables.map((name) => [name, null] as const)
  return { folder, command, args, variables: [...taken, ...Object.entries(variables), ...last] }
}

/** What is known of one that an earlier run has started, before anybody has looked for it. */
export function earlierState(id: string, { machine, label, startedMs }: ListedFarLaunch): LaunchState {
  return {
    id,
    machine,
    command: label,
    args: [],
    folder: '',
    phase: 'lost',
    pid: null,
    portId: null,
    startedMs,
    endedMs: null,
    exitCode: null,
    signal: null,
    stopping: null,
    unseenEnd: null,
    stdoutBytes: 0,
    stderrBytes: 0,
    variableNames: [],
    isEarlier: true,
    error: null,
  }
}

/** Its port is as it was, but nobody records any more what it starts. */
export function earlierRequest({
  machine,
  label,
  suspends,
  firstRule,
  rule,
  nameRules,
}: ListedFarLaunch): FarLaunchRequest {
  const unknown = { args: [], folder: '', variables: {} }
  return { machine: machine.id, command: label, ...unknown, suspends, firstRule, rule, nameRules }
}

export function isRunning({ phase }: FarLaunchEntry): boolean {
  return phase === 'running' || phase === 'starting'
}

export function stateOf(launch: FarLaunchEntry): LaunchState {
  const { request, exitCode } = launch
  const signal = exitCode === null ? null : (signalNames[exitCode] ?? null)
  return {
    id: launch.id,
    machine: launch.machine,
    command: request.command,
    args: request.args,
    folder: request.folder,
    phase: launch.phase,
    pid: launch.pid,
    portId: launch.portId,
    startedMs: launch.startedMs,
    endedMs: launch.endedMs,
    exitCode: signal === null ? exitCode : null,
    signal,
    stopping: launch.stopRequest.state,
    unseenEnd: launch.unseenEnd,
    stdoutBytes: launch.stdout.totalBytes,
    stderrBytes: launch.stderr.totalBytes,
    variableNames: Object.keys(request.variables),
    isEarlier: launch.isEarlier,
    error: null,
  }
}
