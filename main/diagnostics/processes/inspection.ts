import type { AppError } from '../../../shared/base/errors.ts'
import type { PeerIdentity, ProcessProblem, ProcessState } from '../../../shared/model/process.ts'
import type { OperatingSystem, OsProcess, OsProcessDetails } from '../../os/operating-system.ts'
import type { ProcessInfo } from '../../protocol/decode.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { processInfo, type ProcessInfoAnswer } from '../client.ts'
import { answeredCommandLineBytes, reasonNotToAsk } from './harm-guard.ts'
import { isWaitingAtStart, notSuspended, suspensionSettings, type SuspensionSettings } from './suspension.ts'

/** What one look at an endpoint brought. */
export interface Inspection {
  readonly state: ProcessState
  readonly problem: ProcessProblem | null
  readonly os: OsProcess | null
  readonly details: OsProcessDetails
  readonly info: ProcessInfo | null
  /** Null: unknown, its environment can't be read. */
  readonly suspension: SuspensionSettings | null
  /** Null: unknown. */
  readonly identity: PeerIdentity | null
  /** Process commands asked and answered, with a refusal as unknown counting as no answer. */
  readonly asked: number
  readonly answered: number
  /** The endpoint was there and nobody listened: it may just be starting, or have just gone. */
  readonly isStale: boolean
}

export type AskProcessInfo = typeof processInfo

export interface InspectOptions {
  readonly os: OperatingSystem
  readonly ask: AskProcessInfo
  readonly answerTimeoutMs: number
  readonly signal: AbortSignal
  /** What the operating system shows, before the runtime is asked: it may never answer. */
  readonly onLooked?: (os: OsProcess | null, details: OsProcessDetails) => void
}

/** Looks at the operating system first; asks the runtime only where an answer can come and cannot harm. */
export async function inspect(endpoint: Endpoint, options: InspectOptions): Promise<Inspection> {
  const { os } = options
  const base = {
    os: os.process(endpoint.pid),
    details: os.details(endpoint.pid),
    info: null,
    identity: null as PeerIdentity | null,
    suspension: notSuspended,
    asked: 0,
    answered: 0,
    isStale: false,
  }
  if (base.os?.isStopped === true) return { ...base, state: 'stopped', problem: { kind: 'stopped' } }
  const reason = reasonNotToAsk(base.details)
  options.onLooked?.(base.os, base.details)
  if (reason !== null) return { ...base, state: 'limited', problem: reason }
  let identity: PeerIdentity | null = null
  const answer = await options.ask(endpoint, {
    signal: options.signal,
    answerTimeoutMs: options.answerTimeoutMs,
    commandLineBytes: answeredCommandLineBytes(base.details),
    onPeer: (found) => void (identity = found),
  })
  const known = { ...base, identity }
  if (!answer.ok) return { ...known, asked: 1, ...failure(answer.error, endpoint, base.details, os) }
  if (answer.value === null) return { ...known, asked: 3, state: 'limited', problem: { kind: 'no-process-commands' } }
  return fromAnswer(answer.value, endpoint, options, known)
}

function fromAnswer(
  answer: ProcessInfoAnswer,
  endpoint: Endpoint,
  options: InspectOptions,
  base: Omit<Inspection, 'state' | 'problem'>,
): Inspection {
  const { os } = options
  // Read again: at the first look the process may still have been its own launcher.
  const now = os.process(endpoint.pid) ?? base.os
  const hasStarted = os.hasRuntimeStarted(endpoint.pid)
  // The environment of one that runs need not be read.
  const suspension = hasStarted === true ? notSuspended : suspensionSettings(os.environment(endpoint.pid))
  const isWaiting = isWaitingAtStart(suspension, hasStarted) === true
  const answered = { ...base, os: now, info: answer.info, suspension, asked: 4 - answer.version, answered: 1 }
  if (isWaiting && suspension !== null) {
    const { isDefaultPortSuspended: isDefaultPort, addresses } = suspension
    return { ...answered, state: 'suspended', problem: { kind: 'suspended-at-start', isDefaultPort, addresses } }
  }
  return { ...answered, state: 'ready', problem: null }
}

function failure(
  error: AppError,
  endpoint: Endpoint,
  details: OsProcessDetails,
  os: OperatingSystem,
): Pick<Inspection, 'state' | 'problem' | 'isStale'> {
  if (error.kind === 'no-permission') {
    const owner = details.userName ?? (details.userId === null ? null : `${details.userId}`)
    return { state: 'no-permission', problem: { kind: 'foreign-owner', owner, path: endpoint.path }, isStale: false }
  }
  if (error.kind === 'impostor-endpoint') {
    const { peerPid, path } = error
    const peerName = os.process(peerPid)?.shortName ?? null
    return { state: 'no-endpoint', problem: { kind: 'impostor', peerPid, peerName, path }, isStale: false }
  }
  if (error.kind === 'timeout') {
    // Stopped while we waited: that explains the silence better.
    if (os.process(endpoint.pid)?.isStopped === true)
      return { state: 'stopped', problem: { kind: 'stopped' }, isStale: false }
    return { state: 'silent', problem: { kind: 'silent', waitedMs: error.timeoutMs }, isStale: false }
  }
  if (error.kind === 'forwarding-refused') return { state: 'no-endpoint', problem: error, isStale: false }
  if (error.kind === 'endpoint-stale' || error.kind === 'process-gone')
    return { state: 'no-endpoint', problem: { kind: 'socket-lost' }, isStale: true }
  return {
    state: 'failed',
    problem: { kind: 'answer-not-understood', detail: describe(error) },
    isStale: error.kind === 'connection-closed',
  }
}

/** Facts for the details line; people get their sentence from the problem's kind. */
function describe(error: AppError): string {
  if (error.kind === 'runtime-error') return `${error.command}: ${error.name}`
  if (error.kind === 'malformed')
    return `${error.what}, byte ${error.offset}: expected ${error.expected}, found ${error.found}`
  if (error.kind === 'connection-closed') return `closed after ${error.receivedBytes} bytes`
  return error.kind === 'io' ? error.code : error.kind
}
