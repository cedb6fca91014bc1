import type { Pid, ProcessKey } from '../../../shared/model/ids.ts'
import type { MachineRef } from '../../../shared/model/machine.ts'
import type {
  PeerIdentity,
  ProcessProblem,
  ProcessRow,
  ProcessState,
  RuntimeFlavour,
} from '../../../shared/model/process.ts'
import type { OsProcess, OsProcessDetails } from '../../os/operating-system.ts'
import type { ProcessInfo } from '../../protocol/decode.ts'
import { processDetail, processName } from './naming.ts'
import { isToolProcess } from './tools.ts'

/** Everything known about one process, from wherever. */
export interface RowFacts {
  readonly key: ProcessKey
  readonly machine?: MachineRef | null
  readonly pid: Pid
  readonly parentKey: ProcessKey | null
  readonly state: ProcessState
  readonly problem: ProcessProblem | null
  readonly os: OsProcess | null
  readonly details: OsProcessDetails
  readonly info: ProcessInfo | null
  readonly flavour: RuntimeFlavour
  /** What the operating system shows of the runtime's version. */
  readonly osRuntimeVersion: string | null
  readonly endpointPath: string | null
  readonly identity: PeerIdentity | null
  readonly isOwn: boolean
  /** Launched for the person: never hidden, whatever its name. */
  readonly isLaunched: boolean
  readonly isDemo: boolean
  readonly isPinned: boolean
  readonly firstSeenMs: number
  readonly exitedAtMs: number | null
}

/** Longer ones are cut for the list: a row travels to every window. */
const maxCommandLineCharacters = 40_000

export function buildRow(facts: RowFacts): ProcessRow {
  const { details, info, os } = facts
  const entryAssembly = info?.entryAssembly ?? null
  const sources = { ...details, entryAssembly, shortName: os?.shortName ?? null }
  const commandLine = chooseCommandLine(info, details)
  return {
    key: facts.key,
    ...(facts.machine == null ? {} : { machine: facts.machine }),
    pid: facts.pid,
    parentKey: facts.parentKey,
    name: processName(sources),
    detail: processDetail(sources),
    state: facts.state,
    problem: facts.problem,
    isTool: !facts.isDemo && !facts.isLaunched && (facts.isOwn || isToolProcess(sources)),
    isDemo: facts.isDemo,
    isPinned: facts.isPinned,
    runtimeFlavour: facts.flavour,
    runtimeVersion: info?.runtimeVersion ?? facts.osRuntimeVersion,
    architecture: info?.architecture ?? details.architecture ?? null,
    operatingSystem: info?.operatingSystem ?? null,
    runtimeIdentifier: info?.runtimeIdentifier ?? null,
    userName: details.userName,
    userId: details.userId,
    isSameUser: details.isSameUser,
    commandLine: commandLine.text?.slice(0, maxCommandLineCharacters) ?? null,
    commandLineSource: commandLine.source,
    entryAssembly,
    cookie: info?.cookie ?? null,
    startTimeMs: os?.startTimeMs ?? null,
    container: details.container,
    endpointPath: facts.endpointPath,
    identity: facts.identity,
    firstSeenMs: facts.firstSeenMs,
    exitedAtMs: facts.exitedAtMs,
  }
}

/**
 * The runtime's own text, unless the operating system knows more: NativeAOT and .NET 6.0 never give the arguments, a runtime that
 * waits at its start gives only the executable.
 */
function chooseCommandLine(
  info: ProcessInfo | null,
  details: OsProcessDetails,
): { readonly text: string | null; readonly source: ProcessRow['commandLineSource'] } {
  const fromRuntime = info?.commandLine ?? null
  const fromSystem = details.commandLine
  if (fromRuntime === null) return { text: fromSystem, source: fromSystem === null ? null : 'operating-system' }
  const hasMore = (details.arguments?.length ?? 0) > 1 && !/\s/.test(fromRuntime.trim())
  if (hasMore && fromSystem !== null) return { text: fromSystem, source: 'operating-system' }
  return { text: fromRuntime, source: 'runtime' }
}
