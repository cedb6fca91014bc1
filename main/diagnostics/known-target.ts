import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { TargetRef } from '../../shared/contract/target-ref.ts'
import { machineNameOfKey } from '../../shared/model/machine.ts'
import { asProcessKey } from '../../shared/model/ids.ts'
import type { JobTarget } from '../../shared/model/job.ts'
import type { RuntimeFlavour } from '../../shared/model/process.ts'
import { readTargetView, type TargetView } from '../os/target-view.ts'
import type { Target } from './client-actions.ts'
import type { TargetDirectory } from './live/target/target-directory.ts'
import { isElsewhere, type Endpoint } from '../transport/endpoint.ts'
import type { PortService } from './ports/port-service.ts'

/** A target of an action with everything that the checks before it need. */
export interface KnownTarget extends Target {
  readonly name: string
  readonly operatingSystem: string | null
  /** As the runtime itself says; null when it has not. */
  readonly architecture: string | null
  readonly isStopped: boolean
  readonly isSameUser: boolean
  readonly userName: string | null
  readonly jobTarget: JobTarget
  /** Null on another machine, and where the operating system does not tell. Read anew at each call. */
  view(): TargetView | null
}

/** Finds what a page means; `not-found` when it has ended meanwhile. */
export function knownTarget(
  ref: TargetRef,
  parts: { readonly directory: TargetDirectory; readonly ports: PortService },
): Result<KnownTarget, AppError> {
  return ref.kind === 'process' ? knownProcess(ref.key, parts.directory) : ofPort(ref, parts)
}

/** The same of a process of the list. */
export function knownProcess(key: string, directory: TargetDirectory): Result<KnownTarget, AppError> {
  const row = directory.rowOf(asProcessKey(key))
  const endpoint = directory.endpointOf(asProcessKey(key))
  if (row === null || row.state === 'exited') return err({ kind: 'not-found', what: 'process' })
  if (endpoint === null) return err({ kind: 'not-found', what: 'endpoint' })
  const isKnownToRun = row.state === 'ready' || row.state === 'limited'
  return ok({
    endpoint,
    facts: {
      runtimeVersion: row.runtimeVersion,
      flavour: row.runtimeFlavour,
      isSuspended: row.state === 'suspended' ? true : isKnownToRun ? false : null,
      commandLineBytes: null,
    },
    name: row.name,
    operatingSystem: row.operatingSystem ?? (isElsewhere(endpoint) ? null : ownOperatingSystem()),
    architecture: row.architecture,
    isStopped: row.state === 'stopped',
    isSameUser: row.isSameUser,
    userName: row.userName,
    jobTarget: { pid: row.pid, name: row.name, processKey: row.key },
    view: () => (isElsewhere(endpoint) ? null : readTargetView(row.pid)),
  })
}

function ofPort(
  ref: TargetRef & { readonly kind: 'port' },
  { ports, directory }: { readonly directory: TargetDirectory; readonly ports: PortService },
): Result<KnownTarget, AppError> {
  const runtime = ports.runtime(ref.portId, ref.cookie)
  const state = ports
    .list()
    .find(({ id }) => id === ref.portId)
    ?.runtimes.find(({ cookie }) => cookie === ref.cookie)
  if (runtime === null || state === undefined || runtime.phase === 'gone')
    return err({ kind: 'not-found', what: 'runtime' })
  // Until it is in the list of its machine no question could say which machine it is on.
  if (state.processKey === null && ports.isElsewhere(ref.portId)) return err({ kind: 'not-found', what: 'process' })
  const view = (): TargetView | null => (runtime.pid === null ? null : readTargetView(runtime.pid))
  const name = state.name ?? `${state.targetPid}`
  // Of one on another machine only the list of that machine tells.
  const row = runtime.pid === null && state.processKey !== null ? directory.rowOf(asProcessKey(state.processKey)) : null
  return ok({
    endpoint: runtime.endpoint,
    facts: {
      runtimeVersion: state.runtimeVersion,
      flavour: row === null ? flavourOf(view()) : row.runtimeFlavour,
      isSuspended: runtime.phase === 'waiting' ? true : runtime.phase === 'running' ? false : null,
      commandLineBytes: null,
    },
    name,
    operatingSystem: runtime.pid === null ? (row?.operatingSystem ?? null) : ownOperatingSystem(),
    architecture: row?.architecture ?? null,
    isStopped: false,
    isSameUser: true,
    userName: null,
    jobTarget: { pid: runtime.pid ?? state.targetPid, name, processKey: state.processKey },
    view,
  })
}

/** Nothing in the protocol tells NativeAOT; what is mapped does for the usual kinds, and unknown is treated as the worst. */
function flavourOf(view: TargetView | null): RuntimeFlavour {
  return view?.memory.runtimeFolder == null ? 'unknown' : 'coreclr'
}

/** In the words of ProcessInfo. */
export function ownOperatingSystem(): string {
  return process.platform === 'win32' ? 'Windows' : process.platform === 'darwin' ? 'macOS' : 'Linux'
}

/** For what touches files where the process lives, which is done on this machine only. */
export function mustBeHere({
  endpoint,
  jobTarget,
}: {
  readonly endpoint: Pick<Endpoint, 'transport'>
  readonly jobTarget: Pick<JobTarget, 'processKey'>
}): Result<null, AppError> {
  // A runtime of another machine at a port of ours comes through one of this machine's addresses.
  const isThere = endpoint.transport === 'ssh' || machineNameOfKey(jobTarget.processKey ?? '') !== null
  if (!isThere) return ok(null)
  return err({ kind: 'unsupported', feature: 'another-machine', neededVersion: null, actualVersion: null })
}
