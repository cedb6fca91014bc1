import type { PeerIdentity } from '../../../shared/model/process.ts'
import type { WaitsFor } from '../../../shared/model/port.ts'
import { parseEnvironment, parseStatus } from '../../os/linux/proc-parse.ts'
import { readProcText, shortLimitBytes } from '../../os/linux/proc-files.ts'
import { hasRuntimeStarted, readThreadNames } from '../../os/linux/runtime-threads.ts'
import { isProcessAlive } from '../../os/process-alive.ts'
import type { Connection } from '../../transport/connection.ts'
import { isWaitingAtStart, suspensionSettings } from '../processes/suspension.ts'

/** What is proven about a runtime that has come to a port; everything else is null. */
export interface PeerFacts {
  /** On this machine. Null: outside of our pid namespace, behind a relay, over TCP, or a system that doesn't say. */
  readonly pid: number | null
  readonly identity: PeerIdentity | null
}

/** Whether a runtime waits at its start, and what for; `null` waiting: unknown. */
export interface Waiting {
  readonly isWaiting: boolean | null
  readonly waitsFor: readonly WaitsFor[]
}

export interface PeerLook {
  /** Who has connected. `targetPid` is what the runtime says: its pid in its own namespace. */
  readonly identify: (connection: Connection, targetPid: number) => PeerFacts
  readonly waiting: (pid: number, address: string) => Waiting
  /** Of one that is on another machine; default: unknown. */
  readonly waitingElsewhere?: (targetPid: number) => Waiting
}

const maxEnvironmentBytes = 4 * 1024 * 1024

export const unknownWaiting: Waiting = { isWaiting: null, waitsFor: [] }

/** The look at this machine; tests have their own. */
export const peerLook: PeerLook = { identify, waiting: waitingOf }

/** Two runtimes with the same pid inside (containers) are told apart here by the pid that the kernel names. */
function identify(connection: Connection, targetPid: number): PeerFacts {
  if (connection.endpoint.transport === 'pipe') return ofPipe(targetPid)
  const peer = connection.peerCredentials()
  if (peer === null) return { pid: null, identity: null }
  // A relay (socat, dsrouter) connects on behalf of a runtime somewhere else: then the peer isn't the runtime.
  const isRuntime = peer.pid !== null && innerPidOf(peer.pid) === targetPid
  return isRuntime ? { pid: peer.pid, identity: 'verified' } : { pid: null, identity: 'unverified' }
}

/** Node doesn't let us ask a named pipe for its client; Windows has no pid namespaces, so the runtime's word is all there is. */
function ofPipe(targetPid: number): PeerFacts {
  return { pid: isProcessAlive(targetPid) ? targetPid : null, identity: null }
}

/** Null: gone, or hidden from us. */
export function innerPidOf(pid: number, procRoot = '/proc'): number | null {
  if (process.platform !== 'linux') return pid
  const status = readProcText(`${procRoot}/${pid}/status`, shortLimitBytes)
  return status === null ? null : (parseStatus(status).namespacePids.at(-1) ?? null)
}

/** By its environment and its threads. Linux; elsewhere neither can be read. */
export function waitingOf(pid: number, address: string, procRoot = '/proc'): Waiting {
  const hasStarted = hasRuntimeStarted(readThreadNames(pid, procRoot))
  if (hasStarted === true) return { isWaiting: false, waitsFor: [] }
  const environment = readProcText(`${procRoot}/${pid}/environ`, maxEnvironmentBytes)
  const settings = suspensionSettings(environment === null ? null : parseEnvironment(environment))
  const isWaiting = isWaitingAtStart(settings, hasStarted)
  if (settings === null || isWaiting !== true) return { isWaiting, waitsFor: [] }
  return {
    isWaiting,
    waitsFor: [
      ...(settings.addresses.includes(address) ? (['this-port'] as const) : []),
      ...(settings.isDefaultPortSuspended ? (['default-port'] as const) : []),
      ...(settings.addresses.some((other) => other !== address) ? (['other-port'] as const) : []),
    ],
  }
}
